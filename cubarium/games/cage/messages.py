"""Rubik's Cage: codes, and what they say in English."""

from collections.abc import Mapping
from enum import unique
from types import MappingProxyType

from cubarium.core.turn import Reason


@unique
class End(Reason):
    """How a game ends."""

    LINE = "line"
    GIVEN_LINE = "given_line"
    FULL = "full"
    BOTH_LINES = "both_lines"


@unique
class Refusal(Reason):
    """Why a move is refused."""

    NOT_YOUR_COLOUR = "not_your_colour"
    NONE_LEFT = "none_left"
    COLUMN_FULL = "column_full"
    REVERSE = "reverse"
    OVER = "over"


@unique
class Flaw(Reason):
    """Why a game never comes to a position."""

    TOO_MANY = "too_many"


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        End.LINE: "made a line",
        End.GIVEN_LINE: "another player made the line for them",
        End.FULL: "all cubes are in the cage, and nobody has a line",
        End.BOTH_LINES: "both have a line at once",
        Refusal.NOT_YOUR_COLOUR: "You do not play the colour {where}.",
        Refusal.NONE_LEFT: "All cubes of the colour {where} are in the cage.",
        Refusal.COLUMN_FULL: "Column {where} is full.",
        Refusal.REVERSE: "{where} is not allowed now: it would undo the action just made.",
        Refusal.OVER: "The game is over.",
        Flaw.TOO_MANY: "There are too many cubes of {where}.",
    }
)
