"""How good a position looks by its pairs: a sum of weights, for all tables but the usual one for
two players (see evaluation.py).

For each seat, counted from the mover, the lines that hold two cubes of one of its colours: ready (a
cube dropped now would complete it), hanging (the third place is empty, but nothing can come to rest
there yet, or no cube is left) or closed (the third place is taken); and the cubes it has put in.
The weights are fitted: see scripts/fit.
"""

import numpy as np

from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cage import lookup
from cubarium.games.cage.bitboard import (
    BEGIN,
    BEGIN_BELOW,
    FLOOR,
    HALF,
    LAYER,
    LOW,
    ONE,
    RING,
    SHORT_OF_1,
    SHORT_OF_2,
    TOP,
    TWO,
    taken,
)
from cubarium.games.cage.kernel import THREE, colour_of, count_of
from cubarium.jit import bits, helper

EVEN = np.uint64(lookup.mask(range(0, lookup.RING, 2)))
ODD = np.uint64(lookup.mask(range(1, lookup.RING, 2)))
DIAGONALS_UP = np.uint64(24)
EVERYWHERE = FLOOR | LAYER[1] | LAYER[2]
"""All places, in both halves: what is beside them must stay empty, or it spills over."""
KINDS = 3
MOST = np.int64(9)
"""More pairs than these count as these."""
WIDTH = KINDS * (int(MOST) + 1) + 13
"""The weights for one seat: by pairs of each kind, and by the cubes that it has put in."""


@helper
def beside(word: Word) -> tuple[Word, Word]:
    """For the first place of each row: what is in the next one, and in the one after."""
    return (
        ((word >> ONE) & SHORT_OF_1) | ((word & ~(SHORT_OF_1 << ONE)) << (RING - ONE)),
        ((word >> TWO) & SHORT_OF_2) | ((word & ~(SHORT_OF_2 << TWO)) << (RING - TWO)),
    )


@helper
def two_of(a: Word, b: Word, c: Word, other_a: Word, other_b: Word, other_c: Word) -> Word:
    """Where two of three are ours and the third one is of the other kind."""
    return (a & b & other_c) | (a & other_b & c) | (other_a & b & c)


@helper
def pairs(word: Word, other: Word) -> Word:
    """The lines that hold two places of `word` and one of `other`: 28 bits a half, rows where they
    begin, columns and diagonals in the gaps that rows leave."""
    next_one, next_two = beside(word)
    other_one, other_two = beside(other)
    rows = two_of(word, next_one, next_two, other, other_one, other_two) & BEGIN
    columns = FLOOR & two_of(word, word >> RING, word >> TOP, other, other >> RING, other >> TOP)
    rising = BEGIN_BELOW & two_of(
        word, next_one >> RING, next_two >> TOP, other, other_one >> RING, other_two >> TOP
    )
    falling = BEGIN_BELOW & two_of(
        word >> TOP, next_one >> RING, next_two, other >> TOP, other_one >> RING, other_two
    )
    upright = ((columns & EVEN) << ONE) | ((columns & ODD) << RING)
    return rows | upright | ((rising | (falling << ONE)) << DIAGONALS_UP)


@helper
def half_of(first: Word, second: Word, third: Word, colour: Word) -> Number:
    """How many bits are set in a colour's half of its word."""
    number = colour % THREE
    word = first if number == 0 else (second if number == ONE else third)
    return bits(word >> HALF if colour >= THREE else word & LOW)


@helper
def weighed(
    state: PackedState, seat: int, players: int, each: int, stock: int, weight: Number, out: Words
) -> Number:
    """The sum of the weights; their numbers are written into `out`, unless it is None."""
    first, second, third = state.first, state.second, state.third
    every = taken(first, second, third)
    empty = ~every & EVERYWHERE
    ready = empty & ((every << RING) | FLOOR)
    hanging = empty & ~ready
    ready1, ready2, ready3 = pairs(first, ready), pairs(second, ready), pairs(third, ready)
    hang1, hang2, hang3 = pairs(first, hanging), pairs(second, hanging), pairs(third, hanging)
    shut1, shut2, shut3 = pairs(first, every), pairs(second, every), pairs(third, every)
    mover = np.int64(state.meta & THREE)
    viewer = seat if players > 2 else mover
    begin = ((viewer - mover) % players) * players * WIDTH
    total = np.int64(0)
    at = 0
    for step in range(players):
        owner = np.uint64((viewer + step) % players)
        now = np.int64(0)
        late = np.int64(0)
        shut = np.int64(0)
        cubes = np.int64(0)
        for number in range(each):
            colour = colour_of(state.meta, owner, np.uint64(number), each)
            used = count_of(state.meta, colour)
            cubes += np.int64(used)
            found = half_of(ready1, ready2, ready3, colour)
            if used < np.uint64(stock):
                now += found
            else:
                late += found
            late += half_of(hang1, hang2, hang3, colour)
            shut += half_of(shut1, shut2, shut3, colour)
        base = begin + step * WIDTH
        now = base + min(now, MOST)
        late = base + MOST + 1 + min(late, MOST)
        shut = base + 2 * (MOST + 1) + min(shut, MOST)
        cubes += base + KINDS * (MOST + 1)
        total += weight[now] + weight[late] + weight[shut] + weight[cubes]
        if out is not None:
            out[at], out[at + 1], out[at + 2], out[at + 3] = now, late, shut, cubes
            at += 4
    return total
