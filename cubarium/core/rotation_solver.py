"""What a game of rotations gives the solver: full boards on which rows of three turn by one.

Nothing comes in any more: two sides have as many balls each, all others are neutral. A move turns
one row; the next move may not turn it back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:  # rules need nothing installed
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RotationFacts:
    """The board and its moves."""

    cells: int
    balls: int
    """How many each side has."""
    symmetries: "NDArray[np.uint8]"
    """By symmetry and cell: where the cell goes; the identity first."""
    rows: "NDArray[np.uint8]"
    """By rotation: its three cells. What is in one goes to the next, what is in the last to the
    first. Each row is there twice, once from each end."""
    squares: "NDArray[np.uint32]"
    """The cells, as bits, that win together."""


class RotationIndex(Protocol):
    """The full boards of a game: the module `rotation_index` of its room."""

    @property
    def BALLS(self) -> int:  # noqa: N802
        """How many balls each side has in the real game."""
        ...

    @property
    def SWEEPS(self) -> int:  # noqa: N802
        """How many sweeps the real game is known to take."""
        ...

    def facts(self, balls: int) -> RotationFacts:
        """The board with this many balls a side."""
        ...

    def check(self, game: Any) -> None:
        """Raises CubariumError if the boards of this game are not numbered."""
        ...

    def words(self, s: Any) -> tuple[int, int, int] | None:
        """The cells of the seat to move, those of the other, and the number of the rotation that
        is forbidden (-1: none). None: not a full board."""
        ...

    def gapped_words(self, s: Any) -> tuple[int, int, int, int]:
        """The same with the cells that are empty in the third place."""
        ...

    def state(self, me: int, op: int, forbidden: int, gap: int = 0) -> object:
        """The position in which the first seat is to move and has `me`; the cells of `gap` are
        empty."""
        ...
