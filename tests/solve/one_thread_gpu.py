"""The source of the GPU's sweeps, compiled by g++ for one thread: its logic without a GPU."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from cubarium.solve.rotations.gpu import SOURCE
from cubarium.solve.rotations.orbits import OrbitIndex

SHIM = """
#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __syncthreads()
static inline bool __syncthreads_or(bool one) { return one; }
static inline int __popc(unsigned word) { return __builtin_popcount(word); }
static inline int __ffs(unsigned word) { return __builtin_ffs(word); }
template <class T> static inline T atomicAdd(T *at, T more) { *at += more; return *at - more; }
static struct { unsigned x; } blockIdx, threadIdx = {0}, blockDim = {1};
"""
LOOPS = """
extern "C" void finish_all(int orbits, const u32 *first, const u32 *words, const u32 *squares,
    Entry *entries, u64 *totals)
{
    for (blockIdx.x = 0; blockIdx.x < (unsigned)orbits; blockIdx.x++)
        finish(first, words, squares, entries, totals);
}
extern "C" void sweep_all(int orbits, const u32 *first, const int *child, const u8 *turn,
    const u8 *joined, const u8 *reversals, const u32 *words, const int *upper, const int *lower,
    Entry *entries, int *changed, int number, u64 *total)
{
    for (blockIdx.x = 0; blockIdx.x < (unsigned)orbits; blockIdx.x++)
        sweep(first, child, turn, joined, reversals, words, upper, lower, entries, changed, number,
            total);
}
"""
COMPILER = shutil.which("g++")


class OneThreadGpu:
    """A backend that runs the kernels block by block."""

    def __init__(self, index: OrbitIndex, folder: Path, *, plies: bool, range_: int = 7) -> None:
        """`range_`: how many boards a block judges together."""
        source = SOURCE.read_text("utf-8").replace(
            "extern __shared__ u32 boards[];", "static u32 boards[RANGE];"
        )
        code, library = folder / f"sweep{plies}.cpp", folder / f"sweep{plies}.so"
        code.write_text(SHIM + source + LOOPS, "utf-8")
        facts = index.facts
        given = {
            "CELLS": facts.cells,
            "BALLS": facts.balls,
            "MOVES": len(facts.rows),
            "SQUARES": len(facts.squares),
            "COLUMNS": index.columns,
            "RANGE": range_,
            "PLIES": int(plies),
        }
        defines = [f"-D{name}={value}" for name, value in given.items()]
        assert COMPILER is not None
        subprocess.run(
            [COMPILER, "-O1", "-w", "-shared", "-fPIC", *defines, "-o", library, code], check=True
        )
        self.library = ctypes.CDLL(str(library))
        self.index = index
        self.plies = plies
        self.entries = np.zeros((index.orbits, index.columns), np.uint32 if plies else np.uint8)
        self.changed = np.zeros(index.orbits, np.int32)
        lookups = (index.first, *index.children, index.joined, index.reversals, index.words)
        self.lookups = tuple(
            np.ascontiguousarray(one) for one in (*lookups, index.upper, index.lower)
        )

    def finish(self) -> tuple[int, int]:
        totals = np.zeros(2, np.uint64)
        squares = self.index.facts.squares
        given = (self.lookups[0], self.lookups[5], squares, self.entries, totals)
        self.library.finish_all(self.index.orbits, *map(_pointer, given))
        return int(totals[0]), int(totals[1])

    def sweep(self, number: int) -> int:
        total = np.zeros(1, np.uint64)
        given = (*self.lookups, self.entries, self.changed)
        pointers = [_pointer(one) for one in given]
        self.library.sweep_all(self.index.orbits, *pointers, number, _pointer(total))
        return int(total[0])

    def fetched(self, begin: int, end: int) -> Any:
        return self.entries[begin:end]

    def load(self, begin: int, entries: Any, number: int) -> None:
        self.entries[begin : begin + len(entries)] = entries
        self.changed[:] = number


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
