"""Engines and other walks through a game. They know no game by name."""
