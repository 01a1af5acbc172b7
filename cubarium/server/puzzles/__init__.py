"""Puzzles, made and answered."""
