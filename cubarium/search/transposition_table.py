"""The transposition table: what a search knows of positions, in a fixed size that threads share.

A slot is three words: the two of the key, each mixed with the third, and the third itself: score,
depth, bound and best action. A slot that two threads have written at once fits no key. Slots are in
pairs: the first keeps the deeper entry, the second the newer one.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number, Word
from cubarium.jit import helper, shuffled

EXACT: Final = 1
LOWER_BOUND: Final = 2
UPPER_BOUND: Final = 3
SLOT_BYTES: Final = 24
ZERO = np.uint64(0)
HALF = np.uint64(32)


class TranspositionTable(NamedTuple):
    """The slots; their number is a power of two."""

    slots: NDArray[np.uint64]


def new_transposition_table(megabytes: float) -> TranspositionTable:
    """An empty transposition table of at most this size."""
    count = 2
    while 2 * count * SLOT_BYTES <= megabytes * 2**20:
        count *= 2
    return TranspositionTable(np.zeros((count, 3), np.uint64))


@helper
def mixed_key(one: Word, two: Word) -> Number:
    """The two words of a key as one, well mixed."""
    mixed = shuffled(two ^ (one << HALF) ^ (one >> HALF))
    mixed ^= (mixed >> np.uint64(9)) & (mixed << np.uint64(5))
    mixed = shuffled(mixed ^ one)
    mixed ^= (mixed >> np.uint64(7)) & (mixed << np.uint64(11))
    return shuffled(mixed) >> np.uint64(11)


@helper
def slot_of(tt: TranspositionTable, one: Word, two: Word) -> Number:
    """The first slot of a key's pair."""
    return np.int64(mixed_key(one, two) & np.uint64(len(tt.slots) - 2))


@helper
def entry_of(score: Number, depth: Number, bound: Number, action: Number) -> Number:
    """An entry as a word."""
    return (
        np.uint64(score + 32768)
        | (np.uint64(depth) << np.uint64(16))
        | (np.uint64(bound) << np.uint64(24))
        | (np.uint64(action + 1) << np.uint64(32))
    )


@helper
def score_in(entry: Number) -> Number:
    return np.int64(entry & np.uint64(0xFFFF)) - 32768


@helper
def depth_in(entry: Number) -> Number:
    return np.int64((entry >> np.uint64(16)) & np.uint64(0xFF))


@helper
def bound_in(entry: Number) -> Number:
    return np.int64((entry >> np.uint64(24)) & np.uint64(3))


@helper
def action_in(entry: Number) -> Number:
    """The best action, -1: not known."""
    return np.int64(entry >> np.uint64(32)) - 1


@helper
def probe(tt: TranspositionTable, one: Word, two: Word) -> Number:
    """The entry of a position; 0: there is none."""
    at = slot_of(tt, one, two)
    for slot in (at, at + 1):
        entry = tt.slots[slot, 2]
        same = tt.slots[slot, 0] ^ entry == one and tt.slots[slot, 1] ^ entry == two
        if same and entry:
            return entry
    return ZERO


@helper
def store(tt: TranspositionTable, one: Word, two: Word, entry: Number) -> None:
    """Store an entry: first if it is deeper than what is there, or of the same position."""
    at = slot_of(tt, one, two)
    old = tt.slots[at, 2]
    same = tt.slots[at, 0] ^ old == one and tt.slots[at, 1] ^ old == two
    if not same and depth_in(old) > depth_in(entry):
        at += 1
    tt.slots[at, 0] = one ^ entry
    tt.slots[at, 1] = two ^ entry
    tt.slots[at, 2] = entry
