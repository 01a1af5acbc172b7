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
    symbol: str = ""
    colour: str = ""
    facing: str = ""
    """The seat that it points to, by name; empty: none."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A legal move as the targets to touch one after another."""

    move: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Places worth showing: `win` is what decided the game, `last` where the last move ended,
    `trail` what it moved on its way."""

    kind: str
    places: tuple[str, ...]


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
    """By seat name, how many of each symbol are still to come into play."""


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
