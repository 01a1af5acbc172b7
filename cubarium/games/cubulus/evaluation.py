"""How good a position of Cubulus looks: a sum of weights.

For each seat, counted from the mover, the squares with three of its balls, or two: open (all else
is empty) or closed; and the balls it has put in. With two players also where the neutral balls are,
while they are laid and soon after. The weights are fitted: see scripts/fit.
"""

from typing import Any

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubulus import lookup
from cubarium.games.cubulus.kernel import (
    BALLS,
    HALF,
    LOW,
    OFFSETS,
    ONE,
    STARTS,
    THREE,
    TWO,
    Three,
    Two,
    TwoLaid,
    count_of,
    taken,
)
from cubarium.games.cubulus.lookup import LAYOUT_WIDTH, SEAT_WIDTH
from cubarium.jit import bits, helper, operation

MOST = np.int64(lookup.MOST_SQUARES)
REGIONS = lookup.regions()
WEIGHT = lookup.weights()
SOON = np.uint64(4)


@helper
def counted(word: Word, empty: Word) -> Number:
    """Squares by what is in them, in each half: three and open, three and closed, two and open, two
    and closed; the second half's after the first one's."""
    low_open3 = high_open3 = low_shut3 = high_shut3 = np.int64(0)
    low_open2 = high_open2 = low_shut2 = high_shut2 = np.int64(0)
    fits = word | empty
    for shape in range(len(STARTS)):
        one, two, three = OFFSETS[shape, 0], OFFSETS[shape, 1], OFFSETS[shape, 2]
        a, b, c, d = word, word >> one, word >> two, word >> three
        either, other = a ^ b, c ^ d
        both, others = a & b, c & d
        begin = STARTS[shape]
        threes = ((both & other) | (either & others)) & begin
        twos = ((both & ~c & ~d) | (others & ~a & ~b) | (either & other)) & begin
        free = fits & (fits >> one) & (fits >> two) & (fits >> three)
        low_open3 += bits(threes & free & LOW)
        high_open3 += bits((threes & free) >> HALF)
        low_shut3 += bits(threes & ~free & LOW)
        high_shut3 += bits((threes & ~free) >> HALF)
        low_open2 += bits(twos & free & LOW)
        high_open2 += bits((twos & free) >> HALF)
        low_shut2 += bits(twos & ~free & LOW)
        high_shut2 += bits((twos & ~free) >> HALF)
    return (
        (low_open3, low_shut3, low_open2, low_shut2),
        (high_open3, high_shut3, high_open2, high_shut2),
    )


@helper
def layout(state: PackedState, kind: int, out: Words, at: int) -> Number:
    """The weights of where the neutral balls are."""
    laid = count_of(state.meta, TWO)
    balls = count_of(state.meta, np.uint64(0)) + count_of(state.meta, ONE)
    phase = 0 if laid < BALLS else (1 if balls < SOON else 2)
    base = lookup.LAYOUT + phase * LAYOUT_WIDTH
    total = np.int64(0)
    for region in range(len(REGIONS)):
        number = base + region * 10 + bits(state.third & REGIONS[region])
        total += WEIGHT[kind, number]
        if out is not None:
            out[at + region] = number
    spoilt = np.int64(0)
    for shape in range(len(STARTS)):
        free = ~state.third
        for corner in range(3):
            free &= ~(state.third >> OFFSETS[shape, corner])
        spoilt += bits(~free & STARTS[shape] & LOW)
    number = base + 40 + spoilt
    total += WEIGHT[kind, number]
    if out is not None:
        out[at + 4] = number
    return total


@helper
def weighed(state: PackedState, seat: int, players: int, kind: int, out: Words) -> Number:
    """The sum of the weights; their numbers are written into `out`, unless it is None."""
    every = taken(state.two, state.third)
    empty = ~every
    first, second = counted(state.two, empty)
    third = counted(state.third & LOW, empty)[0] if players > 2 else first
    mover = np.int64(state.meta & THREE)
    viewer = seat if players > 2 else mover
    begin = ((viewer - mover) % players) * players * SEAT_WIDTH
    total = np.int64(0)
    at = 0
    for step in range(players):
        owner = (viewer + step) % players
        found = first if owner == 0 else (second if owner == 1 else third)
        base = begin + step * SEAT_WIDTH
        for number in range(4):
            weight = base + number * (MOST + 1) + min(found[number], MOST)
            total += WEIGHT[kind, weight]
            if out is not None:
                out[at] = weight
                at += 1
        weight = base + 4 * (MOST + 1) + np.int64(count_of(state.meta, np.uint64(owner)))
        total += WEIGHT[kind, weight]
        if out is not None:
            out[at] = weight
            at += 1
    return total


def _operations(packed: Any, players: int, kind: int) -> None:
    @operation(op.evaluate, packed)
    def evaluate(state: PackedState, seat: int) -> Number:
        value = weighed(state, seat, players, kind, None)
        if players == 2:
            value += layout(state, kind, None, 0)
            if np.int64(state.meta & THREE) != seat:
                return -value
        return value

    @operation(op.features, packed)
    def features(state: PackedState, seat: int, out: Words) -> Number:
        weighed(state, seat, players, kind, out)
        if players == 2:
            layout(state, kind, out, 10)
            return 15
        return 5 * players


_operations(Two, 2, 0)
_operations(TwoLaid, 2, 0)
_operations(Three, 3, 1)
