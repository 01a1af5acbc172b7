"""Acts in a row are planned together."""

from random import Random

import pytest

from cubarium import catalog
from cubarium.core import Limit
from cubarium.core.game import AnyGame
from cubarium.match.match import Match
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import successor, value_for
from cubarium.search.setup_search import SLICE, moves_again, search_set_up
from scripts.fit.games import random_act
from tests.search.positions import engine_with

TRIES = 20


def test_only_the_set_up_is_in_a_row() -> None:
    game: AnyGame = catalog.load("cubulus", 2)
    kernel = catalog.kernel(game)
    state = kernel.pack(game.initial())
    told = []
    for _ in range(12):
        told.append(moves_again(kernel, state))
        state = successor(state, random_act(state, Random(1)))
    assert told == [True] * 8 + [False] * 4


def test_plans_are_legal_sorted_and_the_same_again() -> None:
    game: AnyGame = catalog.load("cubulus", 2)
    root = catalog.kernel(game).pack(game.initial())
    clock = Clock(Limit())
    found = search_set_up(root, len(game.actions()), TRIES, 7, clock)
    assert clock.nodes == 9 * TRIES
    assert [value for _, value in found] == sorted((value for _, value in found), reverse=True)
    assert search_set_up(root, len(game.actions()), TRIES, 7, Clock(Limit())) == found


def test_plans_are_stopped() -> None:
    game: AnyGame = catalog.load("cubulus", 2)
    root = catalog.kernel(game).pack(game.initial())
    clock = Clock(Limit())
    clock.stopped.set()
    assert search_set_up(root, len(game.actions()), 10 * SLICE, 7, clock)
    assert clock.nodes == 9 * SLICE


def test_the_engine_lays_the_neutral_balls() -> None:
    game: AnyGame = catalog.load("cubulus", 2)
    match = Match.open(game)
    for _ in range(9):
        *_, thought = engine_with(AlphaBeta(memory=1)).think(game, match.story(1), Limit(nodes=200))
        match = match.after(match.move(1, game.write(thought.best), Random(1)))
    assert match.turn.seat == 0  # type: ignore[union-attr]


@pytest.mark.compiled
def test_a_planned_layout_looks_better_than_random_ones() -> None:
    game: AnyGame = catalog.load("cubulus", 2)
    kernel = catalog.kernel(game)

    def laid(*, plan: bool, seed: int) -> int:
        rng = Random(seed)
        state = kernel.pack(game.initial())
        for _ in range(9):
            luck = rng.getrandbits(60) | 1
            acts = search_set_up(state, len(game.actions()), 500, luck, Clock(Limit()))
            state = successor(state, acts[0][0] if plan else random_act(state, rng))
        return value_for(state, 1)

    random = [laid(plan=False, seed=seed) for seed in range(40)]
    assert laid(plan=True, seed=1) > sorted(random)[-4]
