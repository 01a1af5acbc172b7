"""Cubulus: codes, and what they say in English."""

from collections.abc import Mapping
from enum import unique
from types import MappingProxyType

from cubarium.core.turn import Reason


@unique
class End(Reason):
    """How a game ends."""

    SQUARE = "square"
    GIVEN_SQUARE = "given_square"


@unique
class Refusal(Reason):
    """Why a move is refused."""

    SETTING_UP = "setting_up"
    NOT_DRAWN = "not_drawn"
    NONE_LEFT = "none_left"
    INSIDE = "inside"
    TAKEN = "taken"
    NOT_AN_END = "not_an_end"
    PLACE_FREE = "place_free"
    ROW_FULL = "row_full"
    ROW_NOT_FULL = "row_not_full"
    REVERSE = "reverse"
    OVER = "over"


@unique
class Flaw(Reason):
    """Why a game never comes to a position."""

    TOO_MANY = "too_many"
    NEUTRALS_MISSING = "neutrals_missing"
    NEUTRALS_FIRST = "neutrals_first"
    SETTER_FIRST = "setter_first"
    STUCK = "stuck"


SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        End.SQUARE: "made a square",
        End.GIVEN_SQUARE: "another player made the square for them",
        Refusal.SETTING_UP: "The neutral balls come first: name a free place for the next one.",
        Refusal.NOT_DRAWN: "{where}: nothing is drawn now.",
        Refusal.NONE_LEFT: "All your balls are in the cage: rearrange a complete row.",
        Refusal.INSIDE: "{where} is the centre: it can't be reached from outside.",
        Refusal.TAKEN: "{where} is taken: say along which axis to push.",
        Refusal.NOT_AN_END: "{where} is not at an end of the row along that axis.",
        Refusal.PLACE_FREE: "{where} is free: the ball goes there, without an axis.",
        Refusal.ROW_FULL: "The row from {where} is complete: no ball may leave the cage.",
        Refusal.ROW_NOT_FULL: "The row from {where} is not complete: it can't be rearranged.",
        Refusal.REVERSE: "{where} is not allowed now: it would undo the move just made.",
        Refusal.OVER: "The game is over.",
        Flaw.TOO_MANY: "There are too many balls of {where}.",
        Flaw.NEUTRALS_MISSING: "All neutral balls ({where}) must be in the cage.",
        Flaw.NEUTRALS_FIRST: "Until all neutral balls are in the cage, no other ball can be.",
        Flaw.SETTER_FIRST: "Until all neutral balls are in the cage, {where} is to move.",
        Flaw.STUCK: "There is no move here: no game comes to this.",
    }
)
