"""Who asks: guests, who is not let in, and what an admin may do."""
