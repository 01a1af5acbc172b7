"""What the seat to move sees, as numbers: the balls of each colour, its own first, the row that may
not be turned back, and whether neutral balls are being placed."""

from typing import NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.observation import ObservationSpace
from cubarium.core.operations import PackedState, Words
from cubarium.games.cubulus.geometry import NAMES, SIDE
from cubarium.games.cubulus.kernel import (
    BALLS,
    FIRST,
    FORBIDDEN,
    FORBIDDEN_BITS,
    KIND,
    LOW,
    ONE,
    PUTS,
    SECOND,
    THIRD,
    THREE,
    TWO,
    Three,
    Two,
    TwoLaid,
    bitboard,
    count_of,
    is_allowed,
    taken,
)
from cubarium.games.cubulus.rules import Cubulus
from cubarium.jit import operation, write_bits

CELLS = len(NAMES)


def _operations(packed: type[NamedTuple], players: int) -> None:
    @operation(op.observe, packed)
    def observe(state: PackedState, out: Words) -> None:
        mover = np.int64(state.meta & THREE)
        for step in range(3):
            colour = (mover + step) % players if step < players else 2
            write_bits(bitboard(state.two, state.third, colour), out, step * CELLS, CELLS)
        out[3 * CELLS : 4 * CELLS] = 0
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        if forbidden:
            action = np.int64(forbidden) - 1
            rest = SECOND[action] | THIRD[action]
            for cell in range(CELLS):
                place = np.uint64(cell)
                entry = np.int8((FIRST[action] >> place) & ONE)
                out[3 * CELLS + cell] = entry - np.int8((rest >> place) & ONE)
        setting_up = players == 2 and count_of(state.meta, TWO) < BALLS
        out[4 * CELLS :] = 1 if setting_up else 0

    @operation(op.mask, packed)
    def mask(state: PackedState, out: Words) -> None:
        every = np.uint32(taken(state.two, state.third) & LOW)
        if players == 2 and count_of(state.meta, TWO) < BALLS:
            for number in range(len(KIND)):
                out[number] = (PUTS[number] & ~every) != 0
            return
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        has_balls = count_of(state.meta, state.meta & THREE) < BALLS
        for number in range(len(KIND)):
            out[number] = is_allowed(number, every, has_balls)
        if forbidden:
            out[forbidden - ONE] = False


_operations(Two, 2)
_operations(TwoLaid, 2)
_operations(Three, 3)


def space(game: Cubulus) -> ObservationSpace:
    """The observations of a table."""
    third = "neutral balls" if game.has_neutrals else "balls of the seat before"
    channels = (
        "own balls",
        "balls of the next seat",
        third,
        "the row that may not be turned back: where one would push (1), the rest (-1)",
        "1: neutral balls are being placed",
    )
    return ObservationSpace(channels, (SIDE, SIDE, SIDE), -1, 1)
