"""Exact values, looked up in a tablebase."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.operations import PackedState, Word, Words
from cubarium.core.solver import SolverIndex, WinDrawLoss
from cubarium.jit import compiled
from cubarium.solve.sweep import LOSS, WIN, has_line, image, rank, value_at
from cubarium.solve.tablebase import Tablebase

UNKNOWN: Final = -1
MEANING: Final = {
    UNKNOWN: None,
    0: WinDrawLoss.DRAW,
    1: WinDrawLoss.DRAW,
    LOSS: WinDrawLoss.LOSS,
    WIN: WinDrawLoss.WIN,
}
"""The codes of `values`."""
NOTHING = np.zeros(1, np.uint64)
NOTHING.setflags(write=False)  # as a tablebase on disk is, or lookups would be compiled twice
NO_WORDS = np.zeros(1, np.uint32)


class Prober:
    """Knows the value of every position that its tablebase has, and of finished ones."""

    def __init__(self, game: AnyGame, index: SolverIndex, path: Path) -> None:
        """`index` numbers the positions of the game."""
        self.game = game
        self.index = index
        self.tablebase = Tablebase(path, game.name, game.spec.info.rules_version)
        self.size = self.tablebase.size
        if index.size_of(game) != self.size:
            raise CubariumError(f"{path} is a tablebase of boards of {self.size} by {self.size}")
        self.cells = self.size * self.size
        self.lines = index.line_lookup(self.size)
        self.turned = index.turn_lookup(self.size)
        self.below = index.rank_lookup(self.cells)
        self.most_cubes = max(a + b for a, b in self.tablebase.classes)
        """The most that a position in the tablebase may have."""
        self.value(game.initial())  # compiles or loads what the first question would wait for

    def value(self, s: PackedState) -> WinDrawLoss | None:
        """The value for the seat to move; None: the tablebase does not reach this far."""
        me, op = self.index.bitboards(s)
        (code,) = self.values(np.array([me], np.uint32), np.array([op], np.uint32))
        return MEANING[int(code)]

    def plies(self, s: PackedState) -> int | None:
        """None: the tablebase has values alone."""
        del s
        return None

    @property
    def reach(self) -> str:
        """Which positions are known."""
        return (
            f"positions with up to {self.most_cubes} cubes; "
            f"`cubarium solve {self.game.name} --table FILE` makes a larger one"
        )

    def values(self, me: NDArray[np.uint32], op: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The values of many positions at once: WIN, LOSS, less for a draw, UNKNOWN."""
        found = np.full(len(me), UNKNOWN, np.int64)
        counts = np.bitwise_count(me).astype(np.int64) * 32 + np.bitwise_count(op)
        for count in np.unique(counts):
            which = divmod(int(count), 32)
            chosen = np.flatnonzero(counts == count)
            words, first, columns = NOTHING, NO_WORDS, 1
            reached = which in self.tablebase
            if reached:
                first = self.index.first_turnings(self.size, which[0])
                columns = int(self.below[self.cells - which[0], which[1]])
                words = self.tablebase.values(which, len(first) * columns)
            values = np.full(len(chosen), UNKNOWN, np.int64)
            _probe(
                values,
                me[chosen],
                op[chosen],
                words,
                first,
                self.turned,
                self.below,
                self.lines,
                columns,
                int(reached),
            )
            found[chosen] = values
        return found


def classed(
    size: int,
    index: SolverIndex,
    which: tuple[int, int],
    words: NDArray[np.uint64],
    me: NDArray[np.uint32],
    op: NDArray[np.uint32],
) -> NDArray[np.int64]:
    """The values of positions of one class, from all values of that class."""
    cells = size * size
    below = index.rank_lookup(cells)
    found = np.full(len(me), UNKNOWN, np.int64)
    _probe(
        found,
        me,
        op,
        words,
        index.first_turnings(size, which[0]),
        index.turn_lookup(size),
        below,
        index.line_lookup(size),
        int(below[cells - which[0], which[1]]),
        1,
    )
    return found


@compiled
def _probe(
    found: Words,
    me: Word,
    op: Word,
    values: Words,
    first: Words,
    turned: Words,
    below: Words,
    lines: Words,
    columns: int,
    reached: int,
) -> None:
    """Find the values of positions of one class."""
    for at in range(len(me)):
        if has_line(me[at], lines):
            found[at] = WIN
        elif has_line(op[at], lines):
            found[at] = LOSS
        elif reached:
            best = me[at]
            turn = 0
            for symmetry in range(1, len(turned)):
                word = image(turned, symmetry, me[at])
                if word < best:
                    best, turn = word, symmetry
            row = np.searchsorted(first, best)
            column = rank(best, image(turned, turn, op[at]), below)
            found[at] = value_at(values, np.int64(row) * columns + column)
