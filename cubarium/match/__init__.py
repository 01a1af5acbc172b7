"""Matches and the sessions around them. Pure: no disk, no network; time is an argument."""
