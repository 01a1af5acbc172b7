"""The source of the GPU's sweeps, compiled by g++ for one thread: its logic without a GPU."""

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from cubarium.solve.rotations import outside_gpu
from cubarium.solve.rotations.gpu import SOURCE, options
from cubarium.solve.rotations.orbits import OrbitIndex
from cubarium.solve.rotations.outside import OutsideIndex

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
static struct { unsigned x; } blockIdx, threadIdx = {0}, blockDim = {1}, gridDim = {1};
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
OUTSIDE = """
extern "C" void finish_all_outside(int rows, const u32 *first, const u32 *words,
    const u32 *squares, Entry *entries, u64 *totals)
{
    for (blockIdx.x = 0; blockIdx.x < (unsigned)rows; blockIdx.x++)
        finish_outside(first, words, squares, entries, totals);
}
extern "C" void sweep_all_outside(int count, const u32 *first, const int *child, const u8 *turn,
    const u8 *joined, const u8 *reversals, const u8 *rows, const u8 *pushes, const int *far_child,
    const u8 *far_turn, const u8 *far_joined, const u32 *words, const int *upper, const int *lower,
    const int *other_upper, const int *full_upper, const Entry *full, Entry *entries,
    const Entry *others, int *changed, const int *others_changed, int kind, int number, u64 *total)
{
    for (blockIdx.x = 0; blockIdx.x < (unsigned)count; blockIdx.x++)
        sweep_outside(first, child, turn, joined, reversals, rows, pushes, far_child, far_turn,
            far_joined, words, upper, lower, other_upper, full_upper, full, entries, others,
            changed, others_changed, kind, number, total);
}
extern "C" void count_all(const Entry *entries, u64 many, u64 *counts)
{
    blockIdx.x = 0;
    count_codes(entries, many, counts);
}
"""
COMPILER = shutil.which("g++")


def compiled(source: str, folder: Path, options: tuple[str, ...]) -> ctypes.CDLL:
    """A library from a source for GPUs; blocks judge seven boards together."""
    name = f"sweep{len(list(folder.iterdir()))}"
    code, library = folder / f"{name}.cpp", folder / f"{name}.so"
    own = "extern __shared__ u32 boards[];"
    code.write_text(SHIM + source.replace(own, "static u32 boards[RANGE];"), "utf-8")
    defines = [one for one in options if one.startswith("-D") and "RANGE" not in one]
    assert COMPILER is not None
    flags = ["-O1", "-w", "-shared", "-fPIC", *defines, "-DRANGE=7"]
    subprocess.run([COMPILER, *flags, "-o", str(library), str(code)], check=True)
    return ctypes.CDLL(str(library))


class OneThreadGpu:
    """A backend that runs the kernels block by block."""

    def __init__(self, index: OrbitIndex, folder: Path, *, plies: bool) -> None:
        source = SOURCE.read_text("utf-8") + LOOPS
        self.library = compiled(source, folder, options(index, plies=plies))
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


class OneThreadOutside:
    """The same for boards with one ball outside."""

    def __init__(self, index: OutsideIndex, full: Any, folder: Path) -> None:
        given = outside_gpu.options(index)
        self.library = compiled(outside_gpu.source() + OUTSIDE, folder, given)
        self.index = index
        orbits = index.orbits
        self.entries = [np.zeros((index.rows, index.columns), np.uint8) for _ in range(2)]
        self.changed = [np.zeros(index.rows, np.int32) for _ in range(2)]
        lookups = (orbits.first, *orbits.children, orbits.joined, orbits.reversals)
        self.lookups = [*lookups, index.facts.rows, index.ways, *index.children, index.joined]
        self.words = [index.words(kind) for kind in range(2)]
        self.upper = [index.upper(kind) for kind in range(2)]
        self.full = full

    def finish(self) -> list[tuple[int, int]]:
        found = []
        for kind in range(2):
            totals = np.zeros(2, np.uint64)
            given = (self.index.orbits.first, self.words[kind], self.index.facts.squares)
            pointers = map(_pointer, (*given, self.entries[kind], totals))
            self.library.finish_all_outside(self.index.rows, *pointers)
            found.append((int(totals[0]), int(totals[1])))
        return found

    def fetched(self, kind: int, numbers: Any) -> Any:
        return (*self.entries, self.full)[kind].ravel()[numbers]

    def sweep(self, number: int) -> int:
        total = np.zeros(1, np.uint64)
        orbits = self.index.orbits
        for kind in range(2):
            own, other = self.upper[kind], self.upper[1 - kind]
            given = (*self.lookups, self.words[kind], own, orbits.lower, other, orbits.upper)
            arrays = (self.full, self.entries[kind], self.entries[1 - kind])
            flags = (self.changed[kind], self.changed[1 - kind])
            kept = [np.ascontiguousarray(one) for one in given]
            pointers = [_pointer(one) for one in (*kept, *arrays, *flags)]
            self.library.sweep_all_outside(
                self.index.rows, *pointers, kind, number, _pointer(total)
            )
        return int(total[0])

    def counts(self, kind: int) -> Any:
        found = np.zeros(256, np.uint64)
        many = ctypes.c_uint64(self.index.positions)
        self.library.count_all(_pointer(self.entries[kind]), many, _pointer(found))
        return found.astype(np.int64)


def _pointer(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
