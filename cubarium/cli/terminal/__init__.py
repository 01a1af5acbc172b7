"""A match or a puzzle at one terminal: what people type, who sits where, what is kept."""
