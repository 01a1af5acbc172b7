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
    CODE,
    FLIP_CODE,
    FORBIDDEN,
    SEVEN,
    THREE,
    Cage2,
    Cage3,
    Cage4,
    CageOne,
    bitboard,
    colour_of,
    is_allowed,
    stocked_colours,
)
from cubarium.games.cage.rules import Cage
from cubarium.jit import operation

FLOOR = SIDE * SIDE
CELLS = FLOOR * LAYERS
EIGHT = np.uint64(len(RING))
RING_BITS = np.uint64(2 ** len(RING) - 1)


def _floors() -> Words:
    """By the places of a layer, as bits along the ring: its cells by rank and file."""
    found = np.zeros((2 ** len(RING), FLOOR), np.int8)
    for at, (x, y) in enumerate(RING):
        found[:, SIDE * (y + 1) + x + 1] = np.arange(2 ** len(RING)) >> at & 1
    return found


FLOORS = _floors()


def _operations(packed: type[NamedTuple], players: int, each: int, stock: int) -> None:
    full = np.uint64(stock)
    twist = players * each * CELLS
    flip = twist + CELLS

    @operation(op.observe, packed)
    def observe(state: PackedState, out: Words) -> None:
        out[twist:] = 0
        mover = np.int64(state.meta & THREE)
        for step in range(players):
            seat = np.uint64((mover + step) % players)
            for number in range(each):
                colour = colour_of(state.meta, seat, np.uint64(number), each)
                word = bitboard(state.first, state.second, state.third, colour)
                begin = (step * each + number) * CELLS
                for layer in range(LAYERS):
                    taken_in = (word >> (EIGHT * np.uint64(layer))) & RING_BITS
                    for cell in range(FLOOR):
                        out[begin + FLOOR * layer + cell] = FLOORS[taken_in, cell]
        code = (state.meta >> FORBIDDEN) & SEVEN
        if code == FLIP_CODE:
            out[flip:] = 1
        elif code:
            floor = twist + FLOOR * np.int64((code - ONE) >> ONE)
            out[floor : floor + FLOOR] = 1 if code & ONE else -1

    @operation(op.mask, packed)
    def mask(state: PackedState, out: Words) -> None:
        meta = state.meta
        open_columns = ~(taken(state.first, state.second, state.third) >> TOP)
        forbidden = (meta >> FORBIDDEN) & SEVEN
        stocked = stocked_colours(meta, each, full)
        for action in range(len(CODE)):
            out[action] = is_allowed(action, forbidden, open_columns, stocked)


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
