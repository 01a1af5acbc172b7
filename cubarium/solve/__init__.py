"""Exact answers: sweeps over all positions, and what they say. Indexes are handed in."""
