"""The plain data of Cubulus: states, moves, views."""

from dataclasses import dataclass
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.games.cubulus.geometry import Place

Ball: TypeAlias = int
"""A colour: that of the seat with this number. With two players 2 is neutral."""
Board: TypeAlias = tuple[Ball | None, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """Put a ball into a free place: a new one of one's own, or a neutral one when setting up."""

    place: Place


@dataclass(frozen=True, slots=True)
class Lay:
    """Chance puts a neutral ball into a free place."""

    place: Place


@dataclass(frozen=True, slots=True)
class Push:
    """Push a new ball in at a taken place, along an axis."""

    place: Place
    axis: int


@dataclass(frozen=True, slots=True)
class Rearrange:
    """Push at an end of a complete row: the ball that comes out goes into the gap."""

    place: Place
    axis: int


Move: TypeAlias = Put | Lay | Push | Rearrange


@dataclass(frozen=True, slots=True)
class State:
    """A position. What is left to put in follows from the board: no ball ever leaves it."""

    board: Board
    to_move: Seat
    forbidden: Rearrange | None = None
    """The rearrangement that would undo the last one."""


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: everything, since nothing is hidden."""

    viewer: Seat | None
    board: Board
    to_move: Seat
    forbidden: Rearrange | None
