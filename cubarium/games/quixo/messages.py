"""Quixo's codes, and what they say in English."""

from collections.abc import Mapping
from enum import unique
from types import MappingProxyType

from cubarium.core.turn import Reason


@unique
class End(Reason):
    """How a game of Quixo ends."""

    LINE = "line"
    OPPONENTS_LINE = "opponents_line"


@unique
class Refusal(Reason):
    """Why a move is refused."""

    NOT_ON_EDGE = "not_on_edge"
    OPPONENTS_CUBE = "opponents_cube"
    PARTNERS_CUBE = "partners_cube"
    FIRST_ROUND = "first_round"
    SAME_PLACE = "same_place"
    NOT_AN_END = "not_an_end"
    WRONG_DOT = "wrong_dot"
    NO_PASS = "no_pass"
    OVER = "over"


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        End.LINE: "made a line",
        End.OPPONENTS_LINE: "the other side made their line for them",
        Refusal.NOT_ON_EDGE: "{where} is inside the board: only cubes on the edge may be taken.",
        Refusal.OPPONENTS_CUBE: "The cube on {where} is your opponent's.",
        Refusal.PARTNERS_CUBE: "The dot on {where} points to your partner: "
        "only your partner may take that cube.",
        Refusal.FIRST_ROUND: "In the first round only blank cubes may be taken; {where} is marked.",
        Refusal.SAME_PLACE: "The cube may not go back to {where}, where it came from.",
        Refusal.NOT_AN_END: "{where} is not an end of the row or column "
        "that the cube was taken from.",
        Refusal.WRONG_DOT: "The dot may point to you or to your partner, not to {where}.",
        Refusal.NO_PASS: "You can take a cube, so you may not pass.",
        Refusal.OVER: "The game is over.",
    }
)
