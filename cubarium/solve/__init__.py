"""Exact answers: sweeps over all positions, and what they say. Indexes are handed in.

All of it needs the extra `engines`: importing it without raises MissingExtra."""

from cubarium import extras

extras.require("engines")
