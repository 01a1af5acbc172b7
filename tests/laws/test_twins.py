"""The rules agree with a naive twin over whole random games."""

import pytest
from hypothesis import given

from cubarium.core import Ended, ToDraw, ToMove
from cubarium.core.game import AnyGame
from tests.oracles import CardTwin, Twin, twin_of
from tests.tables import CHOICES, REAL, Choices, for_tables, games, walk


def same(game: AnyGame, state: object, twin: Twin) -> None:
    turn = game.turn(state)
    assert twin.moves() == [game.write(move) for move in game.moves(state)]
    assert twin.draws() == {game.write(act): weight for act, weight in game.draws(state).items()}
    assert twin.to_move() == (turn.seat if isinstance(turn, ToMove) else None)
    assert twin.winners() == (turn.outcome.winners if isinstance(turn, Ended) else None)
    scene = game.scene(game.view(state, None))
    seen = {item.place: item.symbol + item.facing for item in scene.items}
    assert twin.cells() == {place.id: seen.get(place.id, "") for place in scene.places}
    if isinstance(twin, CardTwin):
        same_cards(game, state, twin)


def same_cards(game: AnyGame, state: object, twin: CardTwin) -> None:
    turn = game.turn(state)
    view = game.view(state, None)
    assert [list(cards) for cards in view.fulfilled] == twin.fulfilled()
    hands = [game.view(state, seat).hand for seat in range(game.players)]
    assert [list(hand) for hand in hands] == [twin.hand(seat) for seat in range(game.players)]
    assert twin.drawn_by() == (turn.to if isinstance(turn, ToDraw) else None)
    assert twin.scores() == (turn.outcome.scores if isinstance(turn, Ended) else None)


def compare(game: AnyGame, choices: Choices) -> None:
    twin = twin_of(game)
    same(game, game.initial(), twin)
    for visit in walk(game, choices):
        twin.play(game.write(visit.act))
        same(game, visit.after, twin)


@for_tables(*REAL, every=True)
@given(choices=CHOICES)
def test_rules_and_twin_agree(game: AnyGame, choices: bytes) -> None:
    compare(game, choices)


@pytest.mark.soak
@for_tables(*REAL, every=True)
def test_rules_and_twin_agree_over_many_games(game: AnyGame) -> None:
    for seed in games(game, 100):
        compare(game, seed)
