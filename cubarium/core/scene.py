"""What a board needs to draw, animate and offer a view: plain data, no rules, no sentences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cubarium.core.turn import Seat, Turn


@dataclass(frozen=True, slots=True)
class Place:
    """A spot on the board, in steps to the east, to the north and upwards."""

    id: str
    x: int
    y: int
    z: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """A thing on the board. Its id is that of its place until it moves (see Motion.becomes)."""

    id: str
    kind: str
    place: str
    """The id of a place or of a holder."""
    symbol: str = ""
    colour: str = ""
    facing: str = ""
    """The seat that it points to, by name; empty: none."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Where things are that are not on the board: a seat's hand, a pile."""

    id: str
    kind: str
    """`hand`, `shown`, `tie`, `aside` or `held`."""
    seat: str = ""
    """Whose it is, by name; empty: nobody's."""


@dataclass(frozen=True, slots=True)
class Square:
    """A coloured square of a picture, in steps from its left and its bottom."""

    x: int
    y: int
    symbol: str
    colour: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The board as it is seen from one side. Where a square is missing, nothing is seen."""

    id: str
    width: int
    height: int
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Near:
    """Where most of a card can be seen now: this many of its squares, in these cells of a sight."""

    seen: int
    sight: str
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The picture on a card that the viewer may see. Its id is that of its item."""

    id: str
    squares: tuple[Square, ...]
    near: Near | None = None
    """For the viewer's own cards that count."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A legal move as the targets to touch one after another."""

    move: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Places or holders worth showing: `win` is what decided the game, `last` where the last move
    ended, `trail` what it moved on its way, `taboo` what may not be moved now, `row` the two ends
    of a row that is complete."""

    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """What a player should know before moving: a reason code, and what it is about."""

    reason: str
    where: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One view, drawn."""

    viewer: Seat | None
    turn: Turn
    places: tuple[Place, ...]
    items: tuple[Item, ...]
    touches: tuple[Touch, ...]
    blocked: Mapping[str, str] = field(default_factory=dict)
    """Target -> the reason code why it can't be touched first."""
    marks: tuple[Mark, ...] = ()
    stocks: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """By seat name (or bag, or pile), how many of each symbol are still to come into play."""
    stacked: bool = False
    """Do items stand on one another without gaps? Then a flat picture may show a column as one
    cell, from the bottom up."""
    notes: tuple[Note, ...] = ()
    holders: tuple[Holder, ...] = ()
    sights: tuple[Sight, ...] = ()
    cards: tuple[Card, ...] = ()
    goal: int = 0
    """How many cards must be shown to end the game; 0: cards do not count here."""
    landings: Mapping[str, str] = field(default_factory=dict)
    """Column -> the place where a piece that is put in there comes to rest, where pieces fall."""


class Phase(StrEnum):
    """The kinds of motion."""

    LEAVE = "leave"
    SLIDE = "slide"
    TURN = "turn"
    FALL = "fall"
    ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Motion:
    """One item moves. `becomes` is its id in the scene after the act ('' when it is gone)."""

    item: str
    phase: Phase
    to: str
    becomes: str
