"""Sweeps over boards with one ball outside on a GPU: values alone, counted where they are, since
they take 88 GB."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubarium.solve.gpu import cupy_module
from cubarium.solve.rotations import gpu
from cubarium.solve.rotations.gpu import RANGE, THREADS, RotationGpu
from cubarium.solve.rotations.outside import CLASSES, OutsideIndex
from cubarium.solve.rotations.outside_check import FULL
from cubarium.solve.tablebase import Array

SOURCE = Path(__file__).parent / "outside.cu"


def source() -> str:
    """All that is compiled."""
    return gpu.SOURCE.read_text("utf-8") + SOURCE.read_text("utf-8")


def options(index: OutsideIndex) -> tuple[str, ...]:
    """The numbers that the source is made with."""
    return (*gpu.options(index.orbits, plies=False), f"-DWIDE={index.columns}")


class OutsideGpu:
    """The two classes, above full boards that are solved on the same GPU."""

    def __init__(self, index: OutsideIndex, full: RotationGpu) -> None:
        self.cupy = cupy = cupy_module()
        self.index = index
        self.full = full
        module = cupy.RawModule(code=source(), options=options(index))
        self._finish = module.get_function("finish_outside")
        self._sweep = module.get_function("sweep_outside")
        self._sweep.max_dynamic_shared_size_bytes = 4 * RANGE
        self._count = module.get_function("count_codes")
        self.words = [cupy.asarray(index.words(kind)) for kind in CLASSES]
        self.upper = [cupy.asarray(index.upper(kind)) for kind in CLASSES]
        far = (*index.children, index.joined)
        self.far = [cupy.asarray(part) for part in far]
        self.rows, self.ways = cupy.asarray(index.facts.rows), cupy.asarray(index.ways)
        self.entries = [cupy.zeros(index.positions, cupy.uint8) for _ in CLASSES]
        self.changed = [cupy.zeros(index.rows, cupy.int32) for _ in CLASSES]

    def finish(self) -> list[tuple[int, int]]:
        """Write the boards on which the game is over: by class, how many are won and lost."""
        found = []
        for kind in CLASSES:
            totals = self.cupy.zeros(2, self.cupy.uint64)
            first = self.full.lookups[0]
            given = (first, self.words[kind], self.full.squares, self.entries[kind], totals)
            self._finish((self.index.rows,), (THREADS,), given)
            won, lost = map(int, totals.get())
            found.append((won, lost))
        return found

    def sweep(self, number: int) -> int:
        """One sweep over both classes: how many entries have changed."""
        total = self.cupy.zeros(1, self.cupy.uint64)
        first, child, turn, joined, reversals, _, full_upper, lower = self.full.lookups
        for kind in CLASSES:
            other = 1 - kind
            given = (
                *(first, child, turn, joined, reversals, self.rows, self.ways, *self.far),
                *(self.words[kind], self.upper[kind], lower, self.upper[other], full_upper),
                *(self.full.entries, self.entries[kind], self.entries[other]),
                *(self.changed[kind], self.changed[other], np.int32(kind), np.int32(number), total),
            )
            self._sweep((self.index.rows,), (THREADS,), given, shared_mem=4 * RANGE)
        return int(total.get()[0])

    def counts(self, kind: int) -> NDArray[np.int64]:
        """By code, how many entries of a class have it."""
        found = self.cupy.zeros(256, self.cupy.uint64)
        given = (self.entries[kind], np.uint64(self.index.positions), found)
        self._count((4096,), (THREADS,), given)
        counts: NDArray[np.int64] = found.get().astype(np.int64)
        return counts

    def fetched(self, kind: int, numbers: Array) -> Array:
        """Some codes of a class, or of full boards, by their numbers."""
        entries = self.full.entries.ravel() if kind == FULL else self.entries[kind]
        return entries[self.cupy.asarray(numbers)].get()
