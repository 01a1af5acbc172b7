"""Cube O': codes, and what they say in English."""

from collections.abc import Mapping
from enum import unique
from types import MappingProxyType

from cubarium.core.turn import Reason


@unique
class End(Reason):
    """How a game ends."""

    MOST_CARDS = "most_cards"
    EMPTY_BAG = "empty_bag"
    TWIN_POINT = "twin_point"
    TIE_BREAK = "tie_break"
    PILE_OUT = "pile_out"
    TURNS_OUT = "turns_out"
    OTHERS_LEFT = "others_left"


@unique
class Refusal(Reason):
    """Why a move is refused."""

    OVER = "over"
    NOT_DRAWN = "not_drawn"
    CHANCE_FIRST = "chance_first"
    DRAW_FIRST = "draw_first"
    PLACE_FIRST = "place_first"
    BAG_EMPTY = "bag_empty"
    COLUMN_FULL = "column_full"
    COLUMN_EMPTY = "column_empty"
    SAME_COLUMN = "same_column"
    CLOSED_LEVEL = "closed_level"
    CLOSED_ROW = "closed_row"
    TABOO = "taboo"
    START_CUBE = "start_cube"
    TWIN_FIXED = "twin_fixed"
    TWIN_PLACED = "twin_placed"
    NO_CARD_YET = "no_card_yet"
    TOO_HIGH = "too_high"
    UNEVEN = "uneven"
    NOT_NEIGHBOURS = "not_neighbours"
    NO_PASS = "no_pass"


@unique
class Flaw(Reason):
    """Why a game never comes to a position."""

    TOO_MANY = "too_many"
    HELD_FULFILLED = "held_fulfilled"
    CORNERS_FIRST = "corners_first"


@unique
class Remark(Reason):
    """What players should know."""

    LAST_ROUND = "last_round"
    TIE = "tie"
    HAS_LEFT = "has_left"


REMARKS: Mapping[str, str] = MappingProxyType(
    {
        Remark.LAST_ROUND: "{where} has reached the number: the game ends with this round.",
        Remark.TIE: "A tie-break with {where} turns left: the first tie-break card shown wins.",
        Remark.HAS_LEFT: "{where} has left: its cards do not count.",
    }
)

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        End.MOST_CARDS: "the number is reached, and nobody has more cards",
        End.EMPTY_BAG: "the bag is empty, and nobody has more cards",
        End.TWIN_POINT: "as many cards as another player, and the twin is on the board",
        End.TIE_BREAK: "the tie-break card is fulfilled",
        End.PILE_OUT: "no card is left for the tie-break",
        End.TURNS_OUT: "nobody fulfilled a tie-break card in twenty turns",
        End.OTHERS_LEFT: "nobody else is left in the tie-break",
        Refusal.OVER: "The game is over.",
        Refusal.NOT_DRAWN: "{where} can't be drawn now.",
        Refusal.CHANCE_FIRST: "Something has to be drawn first.",
        Refusal.DRAW_FIRST: "Draw a cube before you place one on {where}.",
        Refusal.PLACE_FIRST: "Place the cube that you have drawn: name a column.",
        Refusal.BAG_EMPTY: "The bag is empty.",
        Refusal.COLUMN_FULL: "{where} has no room: a column holds no more than four cubes.",
        Refusal.COLUMN_EMPTY: "There is no cube on {where}.",
        Refusal.SAME_COLUMN: "The cube is on {where} already: move it to another column.",
        Refusal.CLOSED_LEVEL: "The cube on {where} is in a closed level: it stays.",
        Refusal.CLOSED_ROW: "The cube on {where} is in a closed row: it stays.",
        Refusal.TABOO: "The cube on {where} was moved in the turn just before: it stays this time.",
        Refusal.START_CUBE: "{where} holds a start cube: it stays during the first round.",
        Refusal.TWIN_FIXED: "The cube on {where} is a twin: it is never moved.",
        Refusal.TWIN_PLACED: "Your twin is on the board already.",
        Refusal.NO_CARD_YET: "Fulfil a card before you place your twin.",
        Refusal.TOO_HIGH: "{where} has no room for a standing twin.",
        Refusal.UNEVEN: "{where} are not the same height: the twin can't lie there.",
        Refusal.NOT_NEIGHBOURS: "{where} are not neighbours: the twin can't lie there.",
        Refusal.NO_PASS: "You can do something else, so you may not pass.",
        Flaw.TOO_MANY: "There are too many cubes of {where}.",
        Flaw.HELD_FULFILLED: "{where} is fulfilled already: it would have been shown.",
        Flaw.CORNERS_FIRST: "In the first round there is a cube of each colour on the corners.",
    }
)
