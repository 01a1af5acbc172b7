"""Scenes as pictures: as text for terminals and as drawings. Knows no game."""
