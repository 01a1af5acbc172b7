"""Random games by the kernel, from a state to the end."""

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import ENDED, PackedState, apply, sample, shares, turn
from cubarium.jit import compiled


@compiled
def playouts(
    root: PackedState, games: int, limit: int, rng: np.uint64, totals: NDArray[np.float64]
) -> int:
    """Play this many random games of at most `limit` moves each; add up the seats' shares of the
    finished ones in `totals`, and return the number of moves made. `rng` is not 0."""
    moves = 0
    for _ in range(games):
        state = root
        made = 0
        while turn(state) != ENDED and made < limit:
            action, rng = sample(state, rng)
            state = apply(state, action)
            made += 1
        moves += made
        if turn(state) == ENDED:
            for seat in range(len(totals)):
                totals[seat] += shares(state, seat)
    return moves
