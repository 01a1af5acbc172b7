"""What a search remembers of positions: a table of fixed size that several threads share.

A slot is three words: the two of the key, each mixed with the third, and the third itself: worth,
depth, bound and best act. A slot that two threads have written at once fits no key. Slots are in
pairs: the first keeps the deeper entry, the second the newer one.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.jit import helper, shuffled

EXACT: Final = 1
LEAST: Final = 2
MOST: Final = 3
SLOT_BYTES: Final = 24
ZERO = np.uint64(0)
HALF = np.uint64(32)


class Memory(NamedTuple):
    """The slots; their number is a power of two."""

    slots: NDArray[np.uint64]


def remembering(megabytes: float) -> Memory:
    """A table of at most this size."""
    count = 2
    while 2 * count * SLOT_BYTES <= megabytes * 2**20:
        count *= 2
    return Memory(np.zeros((count, 3), np.uint64))


@helper
def stirred(one: Any, two: Any) -> Any:
    """The two words of a key as one, well mixed."""
    mixed = shuffled(two ^ (one << HALF) ^ (one >> HALF))
    mixed ^= (mixed >> np.uint64(9)) & (mixed << np.uint64(5))
    mixed = shuffled(mixed ^ one)
    mixed ^= (mixed >> np.uint64(7)) & (mixed << np.uint64(11))
    return shuffled(mixed) >> np.uint64(11)


@helper
def place(memory: Any, one: Any, two: Any) -> Any:
    """The first slot of a key's pair."""
    return np.int64(stirred(one, two) & np.uint64(len(memory.slots) - 2))


@helper
def packed(worth: Any, depth: Any, bound: Any, act: Any) -> Any:
    """An entry as a word."""
    return (
        np.uint64(worth + 32768)
        | (np.uint64(depth) << np.uint64(16))
        | (np.uint64(bound) << np.uint64(24))
        | (np.uint64(act + 1) << np.uint64(32))
    )


@helper
def worth_in(entry: Any) -> Any:
    return np.int64(entry & np.uint64(0xFFFF)) - 32768


@helper
def depth_in(entry: Any) -> Any:
    return np.int64((entry >> np.uint64(16)) & np.uint64(0xFF))


@helper
def bound_in(entry: Any) -> Any:
    return np.int64((entry >> np.uint64(24)) & np.uint64(3))


@helper
def act_in(entry: Any) -> Any:
    """The best act, -1: not known."""
    return np.int64(entry >> np.uint64(32)) - 1


@helper
def recalled(memory: Any, one: Any, two: Any) -> Any:
    """What is known of a position, as a word; 0: nothing."""
    at = place(memory, one, two)
    for slot in (at, at + 1):
        entry = memory.slots[slot, 2]
        same = memory.slots[slot, 0] ^ entry == one and memory.slots[slot, 1] ^ entry == two
        if same and entry:
            return entry
    return ZERO


@helper
def remember(memory: Any, one: Any, two: Any, entry: Any) -> None:
    """Keep an entry: first if it is deeper than what is there, or of the same position."""
    at = place(memory, one, two)
    old = memory.slots[at, 2]
    same = memory.slots[at, 0] ^ old == one and memory.slots[at, 1] ^ old == two
    if not same and depth_in(old) > depth_in(entry):
        at += 1
    memory.slots[at, 0] = one ^ entry
    memory.slots[at, 1] = two ^ entry
    memory.slots[at, 2] = entry
