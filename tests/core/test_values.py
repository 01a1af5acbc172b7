"""Games and matches are values: they travel between processes, are copied, and are compared."""

import copy
import pickle
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, assert_type

import pytest

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.games.cage.state import Move as CageMove
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubulus.rules import Cubulus
from cubarium.games.quixo.state import State as QuixoState
from cubarium.match.match import Match
from tests.tables import for_tables, tables

COPIES: tuple[Callable[[Any], Any], ...] = (
    lambda value: pickle.loads(pickle.dumps(value)),
    copy.deepcopy,
    copy.copy,
)


@for_tables()
def test_a_copy_of_a_game_is_the_same_game(game: AnyGame) -> None:
    for copied in (one(game) for one in COPIES):
        assert copied == game
        assert hash(copied) == hash(game)
        assert copied.spec == game.spec
        assert copied.initial() == game.initial()
        assert copied.actions() == game.actions()


def test_games_at_other_tables_are_other_games() -> None:
    games = [*tables(("quixo", "cage", "stones"))]
    assert len(set(games)) == len(games)
    assert catalog.load("quixo") != "quixo"
    assert catalog.load("quixo") == catalog.load("quixo", players=2, size="5")
    assert catalog.load("quixo") != catalog.load("quixo", size=4)


def test_the_options_of_a_copy_are_read_only() -> None:
    copied = pickle.loads(pickle.dumps(catalog.load("quixo")))
    with pytest.raises(TypeError):
        copied.spec.options["size"] = 3


@for_tables(every=True)
def test_a_game_says_how_to_load_it(game: AnyGame) -> None:
    assert eval(repr(game), {"load": catalog.load}) == game


@for_tables()
def test_a_copy_of_a_match_is_the_same_match(game: AnyGame) -> None:
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    before = match
    for _ in range(3):
        move = game.write(game.moves(match.state)[0])
        match = match.after(match.move(match.turn.seat, move, Random(1)))  # type: ignore[union-attr]
    assert match != before
    for copied in (one(match) for one in COPIES):
        assert copied == match
        assert copied.after([]) == match
        assert copied.turn == match.turn
    assert game.text(match.state) in repr(match)
    assert game.name in repr(match)
    assert len(repr(match)) < 1000


@for_tables()
def test_actions_are_worked_out_once(game: AnyGame) -> None:
    if game.name != "stones":
        assert game.actions() is game.actions()


def test_a_type_checker_sees_states_and_moves() -> None:
    """mypy reads this: each line fails where `load` gives any game."""
    assert_type(catalog.load("quixo").initial(), QuixoState)
    cage = catalog.load("cage", players=3)
    assert_type(cage.moves(cage.initial()), Sequence[CageMove])
    assert_type(catalog.load("cubulus"), Cubulus)
    assert_type(catalog.load("cubeo"), CubeO)
