"""The plain data of Rubik's Cage: states, moves, views."""

from dataclasses import dataclass
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.games.cage.geometry import Column

Columns: TypeAlias = tuple[str, ...]
"""By column, the colours of its cubes from the bottom up: gravity leaves no gaps."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop a cube of one's own into a column."""

    colour: str
    column: Column


@dataclass(frozen=True, slots=True)
class Twist:
    """Turn one layer (from 0, at the bottom) by a quarter."""

    layer: int
    clockwise: bool


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn the whole cage upside down."""


Move: TypeAlias = Drop | Twist | Flip


@dataclass(frozen=True, slots=True)
class State:
    """A position. What is in stock follows from the cage: no cube ever leaves it."""

    columns: Columns
    to_move: Seat
    forbidden: Twist | Flip | None = None
    """The action that would undo the last one."""


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: everything, since nothing is hidden."""

    viewer: Seat | None
    columns: Columns
    to_move: Seat
    forbidden: Twist | Flip | None
