"""What is counted at a table: two numbers that are never taken for each other."""

from typing import Final, NewType

Revision = NewType("Revision", int)
"""Counts the entries of the log."""
BoardRevision = NewType("BoardRevision", int)
"""Counts what changes the board: moves, draws, takebacks. A move says which one it answers."""
START: Final = Revision(0)
START_BOARD: Final = BoardRevision(0)
