"""What holds of playing, whatever the game."""

import pytest
from hypothesis import given

from cubarium.core import Ended, IllegalMove, InvalidMove, ToMove
from cubarium.core.game import AnyGame
from cubarium.core.lawful_game import Foreign
from tests.tables import CHOICES, REAL, for_tables, states, walk


@for_tables()
@given(choices=CHOICES)
def test_what_is_not_legal_is_refused_and_changes_nothing(game: AnyGame, choices: bytes) -> None:
    for state in states(game, choices)[::5]:
        legal = {game.write(act) for act in (*game.moves(state), *game.draws(state))}
        before = game.text(state)
        for text in set(game.actions()) - legal:
            with pytest.raises((IllegalMove, InvalidMove)) as refused:
                game.read(state, text)
            if isinstance(refused.value, IllegalMove):
                assert refused.value.reason in game.spec.info.sentences
                assert "{" not in game.spec.info.say(refused.value)
        assert game.text(state) == before


@for_tables()
@given(choices=CHOICES)
def test_play_refuses_the_moves_of_other_moments(game: AnyGame, choices: bytes) -> None:
    visits = list(walk(game, choices))
    acts = [visit.act for visit in visits]
    for visit in visits[::7]:
        allowed = {*game.moves(visit.before), *game.draws(visit.before)}
        for act in acts:
            if act in allowed:
                game.play(visit.before, act)
            else:
                with pytest.raises(IllegalMove):
                    game.play(visit.before, act)


@for_tables()
@given(choices=CHOICES)
def test_ends_are_ends(game: AnyGame, choices: bytes) -> None:
    for state in states(game, choices):
        turn = game.turn(state)
        if isinstance(turn, Ended):
            outcome = turn.outcome
            assert outcome.winners <= set(range(game.players))
            assert str(outcome.reason) in game.spec.info.sentences
            assert outcome.scores is None or len(outcome.scores) == game.players
            teams = {game.teams[seat] for seat in outcome.winners}
            partners = {seat for seat, team in enumerate(game.teams) if team in teams}
            assert outcome.winners == partners
            assert not game.moves(state)
            assert not game.draws(state)
            assert not game.is_turn_boundary(state)
        elif isinstance(turn, ToMove):
            assert turn.seat in range(game.players)


@for_tables()
def test_random_games_end(game: AnyGame) -> None:
    ends = [game.turn(states(game, seed)[-1]) for seed in range(5)]
    assert any(isinstance(end, Ended) for end in ends)


@for_tables()
@given(choices=CHOICES)
def test_equal_play_gives_equal_states(game: AnyGame, choices: bytes) -> None:
    first, second = states(game, choices), states(game, choices)
    assert first == second
    assert [hash(state) for state in first] == [hash(state) for state in second]


@for_tables(*REAL)
@pytest.mark.parametrize("foreign", ["a1e1", "", None, 7, Foreign.NO_MOVE])
def test_what_is_no_move_is_refused(game: AnyGame, foreign: object) -> None:
    with pytest.raises(IllegalMove) as refused:
        game.play(game.initial(), foreign)
    assert game.spec.info.say(refused.value) == "That is no move of this game."
