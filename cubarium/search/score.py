"""What positions are worth in a search for two sides: whole numbers.

An estimate is an evaluation (see core.operations.evaluate). A win in n plies is WIN - n, a loss in
n plies n - WIN, seen from the position itself: what is known of a position never depends on how one
came there.
"""

from typing import Any, Final

import numpy as np

from cubarium.core.operations import PackedState, shares
from cubarium.jit import helper

WIN: Final = 30_000
PROVED: Final = 29_000
"""From here on it is a fact."""
MOST: Final = 20_000
"""No estimate is more."""
INFINITE: Final = 32_000
SCALE: Final = 100.0


@helper
def back(worth: Any) -> Any:
    """One ply further from the end."""
    if worth > PROVED:
        return worth - 1
    return worth + 1 if worth < -PROVED else worth


@helper
def forth(worth: Any) -> Any:
    """One ply nearer to the end: `back` undone."""
    if worth > PROVED:
        return worth + 1
    return worth - 1 if worth < -PROVED else worth


@helper
def final(state: PackedState, seat: int, teams: Any) -> Any:
    """What the end of the game is worth to the side of the seat that has just moved."""
    share = 0.0
    for other in range(len(teams)):
        if teams[other] == teams[seat]:
            share += shares(state, other)
    if share > 0.75:
        return np.int64(WIN - 1)
    return np.int64(1 - WIN) if share < 0.25 else np.int64(0)
