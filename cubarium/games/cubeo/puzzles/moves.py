"""The texts of steps in a puzzle: `Rb2` places a red cube on b2, `-b2` takes the top one away."""

import re

from cubarium.core.errors import InvalidMove
from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import Board
from cubarium.games.cubeo.geometry import NUMBER
from cubarium.games.cubeo.puzzles.puzzle import place, take

STEP = re.compile(rf"(?P<what>[{COLOURS}-])(?P<column>[a-d][1-4])")
EXPECTED = "a colour and a column (Rb2), or - and a column to take the top cube away (-b2)"


def read_step(board: Board, text: str) -> Board:
    """The board after a step. Raises InvalidMove or IllegalMove."""
    found = STEP.fullmatch(text)
    if found is None:
        raise InvalidMove(text, EXPECTED)
    column = NUMBER[found["column"]]
    if found["what"] == "-":
        return take(board, column)
    return place(board, column, found["what"])
