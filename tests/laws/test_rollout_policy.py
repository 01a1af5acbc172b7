"""What seats are likely to do: always something legal, and never by cards that they can't see."""

from random import Random
from typing import Any

import numpy as np
from hypothesis import given

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.core import operations as op
from cubarium.core.game import AnyGame
from cubarium.jit import compiled
from tests.tables import CHOICES, Choices, for_kernels, for_tables, generator, states


@compiled
def chosen(state: Any, rng: Any) -> Any:
    act, rng = op.rollout_policy(state, rng)
    return act, rng


def turns(game: AnyGame, choices: Choices) -> list[Any]:
    return [s for s in states(game, choices)[::4] if isinstance(game.turn(s), ToMove)]


@for_kernels()
@given(choices=CHOICES)
def test_what_is_likely_is_legal_and_nobodys_secret(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    texts = game.actions()
    for state in turns(game, choices):
        rng = generator(choices)
        act, _ = chosen(kernel.pack(state), rng)
        assert texts[act] in [game.write(move) for move in game.moves(state)]
        twin = game.guess(game.view(state, state.to_move), Random(choices))
        assert chosen(kernel.pack(twin), rng)[0] == act


@for_tables("cubeo", every=True)
def test_a_card_that_a_move_fulfils_is_fulfilled(game: AnyGame) -> None:
    """Whenever putting a cube there would do, whatever it leaves behind; and games that are played
    so come to an end."""
    kernel = catalog.kernel(game)
    chance = Random(1)
    rng = np.uint64(1)
    fulfilled = 0
    state = game.initial()
    while not isinstance(game.turn(state), Ended):
        if not isinstance(game.turn(state), ToMove):
            draws = game.draws(state)
            state = game.play(state, chance.choices(list(draws), list(draws.values()))[0])
            continue
        seat = state.to_move
        act, rng = chosen(kernel.pack(state), rng)
        rng = np.uint64(rng)
        after = game.play(state, game.read(state, game.actions()[act]))
        if "-" in game.actions()[act]:
            assert len(after.fulfilled[seat]) > len(state.fulfilled[seat]) or state.tie
            fulfilled += 1
        state = after
    assert fulfilled
