"""How good a position of Quixo looks: a sum of weights, one for each line with what is in it.

A line is seen from the mover: its own cubes, the other side's. Lines at the same distance from the
edge share their weights, forwards and backwards alike; so do the diagonals. With four players there
are also the cubes on the edge, by whose dot they bear. The weights are fitted: see scripts/fit.
"""

from typing import Any

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.quixo import lookup
from cubarium.games.quixo.bitboard import HALF, LOW
from cubarium.games.quixo.kernel import EDGE, Four5, Two3, Two4, Two5, teams
from cubarium.games.quixo.lookup import DOT_KINDS, KINDS, LINE_STATES
from cubarium.jit import bits, helper, operation

FEATURE, COUNTS = lookup.features()
WEIGHT, TEAM_WEIGHT = lookup.weights()
COLUMN, GATHER, DOWN = lookup.columns()
DIAGONAL = lookup.diagonals()
LINES5 = np.int64(COUNTS[5])
DOTS = np.int64(KINDS * LINE_STATES)


@helper
def line(word: Word, number: int, size: int) -> Number:
    """What is in a line, as a number: rows first, then columns, then both diagonals."""
    wide = np.uint64(size)
    if number < size:
        mask = (np.uint64(1) << wide) - np.uint64(1)
        shift = np.uint64(number) * wide
        own = (word >> shift) & mask
        other = (word >> (shift + HALF)) & mask
        kind = min(number, size - 1 - number)
    elif number < 2 * size:
        number -= size
        shift = np.uint64(number)
        own = (((word >> shift) & COLUMN[size]) * GATHER[size]) >> DOWN[size]
        other = (((word >> (shift + HALF)) & COLUMN[size]) * GATHER[size]) >> DOWN[size]
        mask = (np.uint64(1) << wide) - np.uint64(1)
        own &= mask
        other &= mask
        kind = min(number, size - 1 - number)
    else:
        cells = DIAGONAL[size, number - 2 * size]
        own = np.uint64(bits(word & cells))
        other = np.uint64(bits((word >> HALF) & cells))
        kind = KINDS - 1
    return np.int64(kind) * LINE_STATES + np.int64(own | (other << np.uint64(5)))


def _two_players(packed: Any, size: int) -> None:
    every = 2 * size + 2

    @operation(op.evaluate, packed)
    def evaluate(state: PackedState, seat: int) -> Number:
        value = np.int64(0)
        for number in range(every):
            value += WEIGHT[size, line(state.word, number, size)]
        return value if np.int64(state.seat) == seat else -value

    @operation(op.features, packed)
    def features(state: PackedState, seat: int, out: Words) -> Number:  # noqa: ARG001
        for number in range(every):
            out[number] = FEATURE[size, line(state.word, number, size)]
        return every


_two_players(Two3, 3)
_two_players(Two4, 4)
_two_players(Two5, 5)


@helper
def dots(state: PackedState, relative: int) -> Number:
    """How many cubes of the edge bear the dot of the mover (0), the next seat (1), the partner (2)
    or the seat before (3)."""
    word = state.theirs if relative & 1 else state.ours
    bitboard = word >> HALF if relative & 2 else word & LOW
    return DOTS + np.int64(relative) * DOT_KINDS + bits(bitboard & EDGE[5])


@operation(op.evaluate, Four5)
def evaluate4(state: PackedState, seat: int) -> Number:
    word = teams(state)
    value: Number = np.int64(0)
    for number in range(12):
        value += TEAM_WEIGHT[line(word, number, 5)]
    for relative in range(4):
        value += TEAM_WEIGHT[dots(state, relative)]
    return value if (np.int64(state.seat) - seat) & 1 == 0 else -value


@operation(op.features, Four5)
def features4(state: PackedState, seat: int, out: Words) -> Number:  # noqa: ARG001
    word = teams(state)
    for number in range(12):
        out[number] = FEATURE[5, line(word, number, 5)]
    for relative in range(4):
        out[12 + relative] = LINES5 + dots(state, relative) - DOTS
    return 16
