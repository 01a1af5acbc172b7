"""Cube O' alone: puzzles that are proved."""

from cubarium.games.cubeo.puzzles.collection import faults, named, shipped
from cubarium.games.cubeo.puzzles.generator import make, shown_by
from cubarium.games.cubeo.puzzles.moves import EXPECTED, read_step
from cubarium.games.cubeo.puzzles.puzzle import (
    EMPTY_BOARD,
    FEWEST,
    MOST,
    SENTENCES,
    check,
    checked_cards,
    cubes,
    graded,
    place,
    read_board,
    solves,
    take,
    write_board,
)
from cubarium.games.cubeo.puzzles.scene import draw
from cubarium.games.cubeo.puzzles.solver import solve

__all__ = [
    "EMPTY_BOARD",
    "EXPECTED",
    "FEWEST",
    "MOST",
    "SENTENCES",
    "check",
    "checked_cards",
    "cubes",
    "draw",
    "faults",
    "graded",
    "make",
    "named",
    "place",
    "read_board",
    "read_step",
    "shipped",
    "shown_by",
    "solve",
    "solves",
    "take",
    "write_board",
]
