"""The one place that configures numba. Compiled code is kept between runs by code_cache."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast

from cubarium import extras
from cubarium.core.operations import Number, PackedState, Word, Words

extras.require("engines")  # a sentence, before anything that an extra brings is imported

import numba  # noqa: E402
import numpy as np  # noqa: E402
from numba.core import types  # noqa: E402
from numba.core.compiler import Compiler  # noqa: E402
from numba.extending import overload  # noqa: E402

from cubarium.core import operations  # noqa: E402
from cubarium.jit import code_cache  # noqa: E402

TRIED: Final = (0, 68)
"""The newest numba whose insides are known to be as part_compiler needs them. The oldest is the one
that pyproject.toml wants."""

_entries = _parts = Compiler  # with which compiling takes longer
if tuple(map(int, numba.__version__.split(".")[:2])) <= TRIED:
    from cubarium.jit.part_compiler import EntryCompiler, PartCompiler

    _entries, _parts = EntryCompiler, PartCompiler

ENABLED = not numba.config.DISABLE_JIT

PART: Final = {
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "pipeline_class": _parts,
}
"""Of functions that compiled ones alone call: ways in from elsewhere, and machine code of their
own, were half of the time that compiling takes."""

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile on first use, cached on disk, without the interpreter's lock."""
    made: F = numba.njit(nogil=True, pipeline_class=_entries)(function)
    if ENABLED:
        code_cache.attach(made)
    return made


def helper(function: F) -> F:
    """Compile as a part of other functions; called from Python, it runs as Python. Never an entry
    of its own, so not cached. Parts may call themselves, but not each other in a circle, and
    functions compiled by others (numba.njit) may not call them."""
    if not ENABLED:
        return function
    part = numba.njit(**PART)(function)

    @wraps(function)
    def from_python(*arguments: object) -> object:
        return function(*arguments)

    # the compiled one too, which its type does not keep alive
    vars(from_python).update(compiled=part, _numba_type_=part._numba_type_)
    return cast("F", from_python)


def operation(name: Callable[..., Any], packed: type[NamedTuple]) -> Callable[[F], F]:
    """Declare how a kernel operation is done on one class of packed states."""

    def declare(function: F) -> F:
        operations.register(name, packed, function)
        if ENABLED:
            code_cache.depends(packed, function)

            def choose(state: PackedState, *_: Number) -> F | None:
                ours = isinstance(state, types.NamedTuple | types.NamedUniTuple)
                return function if ours and state.instance_class is packed else None

            overload(name, PART, strict=False)(choose)
        return function

    return declare


def no_secrets(packed: type[NamedTuple]) -> None:
    """Declare that every seat sees everything."""

    @operation(operations.determinize, packed)
    def determinize(state: PackedState, seat: int, rng: Word) -> Number:  # noqa: ARG001
        return state, rng

    @operation(operations.view_key, packed)
    def view_key(state: PackedState, seat: int) -> Number:  # noqa: ARG001
        return operations.key(state)

    @operation(operations.rollout_policy, packed)
    def rollout_policy(state: PackedState, rng: Word) -> Number:
        return operations.sample(state, rng)


@helper
def bits(word: Word) -> Number:
    """How many bits of a word are set."""
    count = np.int64(0)
    while word:
        word &= word - np.uint64(1)
        count += 1
    return count


_BITS = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.int8)
_EIGHT = np.uint64(8)
_BYTE = np.uint64(255)


@helper
def write_bits(word: Word, out: Words, begin: int, count: int) -> None:
    """Write the lowest bits of a word as numbers, from a place in `out` on."""
    whole = count // 8
    for part in range(whole):
        byte = np.int64((word >> (_EIGHT * np.uint64(part))) & _BYTE)
        for bit in range(8):
            out[begin + 8 * part + bit] = _BITS[byte, bit]
    for bit in range(8 * whole, count):
        out[begin + bit] = np.int8((word >> np.uint64(bit)) & np.uint64(1))


@helper
def shuffled(rng: Word) -> Number:
    """The next state of a xorshift generator, which is also its number. Never 0, given a non-0."""
    rng ^= rng << np.uint64(13)
    rng ^= rng >> np.uint64(7)
    rng ^= rng << np.uint64(17)
    return rng


@helper
def below(rng: Word, bound: Number) -> Number:
    """A number from 0 to bound - 1 (all uint64, bound under 2**32) from a generator's state."""
    return ((rng >> np.uint64(32)) * bound) >> np.uint64(32)
