"""Sweeps over full boards on the processor's cores."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cubarium.solve.rotations.orbits import OrbitIndex
from cubarium.solve.rotations.sweep import finish, sweep
from cubarium.solve.tablebase import Array

CHUNK = 64
"""Orbits that a thread takes at once, if there are many."""


class RotationCores:
    """A backend: threads over some orbits each."""

    def __init__(self, index: OrbitIndex, threads: int | None = None, *, plies: bool) -> None:
        self.index = index
        self.plies = plies
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads)
        kind = np.uint32 if plies else np.uint8
        self.entries: Array = np.zeros((index.orbits, index.columns), kind)
        self.changed = np.zeros(index.orbits, np.int32)
        self.lookups = (
            index.first,
            *index.children,
            index.joined,
            index.reversals,
            index.words,
            index.upper,
            index.lower,
        )

    def _each(self, task: Callable[[int, int], Array]) -> list[Array]:
        """A task for all orbits, in chunks."""
        chunk = max(1, min(CHUNK, self.index.orbits // (4 * self.threads)))
        begins = range(0, self.index.orbits, chunk)
        return list(
            self.pool.map(lambda begin: task(begin, min(begin + chunk, self.index.orbits)), begins)
        )

    def finish(self) -> tuple[int, int]:
        """Write the boards on which the game is over: how many are won, how many lost."""
        index = self.index
        squares = index.facts.squares

        def task(begin: int, end: int) -> tuple[int, int]:
            won, lost = finish(
                index.first, index.words, squares, self.entries, begin, end, int(self.plies)
            )
            return int(won), int(lost)

        found = self._each(task)
        return sum(won for won, _ in found), sum(lost for _, lost in found)

    def sweep(self, number: int) -> int:
        """One sweep: how many entries have changed."""

        def task(begin: int, end: int) -> int:
            balls = self.index.facts.balls
            return int(
                sweep(
                    self.lookups,
                    balls,
                    self.entries,
                    self.changed,
                    begin,
                    end,
                    number,
                    int(self.plies),
                )
            )

        return sum(self._each(task))

    def fetched(self, begin: int, end: int) -> Array:
        """The entries of some orbits."""
        return self.entries[begin:end]

    def load(self, begin: int, entries: Array, number: int) -> None:
        """Put back what an earlier run has found by its sweep of this number."""
        self.entries[begin : begin + len(entries)] = entries
        self.changed[:] = number
