"""Sweeps on a GPU, through CuPy: the source is sweep.cu."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np

from cubarium.core.errors import CubariumError
from cubarium.core.solver import PositionIndex
from cubarium.solve.solver import ValueCounts
from cubarium.solve.tablebase import BLOCK, Array, Class

SOURCE = Path(__file__).parent / "sweep.cu"
THREADS = 128
BLOCKS_A_PROCESSOR = 16


def cupy_module() -> ModuleType:
    """CuPy, if it is there. Raises CubariumError."""
    try:
        return import_module("cupy")
    except ImportError as error:
        raise CubariumError("the GPU needs CuPy (pip install cupy-cuda13x)") from error


def free_gpu_memory() -> int:
    """Bytes of the GPU's memory that can be used."""
    return int(cupy_module().cuda.runtime.memGetInfo()[0])


class Gpu:
    """A backend: one warp a word of values."""

    def __init__(self, index: PositionIndex) -> None:
        self.cupy = cupy = cupy_module()
        self.index = index
        options = (
            "--std=c++14",
            f"-DCELLS={index.cells}",
            f"-DMOVES={len(index.taken)}",
            f"-DLINES={len(index.lines)}",
            f"-DPIECES={index.turned.shape[1]}",
        )
        module = cupy.RawModule(code=SOURCE.read_text("utf-8"), options=options)
        self._sweep = module.get_function("sweep")
        self._count_values = module.get_function("count_values")
        processors = cupy.cuda.runtime.getDeviceProperties(0)["multiProcessorCount"]
        self.grid = ((BLOCKS_A_PROCESSOR * processors,), (THREADS,))
        moves = np.stack([index.taken, index.down, index.up, index.step, index.entry], axis=1)
        parts = (index.turned, index.below, moves, index.lines)
        self.lookups = cupy.asarray(np.concatenate([part.ravel() for part in parts]))
        self.row = cupy.asarray(index.row)
        self.turn = cupy.asarray(index.turn)
        self.first = [cupy.asarray(words) for words in index.first]
        self.orbit = [cupy.asarray(times) for times in index.orbit]
        words = np.arange(1 << index.cells, dtype=np.uint32)
        bits = np.bitwise_count(words)
        by_count = np.argsort(bits, kind="stable").astype(np.uint32)
        ends = np.cumsum(np.bincount(bits, minlength=index.cells + 1))
        on_gpu = cupy.asarray(by_count)
        self.words = [on_gpu[begin:] for begin in (0, *ends[:-1])]
        """By count, all words with this many bits in numeric order: the first ones are those on
        fewer cells."""

    @property
    def name(self) -> str:
        """What it is called."""
        name: bytes = self.cupy.cuda.runtime.getDeviceProperties(0)["name"]
        return name.decode()

    def free_memory(self) -> int:
        """Bytes that can be used."""
        return free_gpu_memory()

    def empty(self, which: Class) -> Array:
        return self.cupy.zeros(-(-self.index.positions(*which) // BLOCK), self.cupy.uint64)

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
        settled = self.cupy.zeros(1, self.cupy.uint64)
        arguments = (
            self.row,
            self.turn,
            self.lookups,
            self.first[a],
            self.words[b],
            np.uint64(index.columns(a, b)),
            np.uint64(index.columns(b, a)),
            np.uint64(1 if full else index.columns(b, a + 1)),
            tier[a, b],
            tier[b, a],
            settled if full else above[b, a + 1],
            np.uint64(index.positions(a, b)),
            np.int32(opening),
            settled,
        )
        self._sweep(*self.grid, arguments)
        return int(settled[0])

    def count_values(self, which: Class, values: Array) -> ValueCounts:
        totals = self.cupy.zeros(3, self.cupy.uint64)
        columns, positions = self.index.columns(*which), self.index.positions(*which)
        arguments = (values, self.orbit[which[0]], np.uint64(columns), np.uint64(positions), totals)
        self._count_values(*self.grid, arguments)
        return ValueCounts(*map(int, totals.get()))

    def fetched(self, values: Array) -> Array:
        return values.get()

    def loaded(self, values: Array) -> Array:
        return self.cupy.asarray(np.array(values, np.uint64))
