"""Texts of moves and positions go both ways."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium.core import IllegalMove, InvalidMove, InvalidPosition, ToDraw, ToMove
from cubarium.core.game import AnyGame
from tests.tables import CHOICES, for_tables, states, walk


@for_tables()
@given(choices=CHOICES)
def test_moves_are_sorted_unique_and_read_back(game: AnyGame, choices: bytes) -> None:
    for state in states(game, choices):
        moves = game.moves(state)
        texts = [game.write(move) for move in moves]
        assert texts == sorted(set(texts))
        assert [game.read(state, text) for text in texts] == list(moves)
        assert all(text.isascii() and text.isprintable() and " " not in text for text in texts)
        assert set(texts) <= set(game.actions())
        assert bool(texts) == isinstance(game.turn(state), ToMove)


@for_tables()
@given(choices=CHOICES)
def test_draws_have_weights_and_texts_with_an_equals_sign(game: AnyGame, choices: bytes) -> None:
    for state in states(game, choices):
        draws = game.draws(state)
        assert bool(draws) == isinstance(game.turn(state), ToDraw)
        assert game.has_chance or not draws
        for act, weight in draws.items():
            assert type(weight) is int
            assert weight > 0
            assert game.write(act).startswith("=")
            assert game.read(state, game.write(act)) == act


@for_tables()
@given(choices=CHOICES)
def test_positions_read_back(game: AnyGame, choices: bytes) -> None:
    for state in states(game, choices):
        text = game.text(state)
        assert "\n" not in text
        assert game.position(text) == state
        assert hash(game.position(text)) == hash(state)


@for_tables()
def test_action_ids_are_sorted_texts(game: AnyGame) -> None:
    assert list(game.actions()) == sorted(set(game.actions()))


@for_tables()
@given(choices=CHOICES, text=st.text(max_size=8))
def test_any_text_is_a_move_or_a_refusal(game: AnyGame, choices: bytes, text: str) -> None:
    """Those of legal moves too, as they are and longer."""
    *_, last = walk(game, choices, most=4)
    state = last.after
    legal = {game.write(act): act for act in (*game.moves(state), *game.draws(state))}
    assert legal
    for known in (text, *legal, *(f"{move}{text}" for move in legal)):
        if known in legal:
            assert game.read(state, known) == legal[known]
        else:
            with pytest.raises((InvalidMove, IllegalMove)):
                game.read(state, known)


def position_or_refusal(game: AnyGame, text: str) -> Any:
    """The state, or None after a refusal that points into the text."""
    columns = range(1, len(text) + 2)
    state = None
    with suppress(InvalidPosition):
        state = game.position(text)
    if state is None:
        with pytest.raises(InvalidPosition) as refused:
            game.position(text)
        assert refused.value.column in columns
    return state


@for_tables()
@given(text=st.text(max_size=40))
def test_any_text_is_a_position_or_a_refusal(game: AnyGame, text: str) -> None:
    state = position_or_refusal(game, text)
    assert state is None or game.text(state) == text


@for_tables()
@given(choices=CHOICES, data=st.data())
def test_a_damaged_position_is_read_or_refused(
    game: AnyGame, choices: bytes, data: st.DataObject
) -> None:
    text = game.text(states(game, choices)[-1])
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.text(alphabet="./ XONESWA123-", max_size=2))
    damaged = text[:at] + put + text[at + cut :]
    state = position_or_refusal(game, damaged)
    assert state is None or game.position(game.text(state)) == state
