"""One move ahead: which moves win or lose at once."""

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import ENDED, PackedState, apply, legal, shares, turn
from cubarium.jit import compiled

LOSES, GOES_ON, WINS = 0, 1, 2


@compiled
def judge(
    root: PackedState,
    seat: int,
    teams: NDArray[np.int64],
    acts: NDArray[np.int64],
    verdicts: NDArray[np.int64],
) -> int:
    """The legal acts with a verdict each; their number. Draws and shared wins go on."""
    count = legal(root, acts)
    for at in range(count):
        after = apply(root, acts[at])
        verdicts[at] = GOES_ON
        if turn(after) == ENDED:
            share = 0.0
            for other in range(len(teams)):
                if teams[other] == teams[seat]:
                    share += shares(after, other)
            verdicts[at] = WINS if share > 0.999 else LOSES if share < 0.001 else GOES_ON
    return count
