"""What the seat to move sees, as numbers: the cubes of each colour, its own colours first, and the
action that is forbidden now."""

from typing import NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.observation import ObservationSpace
from cubarium.core.operations import PackedState, Words
from cubarium.games.cage.bitboard import ONE, TOP, taken
from cubarium.games.cage.geometry import LAYERS, RING, SIDE
from cubarium.games.cage.kernel import (
    BIT,
    CODE,
    COLOUR,
    FLIP_CODE,
    FORBIDDEN,
    SEVEN,
    THREE,
    ZERO,
    Cage2,
    Cage3,
    Cage4,
    CageOne,
    bitboard,
    colour_of,
    count_of,
)
from cubarium.games.cage.rules import Cage
from cubarium.jit import operation

FLOOR = SIDE * SIDE
CELLS = FLOOR * LAYERS
PLACES = len(RING) * LAYERS
CELL = np.array(
    [FLOOR * layer + SIDE * (y + 1) + x + 1 for layer in range(LAYERS) for x, y in RING], np.int64
)
"""Where a place is in the grid: layer, rank, file."""


def _operations(packed: type[NamedTuple], players: int, each: int, stock: int) -> None:
    full = np.uint64(stock)
    twist = players * each * CELLS
    flip = twist + CELLS

    @operation(op.observe, packed)
    def observe(state: PackedState, out: Words) -> None:
        out[:] = 0
        mover = np.int64(state.meta & THREE)
        for step in range(players):
            seat = np.uint64((mover + step) % players)
            for number in range(each):
                colour = colour_of(state.meta, seat, np.uint64(number), each)
                word = bitboard(state.first, state.second, state.third, colour)
                begin = (step * each + number) * CELLS
                for place in range(PLACES):
                    out[begin + CELL[place]] = np.int8((word >> np.uint64(place)) & ONE)
        code = (state.meta >> FORBIDDEN) & SEVEN
        if code == FLIP_CODE:
            out[flip:] = 1
        elif code:
            layer = twist + FLOOR * np.int64((code - ONE) >> ONE)
            out[layer : layer + FLOOR] = 1 if code & ONE else -1

    @operation(op.mask, packed)
    def mask(state: PackedState, out: Words) -> None:
        meta = state.meta
        open_columns = ~(taken(state.first, state.second, state.third) >> TOP)
        forbidden = (meta >> FORBIDDEN) & SEVEN
        stocked = ZERO
        for number in range(each):
            colour = colour_of(meta, meta & THREE, np.uint64(number), each)
            if count_of(meta, colour) < full:
                stocked |= ONE << colour
        for action in range(len(CODE)):
            acts = (CODE[action] != 0) & (CODE[action] != forbidden)
            drops = ((BIT[action] & open_columns) != 0) & ((stocked >> COLOUR[action]) & ONE != 0)
            out[action] = acts | drops


_operations(Cage2, 2, 3, 4)
_operations(Cage3, 3, 2, 4)
_operations(Cage4, 4, 1, 4)
_operations(CageOne, 2, 1, 12)


def space(game: Cage) -> ObservationSpace:
    """The observations of a table."""
    whose = ("own", "the next seat's", "the seat after that's", "the seat before's")
    colours = [
        f"{whose[step]} colour {number + 1}"
        for step in range(game.players)
        for number in range(len(game.colours[0]))
    ]
    forbidden = (
        "the layer that may not be twisted clockwise (1) or back (-1)",
        "1: the cage may not be flipped",
    )
    return ObservationSpace((*colours, *forbidden), (LAYERS, SIDE, SIDE), -1, 1)
