"""Shapes: the places that one colour has, four at the most, as numbers.

There are 12951, of 1776 classes: those that the symmetries of the cage turn into one another. A
shape's number is found layer by layer: how many places of a layer it has, and which.
"""

from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number
from cubarium.games.cage.geometry import LAYERS, LINES, TURNS
from cubarium.games.cage.gravity import carried
from cubarium.games.cage.lookup import RING
from cubarium.games.cage.notation import FLIP, TWISTS, read_move
from cubarium.games.cage.state import Drop
from cubarium.jit import helper

MOST: Final = 4
"""A colour has no more cubes."""
COUNTED: Final = MOST + 1
COUNTS = [c for c in product(range(COUNTED), repeat=LAYERS) if sum(c) <= MOST]
"""How many places of each layer a shape can have, in the order of their numbers."""
RINGS = [
    [sum(1 << at for at in places) for places in combinations(range(RING), count)]
    for count in range(COUNTED)
]
"""The places of a layer, as bytes, by how many they are."""
SHAPES = np.array(
    [
        low | middle << RING | high << 2 * RING
        for one, two, three in COUNTS
        for low in RINGS[one]
        for middle in RINGS[two]
        for high in RINGS[three]
    ],
    np.int64,
)
"""The places of every shape."""


def _rings() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """By byte: how many places it has, and its number among those with as many."""
    counts, numbers = np.zeros((2, 1 << RING), np.int64)
    for count, ways in enumerate(RINGS):
        counts[ways] = count
        numbers[ways] = range(len(ways))
    return counts, numbers


def _begins() -> NDArray[np.int64]:
    """By how many places there are in each layer: the number of the first such shape."""
    begins = np.zeros((COUNTED, COUNTED, COUNTED), np.int64)
    total = 0
    for counts in COUNTS:
        begins[counts] = total
        one, two, three = (comb(RING, count) for count in counts)
        total += one * two * three
    return begins


def _moved(shapes: NDArray[np.int64], goes_to: list[int]) -> NDArray[np.int64]:
    """Shapes after a movement (place -> place)."""
    after = np.zeros_like(shapes)
    for place, other in enumerate(goes_to):
        after |= (shapes >> place & 1) << other
    return after


def _classes() -> NDArray[np.int16]:
    """The number of each shape's class."""
    places = range(RING * LAYERS)
    least = np.min(
        [_moved(SHAPES, [at - at % RING + turn[at % RING] for at in places]) for turn in TURNS], 0
    )
    return np.unique(least, return_inverse=True)[1].astype(np.int16)


def _chances() -> NDArray[np.uint8]:
    """By shape: the actions that may make a line of it, as bits (bit 1 to 6 the twists, 7 the
    flip). What falls depends on other colours, so every cube is thought to come to rest anywhere in
    its column, from where the action takes it downwards."""
    chances = np.zeros(len(SHAPES), np.uint8)
    for code, text in enumerate((*TWISTS, FLIP), 1):
        action = read_move(text)
        assert not isinstance(action, Drop)
        ways = [carried(action, at % RING, at // RING) for at in range(RING * LAYERS)]
        after = _moved(SHAPES, [column + RING * layer for column, layer in ways])
        below = after | after >> RING | after >> 2 * RING
        for line in LINES:
            mask = sum(1 << at for at in line)
            upright = len({at % RING for at in line}) == 1
            made = ((after if upright else below) & mask) == mask
            chances |= (made << code).astype(np.uint8)
    return chances


def _thirds() -> NDArray[np.int32]:
    """By shape: the places where one more cube would complete a line; none if no cube is left."""
    thirds = np.zeros(len(SHAPES), np.int32)
    left = np.bitwise_count(SHAPES) < MOST
    for line in LINES:
        for third in line:
            mask = sum(1 << at for at in line if at != third)
            completes = left & ((SHAPES & mask) == mask) & (SHAPES >> third & 1 == 0)
            thirds |= completes.astype(np.int32) << third
    return thirds


COUNT, NUMBER = _rings()
WAYS = np.array([len(ways) for ways in RINGS])
BEGIN = _begins()
CLASS = _classes()
CLASSES: Final = int(CLASS.max()) + 1
CHANCES = _chances()
THIRDS = _thirds()
BYTE = np.uint64((1 << RING) - 1)
ONE_UP = np.uint64(RING)
TWO_UP = np.uint64(2 * RING)


@helper
def shape_of(bitboard: Number) -> Number:
    """The number of the shape with these places."""
    low = bitboard & BYTE
    middle = (bitboard >> ONE_UP) & BYTE
    high = (bitboard >> TWO_UP) & BYTE
    two, three = COUNT[middle], COUNT[high]
    among = (NUMBER[low] * WAYS[two] + NUMBER[middle]) * WAYS[three] + NUMBER[high]
    return BEGIN[COUNT[low], two, three] + among
