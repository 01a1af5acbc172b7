"""What a game gives the solver, and what solved positions say: see cubarium.solve."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # rules need nothing installed
    import numpy as np
    from numpy.typing import NDArray


@unique
class WinDrawLoss(StrEnum):
    """The value of a position for the seat to move, the best one first."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    def reversed(self) -> "WinDrawLoss":
        """The same for the other side."""
        return _REVERSED[self]


_REVERSED = {
    WinDrawLoss.WIN: WinDrawLoss.LOSS,
    WinDrawLoss.DRAW: WinDrawLoss.DRAW,
    WinDrawLoss.LOSS: WinDrawLoss.WIN,
}


class ValueSource(Protocol):
    """Whoever knows the value of some positions, such as the prober of a tablebase."""

    def value(self, s: Any) -> WinDrawLoss | None:
        """The value for the seat to move; None: not known."""
        ...

    def plies(self, s: Any) -> int | None:
        """How many plies the game still takes with best play; None: not known, or a draw."""
        ...

    @property
    def reach(self) -> str:
        """Which positions are known."""
        ...


@dataclass(frozen=True)
class PositionIndex:
    """A dense numbering of the positions of one size of board, seen by the mover: `me` and `op` are
    the cells of the mover's and of the other's cubes, as bits."""

    size: int
    cells: int
    row: "NDArray[np.uint32]"
    """By `me`: the number of its first turning among those with as many cubes."""
    turn: "NDArray[np.uint8]"
    """By `me`: the symmetry that leads to its first turning."""
    first: "tuple[NDArray[np.uint32], ...]"
    """By count: the first turnings, in numeric order."""
    orbit: "tuple[NDArray[np.uint8], ...]"
    """By count and row: how many different words its turnings are."""
    turned: "NDArray[np.uint32]"
    """By symmetry, piece and the bits in it: where they go."""
    below: "NDArray[np.uint32]"
    """By cell and count: the words with this many bits below that cell, for ranks."""
    lines: "NDArray[np.uint32]"
    taken: "NDArray[np.uint32]"
    """By push: the bit of the cube that is taken."""
    down: "NDArray[np.uint32]"
    """By push: the cells whose cubes go to a lower number, or to a higher one; by how much; the
    cell where the cube comes in."""
    up: "NDArray[np.uint32]"
    step: "NDArray[np.uint32]"
    entry: "NDArray[np.uint32]"

    def columns(self, a: int, b: int) -> int:
        """How many columns a class has: the positions with `a` cubes of the mover, `b` others."""
        return comb(self.cells - a, b)

    def positions(self, a: int, b: int) -> int:
        """How many entries a class has."""
        return len(self.first[a]) * self.columns(a, b)


class PushGeometry(Protocol):
    """The facts of a board that an independent checker needs."""

    @property
    def size(self) -> int: ...

    @property
    def paths(self) -> Mapping[tuple[int, int], tuple[int, ...]]: ...

    @property
    def lines(self) -> tuple[tuple[int, ...], ...]: ...


class SolverIndex(Protocol):
    """The numbering of a game's positions: the module `solver_index` of its room."""

    @property
    def PUBLISHED(self) -> Mapping[int, str]:  # noqa: N802
        """By size, the fingerprint of the counts of all classes that others have published."""
        ...

    @property
    def OPENINGS(self) -> Path:  # noqa: N802
        """The tablebase of openings that comes with the program."""
        ...

    @property
    def SMALLEST(self) -> int:  # noqa: N802
        """The size of board that is solved in moments."""
        ...

    def index(self, size: int) -> PositionIndex:
        """The numbering of a size of board; made once."""
        ...

    def size_of(self, game: Any) -> int:
        """The size of a game's board. Raises CubariumError if its positions have no numbers."""
        ...

    def openings_of(self, game: Any) -> Path | None:
        """The tablebase of openings that comes with the program, where it is of use."""
        ...

    def bitboards(self, s: Any) -> tuple[int, int]:
        """The cubes of the seat to move, and those of the other."""
        ...

    def state(self, size: int, me: int, op: int) -> Any:
        """The position in which the first seat is to move and has `me`."""
        ...

    def board(self, size: int) -> PushGeometry:
        """The facts of a board."""
        ...

    def line_lookup(self, size: int) -> "NDArray[np.uint32]":
        """The lines, as words."""
        ...

    def rank_lookup(self, cells: int) -> "NDArray[np.uint32]":
        """By place and count: how many words have this many bits, all of them below that place."""
        ...

    def turn_lookup(self, size: int) -> "NDArray[np.uint32]":
        """By symmetry, piece and the bits in it: where they go."""
        ...

    def first_turnings(self, size: int, count: int) -> "NDArray[np.uint32]":
        """The first turnings of all words with this many bits, in numeric order."""
        ...
