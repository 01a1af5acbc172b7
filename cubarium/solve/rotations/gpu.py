"""Sweeps over full boards on a GPU, through CuPy: the source is sweep.cu."""

from pathlib import Path

import numpy as np

from cubarium.solve.gpu import cupy_module
from cubarium.solve.rotations.orbits import OrbitIndex
from cubarium.solve.tablebase import Array

SOURCE = Path(__file__).parent / "sweep.cu"
THREADS = 512
RANGE = 12_288
"""Boards of an orbit that a block judges together: a word each in its own memory."""


def options(index: OrbitIndex, *, plies: bool) -> tuple[str, ...]:
    """The numbers that the source is made with."""
    facts = index.facts
    return (
        "--std=c++14",
        f"-DCELLS={facts.cells}",
        f"-DBALLS={facts.balls}",
        f"-DMOVES={len(facts.rows)}",
        f"-DSQUARES={len(facts.squares)}",
        f"-DCOLUMNS={index.columns}",
        f"-DRANGE={RANGE}",
        f"-DPLIES={int(plies)}",
    )


class RotationGpu:
    """A backend: one block an orbit."""

    def __init__(self, index: OrbitIndex, *, plies: bool) -> None:
        self.cupy = cupy = cupy_module()
        self.index = index
        self.plies = plies
        source = SOURCE.read_text("utf-8")
        module = cupy.RawModule(code=source, options=options(index, plies=plies))
        self._finish = module.get_function("finish")
        self._sweep = module.get_function("sweep")
        self._sweep.max_dynamic_shared_size_bytes = 4 * RANGE
        child, turn = index.children
        parts = (index.first, child, turn, index.joined, index.reversals, index.words)
        self.lookups = tuple(cupy.asarray(part) for part in (*parts, index.upper, index.lower))
        self.squares = cupy.asarray(index.facts.squares)
        kind = cupy.uint32 if plies else cupy.uint8
        self.entries = cupy.zeros((index.orbits, index.columns), kind)
        self.changed = cupy.zeros(index.orbits, cupy.int32)

    def finish(self) -> tuple[int, int]:
        """Write the boards on which the game is over: how many are won, how many lost."""
        totals = self.cupy.zeros(2, self.cupy.uint64)
        arguments = (self.lookups[0], self.lookups[5], self.squares, self.entries, totals)
        self._finish((self.index.orbits,), (THREADS,), arguments)
        won, lost = map(int, totals.get())
        return won, lost

    def sweep(self, number: int) -> int:
        """One sweep: how many entries have changed."""
        total = self.cupy.zeros(1, self.cupy.uint64)
        arguments = (*self.lookups, self.entries, self.changed, np.int32(number), total)
        self._sweep((self.index.orbits,), (THREADS,), arguments, shared_mem=4 * RANGE)
        return int(total.get()[0])

    def fetched(self, begin: int, end: int) -> Array:
        """The entries of some orbits."""
        return self.entries[begin:end].get()

    def load(self, begin: int, entries: Array, number: int) -> None:
        """Put back what an earlier run has found by its sweep of this number."""
        self.entries[begin : begin + len(entries)] = self.cupy.asarray(np.array(entries))
        self.changed[:] = number
