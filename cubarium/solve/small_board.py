"""Small boards, solved when somebody asks: every value, with its plies."""

import numpy as np

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.operations import PackedState
from cubarium.core.solver import SolverIndex, ValueSource, WinDrawLoss
from cubarium.solve.distances import LARGEST, distances


class SmallBoard:
    """Knows every position of a board that is solved in seconds."""

    def __init__(self, game: AnyGame, index: SolverIndex) -> None:
        self._index = index
        self._distances = distances(index.index(index.size_of(game)))

    def value(self, s: PackedState) -> WinDrawLoss | None:
        """The value for the seat to move."""
        code = self._code(s)
        if not code:
            return WinDrawLoss.DRAW
        return WinDrawLoss.WIN if code > 0 else WinDrawLoss.LOSS

    def plies(self, s: PackedState) -> int | None:
        """How many plies the game still takes with best play; None: a draw."""
        code = self._code(s)
        return abs(code) - 1 if code else None

    @property
    def reach(self) -> str:
        """Which positions are known."""
        return "every position of this board"

    def _code(self, s: PackedState) -> int:
        me, op = self._index.bitboards(s)
        (code,) = self._distances.codes(np.array([me], np.uint32), np.array([op], np.uint32))
        return int(code)


def small_board(game: AnyGame) -> ValueSource | None:
    """The values of a small board; None: it is none, or is not for two."""
    if catalog.has_rotations(game.name) or game.players != 2:
        return None
    index = catalog.solver_index(game.name)
    return SmallBoard(game, index) if index.size_of(game) <= LARGEST else None
