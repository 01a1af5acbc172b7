"""One-ply look-ahead: actions that win in one, and actions that let others win."""

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import (
    CHANCE,
    ENDED,
    Kernel,
    Number,
    PackedState,
    Words,
    apply,
    legal,
    shares,
    turn,
)
from cubarium.jit import compiled, helper

WINS = 1
LOSES_NOW = -2
LETS_WIN = -1


def look_ahead(
    kernel: Kernel, state: PackedState, teams: tuple[int, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The legal actions, and for each: WINS, LOSES_NOW (somebody else wins by it), LETS_WIN (the
    next seat has a win in one) or 0."""
    actions = np.zeros(kernel.max_actions, np.int64)
    signs = np.zeros(kernel.max_actions, np.int64)
    count = _signs(
        state, np.array(teams, np.int64), actions, signs, np.zeros(kernel.max_actions, np.int64)
    )
    return actions[:count], signs[:count]


@helper
def _share(state: PackedState, team: Number, teams: Words) -> float:
    total = 0.0
    for seat in range(len(teams)):
        if teams[seat] == team:
            total += shares(state, seat)
    return total


@compiled
def _signs(state: PackedState, teams: Words, actions: Words, signs: Words, replies: Words) -> int:
    team = teams[turn(state)]
    count = legal(state, actions)
    for at in range(count):
        after = apply(state, actions[at])
        seat = turn(after)
        signs[at] = 0
        if seat == ENDED:
            share = _share(after, team, teams)
            signs[at] = WINS if share > 0.75 else (LOSES_NOW if share < 0.01 else 0)
        elif seat != CHANCE and teams[seat] != team:
            for reply in range(legal(after, replies)):
                then = apply(after, replies[reply])
                if turn(then) == ENDED and _share(then, teams[seat], teams) > 0.75:
                    signs[at] = LETS_WIN
                    break
    return count
