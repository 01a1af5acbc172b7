"""Where other processes serve the same site: one clock, one database, who looks after what."""
