"""Alpha-beta finds what a plain search without cuts finds at the same depth."""

from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import ENDED, apply, evaluate, legal, shares, turn
from cubarium.jit import ENABLED, compiled
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.root import search_root
from tests.search.positions import late_states, open_states, some, story

WIN = 30_000
FACT = 29_000


@compiled
def ours(state: Any, seat: int, teams: Any) -> float:
    """The share of the win that a seat's side has."""
    total = 0.0
    for other in range(len(teams)):
        if teams[other] == teams[seat]:
            total += shares(state, other)
    return total


@compiled
def can_win(state: Any, teams: Any, most: int) -> bool:
    acts = np.zeros(most, np.int64)
    seat = turn(state)
    for at in range(legal(state, acts)):
        child = apply(state, acts[at])
        if turn(child) == ENDED and ours(child, seat, teams) == 1.0:
            return True
    return False


@compiled
def plain(state: Any, depth: int, teams: Any, most: int) -> int:
    """What a position is worth to its mover."""
    acts = np.zeros(most, np.int64)
    count = legal(state, acts)
    seat = turn(state)
    best = -2 * WIN
    for at in range(count):
        child = apply(state, acts[at])
        then = turn(child)
        if then == ENDED:
            worth = round((2 * ours(child, seat, teams) - 1) * (WIN - 1))
        elif depth == 1:
            worth = int(evaluate(child, seat))
            if teams[then] != teams[seat] and can_win(child, teams, most):
                worth = 2 - WIN
        else:
            worth = plain(child, depth - 1, teams, most)
            if worth > FACT:
                worth -= 1
            elif worth < -FACT:
                worth += 1
            if teams[then] != teams[seat]:
                worth = -worth
        best = max(best, worth)
    return best


TABLES = [
    pytest.param(3, catalog.load("quixo", size=3)),
    pytest.param(2, catalog.load("quixo", 4)),
    pytest.param(2, catalog.load("cage")),
    pytest.param(3, catalog.load("quixo", size=4), marks=pytest.mark.soak),
    pytest.param(2, catalog.load("cage", one_colour=True), marks=pytest.mark.soak),
    pytest.param(
        2, catalog.load("cubulus", neutrals="random"), marks=pytest.mark.soak
    ),  # no set-up
]


@pytest.mark.parametrize(("deepest", "game"), TABLES if ENABLED else TABLES[:1])
def test_cuts_change_nothing(deepest: int, game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    teams = np.array(game.teams, np.int64)
    early = [open_states(game, seed)[seed] for seed in range(some(4, 0))]
    for state in [*early, *late_states(game, range(some(12, 2)), some(5, 2))]:
        engine = AlphaBeta(memory=1)
        root = search_root(game, story(game, state))
        for (line,) in engine.search(root, Clock(Limit())):
            assert line.score == plain(root.packed, line.depth, teams, kernel.max_actions)
            if line.depth == min(deepest, some(deepest, 2)):
                break
            engine._tt.slots[:] = 0  # who comes back would know more than the plain search
