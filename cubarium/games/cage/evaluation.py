"""How good a position of Rubik's Cage looks: a sum of weights.

At the usual table for two: the class of the shape that each colour has (see shapes.py), those of
the mover and those of the other one, and how many threats there are, that is drops, twists and
flips that would win for the other one, if it were to move. If the mover can win at once, that is
said instead of a sum. At the other tables pairs are counted (see pairs.py): a fit found nothing in
shapes there. The weights are fitted: see scripts/fit.
"""

from typing import Any

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import WIN_IN_ONE, Number, PackedState, Word, Words
from cubarium.games.cage import lookup, pairs
from cubarium.games.cage.bitboard import FLOOR, ONE, RING, lines, taken
from cubarium.games.cage.kernel import (
    FORBIDDEN,
    SEVEN,
    THREE,
    Cage2,
    Cage3,
    Cage4,
    CageOne,
    bitboard,
    colour_of,
    turned,
)
from cubarium.games.cage.shapes import CHANCES, CLASS, CLASSES, THIRDS, shape_of
from cubarium.jit import bits, helper, operation

PLAYERS = 2
EACH = 3
MOST_THREATS = 7
"""More threats than these count as these."""
WEIGHT = lookup.weights(f"{PLAYERS}-{EACH}", PLAYERS * CLASSES + MOST_THREATS + 1)
INSIDE = np.uint64(lookup.mask(lookup.EVERYWHERE))
ZERO = np.uint64(0)


@helper
def has_line(first: Word, second: Word, third: Word, meta: Word, seat: Word) -> Number:
    """Has a seat a line, given the words in which the lines are marked?"""
    found = ZERO
    for number in range(EACH):
        found |= bitboard(first, second, third, colour_of(meta, seat, np.uint64(number), EACH))
    return found != ZERO


@helper
def by_turning(state: PackedState, codes: Word) -> Number:
    """Of these twists and flips: (does one win for the mover?, how many would win for the other
    one, if it were to move)."""
    meta = state.meta
    mover = meta & THREE
    forbidden = (meta >> FORBIDDEN) & SEVEN
    threats = np.int64(0)
    while codes:
        code = ZERO
        while not (codes >> code) & ONE:
            code += ONE
        codes &= codes - ONE
        first, second, third = turned(state, code)
        first, second, third = lines(first), lines(second), lines(third)
        if first | second | third:
            if code != forbidden and has_line(first, second, third, meta, mover):
                return True, threats
            threats += has_line(first, second, third, meta, mover ^ ONE)
    return False, threats


@helper
def weighed(state: PackedState, out: Words) -> Number:
    """The sum of the weights, or WIN_IN_ONE if the mover has a win in one. The numbers of the
    weights are written into `out`, unless it is None."""
    meta = state.meta
    every = taken(state.first, state.second, state.third)
    ready = ~every & ((every << RING) | FLOOR) & INSIDE
    total: Number = np.int64(0)
    chances = ZERO
    threats = np.int64(0)
    at = 0
    for step in range(PLAYERS):
        owner = (meta & THREE) ^ np.uint64(step)
        for number in range(EACH):
            colour = colour_of(meta, owner, np.uint64(number), EACH)
            shape = shape_of(bitboard(state.first, state.second, state.third, colour))
            chances |= np.uint64(CHANCES[shape])
            thirds = np.uint64(THIRDS[shape]) & ready
            if thirds and step == 0 and out is None:
                return np.int64(WIN_IN_ONE)
            threats += step * bits(thirds)
            which = step * CLASSES + CLASS[shape]
            total += WEIGHT[which]
            if out is not None:
                out[at] = which
                at += 1
    wins, more = by_turning(state, chances)
    if wins and out is None:
        return np.int64(WIN_IN_ONE)
    which = PLAYERS * CLASSES + min(threats + more, MOST_THREATS)
    if out is not None:
        out[at] = which
    return total + WEIGHT[which]


@operation(op.evaluate, Cage2)
def evaluate(state: PackedState, seat: int) -> Number:
    value = weighed(state, None)
    return value if np.int64(state.meta & THREE) == seat else -value


@operation(op.features, Cage2)
def features(state: PackedState, seat: int, out: Words) -> Number:  # noqa: ARG001
    weighed(state, out)
    return PLAYERS * EACH + 1


def _by_pairs(packed: Any, players: int, each: int, stock: int) -> None:
    views = 1 if players == 2 else players  # two sides see a position from the mover alone
    weight = lookup.weights(f"{players}-{each}", views * players * pairs.WIDTH)

    @operation(op.evaluate, packed)
    def evaluate(state: PackedState, seat: int) -> Number:
        value = pairs.weighed(state, seat, players, each, stock, weight, None)
        if players == 2 and np.int64(state.meta & THREE) != seat:
            return -value
        return value

    @operation(op.features, packed)
    def features(state: PackedState, seat: int, out: Words) -> Number:
        pairs.weighed(state, seat, players, each, stock, weight, out)
        return players * (pairs.KINDS + 1)


_by_pairs(Cage3, 3, 2, 4)
_by_pairs(Cage4, 4, 1, 4)
_by_pairs(CageOne, 2, 1, 12)
