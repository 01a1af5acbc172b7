"""The table: matches as a fold of events, and records of them."""
