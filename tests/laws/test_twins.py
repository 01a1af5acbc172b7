"""The rules agree with a naive twin over whole random games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium.core import Ended, ToMove
from cubarium.core.game import AnyGame
from tests.oracles import Twin, twin_of
from tests.tables import REAL, for_tables, walk


def same(game: AnyGame, state: object, twin: Twin) -> None:
    turn = game.turn(state)
    assert twin.moves() == [game.write(move) for move in game.moves(state)]
    assert twin.draws() == {game.write(act): weight for act, weight in game.draws(state).items()}
    assert twin.to_move() == (turn.seat if isinstance(turn, ToMove) else None)
    assert twin.winners() == (turn.outcome.winners if isinstance(turn, Ended) else None)
    scene = game.scene(game.view(state, None))
    seen = {item.place: item.symbol + item.facing for item in scene.items}
    assert twin.cells() == {place.id: seen.get(place.id, "") for place in scene.places}


def compare(game: AnyGame, seed: int) -> None:
    twin = twin_of(game)
    same(game, game.initial(), twin)
    for visit in walk(game, seed):
        twin.play(game.write(visit.act))
        same(game, visit.after, twin)


@for_tables(*REAL)
@given(seed=st.integers(0, 10**6))
def test_rules_and_twin_agree(game: AnyGame, seed: int) -> None:
    compare(game, seed)


@pytest.mark.compiled
@for_tables(*REAL)
def test_rules_and_twin_agree_over_many_games(game: AnyGame) -> None:
    for seed in range(100):
        compare(game, seed)
