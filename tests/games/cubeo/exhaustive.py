"""All arrangements of a few cubes, one by one: no idea of the solver is in it."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium.games.cubeo.bitboard import shows, sights
from cubarium.jit import compiled

CARDS = 48


@compiled
def _mark(places: NDArray[np.int64], shown: NDArray[np.bool_]) -> None:
    """For all colourings of some places: which two cards are shown together."""
    cubes = len(places)
    bitboards = np.zeros(4, np.uint64)
    found = np.zeros(CARDS, np.int64)
    for code in range(4**cubes):
        bitboards[:] = 0
        rest = code
        for at in range(cubes):
            bitboards[rest & 3] |= np.uint64(1) << np.uint64(places[at])
            rest >>= 2
        seen: Any = sights((bitboards[0], bitboards[1], bitboards[2], bitboards[3]))
        count = 0
        for card in range(CARDS):
            if shows(seen, np.uint64(card)):
                found[count] = card
                count += 1
        for one in range(count):
            for other in range(one + 1, count):
                shown[found[one], found[other]] = True


def pairs_shown(cubes: int) -> NDArray[np.bool_]:
    """By two cards: do some arrangements of so many cubes show both?"""
    shown = np.zeros((CARDS, CARDS), np.bool_)
    for columns in combinations_with_replacement(range(16), cubes):
        heights: dict[int, int] = {}
        places = []
        for column in columns:
            level = heights.get(column, 0)
            heights[column] = level + 1
            places.append(column + 16 * level)
        if max(heights.values()) <= 4:
            _mark(np.array(places, np.int64), shown)
    return shown
