"""Set-up search: actions that one seat makes in a row, as when it lays things out before the game.

Tries random ways to make all of them, and values where they lead to; the first action of the best
way is the best action. The actions hardly depend on one another, so this finds more than a search
that goes through them one by one.
"""

from typing import Final

import numpy as np

from cubarium.core.operations import (
    ENDED,
    Kernel,
    PackedState,
    Words,
    apply,
    evaluate,
    sample,
    turn,
)
from cubarium.jit import ENABLED, compiled
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import legal_actions, seat_to_move, successor

MAX_TRIES: Final = 100_000
SLICE: Final = 2_000 if ENABLED else 20
"""Tries between two looks at the clock."""
NOT_TRIED: Final = -1_000_000


def moves_again(kernel: Kernel, root: PackedState) -> bool:
    """Will the mover move again?"""
    after = successor(root, int(legal_actions(kernel, root)[0]))
    return bool(seat_to_move(after) == seat_to_move(root))


def search_set_up(
    root: PackedState, actions: int, tries: int, rng: int, clock: Clock
) -> list[tuple[int, int]]:
    """First actions with the value of the best way that begins with them, the best ones first.
    `actions`: how many the game knows. The clock counts the positions that are visited."""
    values = np.full(actions, NOT_TRIED, np.int64)
    left, following = min(tries, MAX_TRIES), np.uint64(rng)
    while left > 0:
        some = min(left, SLICE)
        visited, following = _sample_plans(root, some, np.uint64(following), values)
        clock.nodes += int(visited)
        left = left - some if clock.left() else 0
    order = np.argsort(-values, kind="stable")
    return [(int(action), int(values[action])) for action in order if values[action] > NOT_TRIED]


@compiled
def _sample_plans(
    root: PackedState, tries: int, rng: np.uint64, values: Words
) -> tuple[int, np.uint64]:
    seat = turn(root)
    visited = 0
    for _ in range(tries):
        action, rng = sample(root, rng)
        state = apply(root, action)
        visited += 1
        while turn(state) == seat:
            following, rng = sample(state, rng)
            state = apply(state, following)
            visited += 1
        if turn(state) != ENDED:
            values[action] = max(values[action], np.int64(evaluate(state, seat)))
    return visited, rng
