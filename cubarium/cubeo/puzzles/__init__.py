"""Cube O' alone: puzzles that are proved."""

from cubarium.cubeo.puzzles.collection import faults, named, shipped
from cubarium.cubeo.puzzles.making import make, shown_by
from cubarium.cubeo.puzzles.moves import EXPECTED, read_step
from cubarium.cubeo.puzzles.puzzle import (
    EMPTY_BOARD,
    FEWEST,
    MOST,
    SENTENCES,
    Checked,
    Missing,
    Puzzle,
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
from cubarium.cubeo.puzzles.scene import draw
from cubarium.cubeo.puzzles.solver import Answer, solve

__all__ = [
    "EMPTY_BOARD",
    "EXPECTED",
    "FEWEST",
    "MOST",
    "SENTENCES",
    "Answer",
    "Checked",
    "Missing",
    "Puzzle",
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
