"""What a program that learns sees is what the seat to move may know, and all of it."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from cubarium import catalog
from cubarium.core import ToMove
from cubarium.core import operations as op
from cubarium.core.action_ids import legal_ids
from cubarium.core.game import AnyGame
from cubarium.core.observation import VIEW_TEXT
from cubarium.jit import compiled
from tests.tables import CHOICES, REAL, every, for_tables, states


@compiled
def observed(state: Any, out: Any) -> None:
    op.observe(state, out)


@compiled
def masked(state: Any, out: Any) -> None:
    op.mask(state, out)


def observation(game: AnyGame, state: Any) -> Any:
    """The channels, in an array that was full of other numbers before."""
    out = np.full(catalog.observation(game).shape, 77, np.int8)
    observed(catalog.kernel(game).pack(state), out.reshape(-1))
    return out


@for_tables(*REAL)
@given(choices=CHOICES)
def test_what_is_hidden_changes_nothing(game: AnyGame, choices: bytes) -> None:
    """Whatever the others hold, as far as the mover can tell."""
    rng = Random(choices)
    space = catalog.observation(game)
    for state in every(4, states(game, choices)):
        turn = game.turn(state)
        if not isinstance(turn, ToMove):
            continue
        seen = observation(game, state)
        twin = game.guess(game.view(state, turn.seat), rng)
        assert (observation(game, twin) == seen).all()
        assert seen.min() >= space.lowest
        assert seen.max() <= space.highest


@for_tables(*REAL)
@given(choices=CHOICES)
def test_what_is_known_is_in_it(game: AnyGame, choices: bytes) -> None:
    """Two positions that a seat can tell apart look different, but for whose shown cards are
    whose."""
    found: dict[tuple[int, bytes], Any] = {}
    for state in states(game, choices):
        turn = game.turn(state)
        if isinstance(turn, ToMove):
            key = (turn.seat, observation(game, state).tobytes())
            known = game.view(state, turn.seat)
            if game.has_secrets:
                known = (known.board, known.hand, known.drawn, known.taboo, known.hands)
            assert found.setdefault(key, known) == known


@for_tables(*REAL)
@given(choices=CHOICES)
def test_masks_are_the_legal_moves(game: AnyGame, choices: bytes) -> None:
    catalog.observation(game)
    kernel = catalog.kernel(game)
    for state in every(3, states(game, choices)):
        if isinstance(game.turn(state), ToMove):
            out = np.ones(len(game.actions()), np.bool_)
            masked(kernel.pack(state), out)
            assert list(np.flatnonzero(out)) == legal_ids(game, state)


@for_tables("quixo", "cage", "cubulus")
def test_seats_that_are_alike_see_the_same(game: AnyGame) -> None:
    """Where only the seats have moved on, the mover sees the same board."""
    begun = states(game, 7)[7:]
    state = next(state for state in begun if isinstance(game.turn(state), ToMove))
    same = tuple(range(game.players))
    twins = [one.state(state) for one in game.symmetries() if one.seats != same]
    seen = observation(game, state)
    assert any((observation(game, twin) == seen).all() for twin in twins)


@pytest.mark.soak
@pytest.mark.compiled
@for_tables(*REAL, every=True)
def test_compiled_code_sees_what_the_mover_may(game: AnyGame) -> None:
    """The laws above once more, on compiled code, along a whole game."""
    kernel, rng = catalog.kernel(game), Random(7)
    found: dict[tuple[int, bytes], Any] = {}
    for state in states(game, 7):
        turn = game.turn(state)
        if isinstance(turn, ToMove):
            seen = observation(game, state)
            twin = game.guess(game.view(state, turn.seat), rng)
            assert (observation(game, twin) == seen).all()
            board = game.view(state, turn.seat)
            if game.has_secrets:
                board = (board.board, board.hand, board.drawn, board.taboo, board.hands)
            assert found.setdefault((turn.seat, seen.tobytes()), board) == board
            out = np.ones(len(game.actions()), np.bool_)
            masked(kernel.pack(state), out)
            assert list(np.flatnonzero(out)) == legal_ids(game, state)


def test_a_game_without_a_kernel_is_observed_as_a_text() -> None:
    assert catalog.observation(catalog.load("stones")) == VIEW_TEXT
