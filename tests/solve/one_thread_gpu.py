"""A CuPy of our own, without a GPU: arrays are NumPy's, and kernels are compiled by g++ for one
thread, which goes through the blocks one by one."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

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
extern "C" void choose_block(unsigned block, unsigned blocks)
{
    blockIdx.x = block;
    gridDim.x = blocks;
}
"""
COMPILER = shutil.which("g++")


class HostArray(np.ndarray[Any, Any]):
    """An array that can be fetched."""

    def get(self) -> Any:
        return np.array(self)


def _host(array: Any) -> HostArray:
    return np.ascontiguousarray(array).copy().view(HostArray)


class Kernel:
    """One function of a source."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self.library = library
        self.function = getattr(library, name)

    def __call__(self, grid: tuple[int], block: Any, given: Any, shared_mem: int = 0) -> None:
        del block, shared_mem
        arguments = [_argument(one) for one in given]
        for number in range(grid[0]):
            self.library.choose_block(number, grid[0])
            self.function(*arguments)


def _argument(one: Any) -> Any:
    if isinstance(one, np.ndarray):
        return ctypes.c_void_p(one.ctypes.data)
    return ctypes.c_uint64(int(one)) if isinstance(one, np.uint64) else ctypes.c_int(int(one))


def cupy_of(folder: Path) -> Any:
    """The module; libraries are made in a folder. A block judges seven boards together."""

    def module(code: str, options: tuple[str, ...]) -> Any:
        name = f"kernels{len(list(folder.iterdir()))}"
        source, library = folder / f"{name}.cpp", folder / f"{name}.so"
        own = "extern __shared__ u32 boards[];"
        source.write_text(SHIM + code.replace(own, "static u32 boards[RANGE];"), "utf-8")
        defines = [one for one in options if one.startswith("-D") and "RANGE" not in one]
        assert COMPILER is not None
        flags = ["-O1", "-w", "-shared", "-fPIC", *defines, "-DRANGE=7"]
        subprocess.run([COMPILER, *flags, "-o", str(library), str(source)], check=True)
        made = ctypes.CDLL(str(library))
        get: Callable[[str], Kernel] = lambda function: Kernel(made, function)  # noqa: E731
        return SimpleNamespace(get_function=get)

    runtime = SimpleNamespace(memGetInfo=lambda: (1 << 40, 1 << 40))
    return SimpleNamespace(
        RawModule=module,
        asarray=_host,
        zeros=lambda shape, kind: np.zeros(shape, kind).view(HostArray),
        cuda=SimpleNamespace(runtime=runtime),
        **{kind: getattr(np, kind) for kind in ("uint8", "int32", "uint32", "uint64")},
    )
