"""Scores of positions in a search for two sides: whole numbers.

An estimate is an evaluation (see core.operations.evaluate). A win in n plies is WIN - n, a loss in
n plies n - WIN, seen from the position itself: what is known of a position never depends on how one
came there.
"""

from typing import Final

import numpy as np

from cubarium.core.operations import Number, PackedState, Words, shares
from cubarium.jit import helper

WIN: Final = 30_000
PROVED: Final = 29_000
"""From here on it is a fact."""
MAX_ESTIMATE: Final = 20_000
"""No estimate is more."""
INFINITE: Final = 32_000
SCALE: Final = 100.0


@helper
def add_ply(score: Number) -> Number:
    """Win-distance adjustment: the same score, one ply further from the end."""
    if score > PROVED:
        return score - 1
    return score + 1 if score < -PROVED else score


@helper
def remove_ply(score: Number) -> Number:
    """One ply nearer to the end: `add_ply` undone."""
    if score > PROVED:
        return score + 1
    return score - 1 if score < -PROVED else score


@helper
def final(state: PackedState, seat: int, teams: Words) -> Number:
    """The score of the end of the game for the side of the seat that has just moved."""
    share = 0.0
    for other in range(len(teams)):
        if teams[other] == teams[seat]:
            share += shares(state, other)
    if share > 0.75:
        return np.int64(WIN - 1)
    return np.int64(1 - WIN) if share < 0.25 else np.int64(0)
