"""Sweeps on the processor's cores."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cubarium.core.solver import PositionIndex
from cubarium.solve.solver import ValueCounts
from cubarium.solve.sweep import LOSS, WIN, count_values, sweep
from cubarium.solve.tablebase import BLOCK, Array, Class

NOTHING = np.zeros(1, np.uint64)
CHUNKS = 8
"""Per thread: so that none waits long for the others."""


def free_memory() -> int:
    """Bytes of memory that the machine could still give."""
    pages, size = os.sysconf("SC_AVPHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return pages * size


class Cores:
    """A backend: threads over whole blocks of values."""

    def __init__(self, index: PositionIndex, threads: int | None = None) -> None:
        self.index = index
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads)
        self.lookups = (
            index.row,
            index.turn,
            index.turned,
            index.below,
            index.lines,
            index.taken,
            index.down,
            index.up,
            index.step,
            index.entry,
        )

    def empty(self, which: Class) -> Array:
        return np.zeros(-(-self.index.positions(*which) // BLOCK), np.uint64)

    def _chunks(self, positions: int) -> list[tuple[int, int]]:
        blocks = -(-positions // BLOCK)
        each = max(1, -(-blocks // (CHUNKS * self.threads))) * BLOCK
        return [(begin, min(begin + each, positions)) for begin in range(0, positions, each)]

    def sweep(
        self,
        which: Class,
        tier: dict[Class, Array],
        above: dict[Class, Array],
        *,
        opening: bool,
    ) -> int:
        a, b = which
        index = self.index
        full = a + b == index.cells

        def part(chunk: tuple[int, int]) -> int:
            return int(
                sweep(
                    self.lookups,
                    (a, b, index.cells),
                    index.first[a],
                    index.columns(a, b),
                    (index.columns(b, a), 1 if full else index.columns(b, a + 1)),
                    tier[a, b],
                    tier[b, a],
                    NOTHING if full else above[b, a + 1],
                    *chunk,
                    int(opening),
                )
            )

        return sum(self.pool.map(part, self._chunks(index.positions(a, b))))

    def count_values(self, which: Class, values: Array) -> ValueCounts:
        counts = np.zeros(4, np.int64)
        count_values(
            counts,
            values,
            self.index.orbit[which[0]],
            self.index.columns(*which),
            self.index.positions(*which),
        )
        return ValueCounts(int(counts[WIN]), int(counts[LOSS]), int(counts[0] + counts[1]))

    def fetched(self, values: Array) -> Array:
        return values

    def loaded(self, values: Array) -> Array:
        return np.array(values, np.uint64)
