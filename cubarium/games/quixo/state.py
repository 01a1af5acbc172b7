"""The plain data of Quixo: states, moves, views."""

from dataclasses import dataclass
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.games.quixo.geometry import Cell

Cube: TypeAlias = Seat | None
"""None: blank. A seat: the one that may take this cube; its team's symbol is on top. With two
players that is the owner, with four the partner that the dot points to."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. It needs no memory of the first round: see Quixo.first_round."""

    board: tuple[Cube, ...]
    to_move: Seat


@dataclass(frozen=True, slots=True)
class Push:
    """Take a cube, mark it for a seat, push it in."""

    taken: Cell
    into: Cell
    marked: Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """No cube can be taken."""


Move: TypeAlias = Push | Pass


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: everything, since nothing is hidden."""

    viewer: Seat | None
    board: tuple[Cube, ...]
    to_move: Seat
