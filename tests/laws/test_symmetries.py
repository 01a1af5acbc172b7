"""Turned, mirrored and relabelled tables play the same game."""

from hypothesis import assume, given

from cubarium.core import Ended, ToMove
from cubarium.core.game import AnyGame
from tests.tables import CHOICES, for_tables, some, states, walk


@for_tables()
@given(choices=CHOICES)
def test_symmetric_states_have_symmetric_futures(game: AnyGame, choices: bytes) -> None:
    symmetries = game.symmetries()
    for visit in list(walk(game, choices))[::6]:
        turn = game.turn(visit.before)
        for symmetry in some(symmetries, choices):
            other = symmetry.state(visit.before)
            if isinstance(turn, ToMove):
                assert game.turn(other) == ToMove(symmetry.seats[turn.seat])
                moved = {symmetry.move(move) for move in game.moves(visit.before)}
                assert moved == set(game.moves(other))
            after = game.play(other, symmetry.move(visit.act))
            if symmetry.commutes(visit.act):
                assert after == symmetry.state(visit.after)
            else:
                assert after in (again.state(visit.after) for again in symmetries)


@for_tables()
@given(choices=CHOICES)
def test_symmetric_ends_have_symmetric_winners(game: AnyGame, choices: bytes) -> None:
    final = states(game, choices)[-1]
    turn = game.turn(final)
    assume(isinstance(turn, Ended))  # as all fixed walks do
    assert isinstance(turn, Ended)
    for symmetry in some(game.symmetries(), choices):
        other = game.turn(symmetry.state(final))
        assert isinstance(other, Ended)
        assert other.outcome.winners == {symmetry.seats[seat] for seat in turn.outcome.winners}
        assert other.outcome.reason == turn.outcome.reason


@for_tables()
def test_symmetries_are_a_group_with_the_identity_first(game: AnyGame) -> None:
    state = states(game, 7)[-1]
    symmetries = game.symmetries()
    assert symmetries[0].state(state) == state
    images = {symmetry.state(state) for symmetry in symmetries}
    for symmetry in some(symmetries, 7):
        assert {symmetry.state(image) for image in images} == images
