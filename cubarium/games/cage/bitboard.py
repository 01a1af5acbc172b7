"""Planes of the cage: the places of one colour as bits, two colours in a word.

The second bitboard stands 32 bits up. Bits are numbered as places in geometry.py: eight a layer,
along the ring; so a quarter turn of a layer is a rotation of a byte.
"""

import numpy as np

from cubarium.core.operations import Word, Words
from cubarium.games.cage import lookup
from cubarium.jit import helper

ONE = np.uint64(1)
TWO = np.uint64(2)
RING = np.uint64(lookup.RING)
TOP = np.uint64(2 * lookup.RING)
HALF = np.uint64(32)
LOW = np.uint64(2**32 - 1)

QUARTER = np.uint64(lookup.quarter())
THREE_QUARTERS = np.uint64(lookup.RING - lookup.quarter())
LAYER = lookup.layers()
FLOOR = LAYER[0]
SHORT_OF_1 = np.uint64(lookup.before_end(1))
SHORT_OF_2 = np.uint64(lookup.before_end(2))
SHORT_OF_6 = np.uint64(lookup.before_end(6))
BEGIN = np.uint64(lookup.beginnings())
BEGIN_BELOW = BEGIN & FLOOR
FLIPPED = lookup.flip()
MIRRORED = lookup.mirror()


@helper
def lines(word: Word) -> Word:
    """Non-zero in the halves that hold a line. Along a side, the next place is the next bit of the
    ring; one layer up is eight bits on."""
    next_one = ((word >> ONE) & SHORT_OF_1) | ((word & ~(SHORT_OF_1 << ONE)) << (RING - ONE))
    next_two = ((word >> TWO) & SHORT_OF_2) | ((word & ~(SHORT_OF_2 << TWO)) << (RING - TWO))
    above = word >> RING
    top = word >> TOP
    rows = word & next_one & next_two & BEGIN
    columns = word & above & top & FLOOR
    rising = word & (next_one >> RING) & (next_two >> TOP) & BEGIN_BELOW
    falling = top & (next_one >> RING) & next_two & BEGIN_BELOW
    return rows | columns | rising | falling


@helper
def clockwise(word: Word) -> Word:
    """Every ring a quarter turn on."""
    return ((word & SHORT_OF_2) << QUARTER) | ((word & ~SHORT_OF_2) >> THREE_QUARTERS)


@helper
def anticlockwise(word: Word) -> Word:
    """Every ring a quarter turn back."""
    return ((word & SHORT_OF_6) << THREE_QUARTERS) | ((word & ~SHORT_OF_6) >> QUARTER)


@helper
def moved(word: Word, masks: Words, up: Words, down: Words) -> Word:
    """A movement given as the places that go the same way."""
    after = np.uint64(0)
    for group in range(len(masks)):
        after |= ((word & masks[group]) << up[group]) >> down[group]
    return after


@helper
def dropped(word: Word, falling: Word) -> Word:
    """The cubes in `falling` (places of one layer) go one layer down."""
    return (word & ~falling) | ((word & falling) >> RING)


@helper
def taken(first: Word, second: Word, third: Word) -> Word:
    """All places that are taken, in both halves."""
    every = first | second | third
    return every | (every >> HALF) | (every << HALF)


@helper
def at_rest(first: Word, second: Word, third: Word) -> tuple[Word, Word, Word]:
    """After gravity: the middle layer falls, then the top one, then it may fall once more."""
    for layer in (1, 2, 1):
        every = taken(first, second, third)
        falling = LAYER[layer] & every & ~(every << RING)
        first = dropped(first, falling)
        second = dropped(second, falling)
        third = dropped(third, falling)
    return first, second, third
