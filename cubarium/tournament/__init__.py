"""Matches between engines: game pairs, openings, scores."""
