"""Acts that one seat makes in a row, as when it lays things out before the game: planned together.

Tries random ways to make all of them, and values where they lead to; the first act of the best way
is the best act. The acts hardly depend on one another, so this finds more than a search that goes
through them one by one.
"""

from typing import Any, Final

import numpy as np

from cubarium.core.operations import ENDED, Kernel, PackedState, apply, evaluate, sample, turn
from cubarium.jit import ENABLED, compiled
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import acts_of, seat_to_move, successor

MOST_TRIES: Final = 100_000
SLICE: Final = 2_000 if ENABLED else 20
"""Tries between two looks at the clock."""
NOT_TRIED: Final = -1_000_000


def in_a_row(kernel: Kernel, root: PackedState) -> bool:
    """Will the mover move again?"""
    after = successor(root, int(acts_of(kernel, root)[0]))
    return bool(seat_to_move(after) == seat_to_move(root))


def planned(
    root: PackedState, acts: int, tries: int, rng: int, clock: Clock
) -> list[tuple[int, int]]:
    """First acts with the value of the best way that begins so, the best ones first. `acts`: how
    many acts the game knows. The clock counts the positions that are looked at."""
    values = np.full(acts, NOT_TRIED, np.int64)
    left, following = min(tries, MOST_TRIES), np.uint64(rng)
    while left > 0:
        some = min(left, SLICE)
        looked, following = _tried(root, some, np.uint64(following), values)
        clock.nodes += int(looked)
        left = left - some if clock.left() else 0
    order = np.argsort(-values, kind="stable")
    return [(int(act), int(values[act])) for act in order if values[act] > NOT_TRIED]


@compiled
def _tried(root: PackedState, tries: int, rng: np.uint64, values: Any) -> tuple[int, np.uint64]:
    seat = turn(root)
    looked = 0
    for _ in range(tries):
        act, rng = sample(root, rng)
        state = apply(root, act)
        looked += 1
        while turn(state) == seat:
            following, rng = sample(state, rng)
            state = apply(state, following)
            looked += 1
        if turn(state) != ENDED:
            values[act] = max(values[act], np.int64(evaluate(state, seat)))
    return looked, rng
