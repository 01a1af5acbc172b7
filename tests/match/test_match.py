"""A match as a fold of events: ends, offers, takebacks, leaving."""

import copy
from dataclasses import replace
from random import Random

import pytest

from cubarium import catalog
from cubarium.core import Ended, IllegalMove, InvalidMove, MatchRefused, Outcome, ToMove
from cubarium.core.game import AnyGame
from cubarium.match.events import (
    Answered,
    Drawn,
    Event,
    Moved,
    Offer,
    Offered,
    Resigned,
    Seated,
    TakenBack,
    TimedOut,
)
from cubarium.match.match import Limits, Match, MatchEnd, MatchRefusal
from cubarium.match.step_sequence import Step, Steps
from tests.tables import state_of

QUIXO: AnyGame = catalog.load("quixo")
RNG = Random(0)


def played(match: Match, *texts: str) -> Match:
    for text in texts:
        turn = match.turn
        assert isinstance(turn, ToMove)
        match = match.after(match.move(turn.seat, text, RNG))
    return match


def refusal(match: Match, *events: Event) -> MatchRefusal:
    with pytest.raises(MatchRefused) as refused:
        match.after(events)
    assert str(refused.value)
    assert isinstance(refused.value.reason, MatchRefusal)
    return refused.value.reason


# moves


def test_a_match_folds_moves() -> None:
    match = played(Match.open(QUIXO), "a1e1", "a5e5")
    assert QUIXO.text(match.state) == "....O/...../...../...../....X X"
    assert match.plies == 2
    assert QUIXO.write(match.last) == "a5e5"
    assert [step.event for step in match.steps] == [Moved(0, "a1e1"), Moved(1, "a5e5")]


def test_a_deed_changes_nothing_until_it_is_folded() -> None:
    match = Match.open(QUIXO)
    events = match.move(0, "a1e1", RNG)
    assert match == Match.open(QUIXO)
    assert events == (Moved(0, "a1e1"),)


def test_only_the_seat_to_move_moves() -> None:
    assert refusal(Match.open(QUIXO), Moved(1, "a1e1")) is MatchRefusal.NOT_YOUR_TURN
    assert refusal(Match.open(QUIXO), Moved(7, "a1e1")) is MatchRefusal.NO_SUCH_SEAT
    assert refusal(Match.open(QUIXO), Moved(-1, "a1e1")) is MatchRefusal.NO_SUCH_SEAT
    assert refusal(Match.open(QUIXO), Drawn("=R")) is MatchRefusal.NOT_CHANCES_TURN


def test_bad_moves_are_refused_as_the_game_refuses_them() -> None:
    with pytest.raises(IllegalMove):
        Match.open(QUIXO).move(0, "c3c5", RNG)
    with pytest.raises(InvalidMove):
        Match.open(QUIXO).move(0, "z9", RNG)


def test_the_rules_end_a_match() -> None:
    start = QUIXO.position("...../...../...../...../.XXXX X")
    match = played(Match.open(QUIXO, start=start), "a2a1")
    assert match.outcome is not None
    assert match.outcome.winners == {0}
    assert isinstance(match.turn, Ended)
    assert refusal(match, Moved(1, "a1e1")) is MatchRefusal.OVER
    assert refusal(match, Resigned(1)) is MatchRefusal.OVER
    assert refusal(match, Offered(0, Offer.TAKEBACK)) is MatchRefusal.OVER


def test_a_match_may_open_with_a_finished_position() -> None:
    match = Match.open(QUIXO, start=QUIXO.position("XXXXX/...../...../...../..... O"))
    assert match.outcome is not None


# endless play


def test_the_third_time_is_a_draw() -> None:
    # Both sides have a whole row of four and a blank; moves inside own cubes change nothing.
    match = Match.open(QUIXO, start=QUIXO.position("XXXX./...../...../...../OOOO. X"))
    match = played(match, "c5a5", "c1a1")  # cubes of one's own, moved within one's own: no change
    assert match.outcome is None
    match = played(match, "c5a5", "c1a1")
    assert match.outcome is not None
    assert match.outcome.reason is MatchEnd.REPETITION
    assert match.outcome.winners == frozenset()
    assert match.plies == 4


def test_repetitions_can_be_switched_off_and_plies_still_count() -> None:
    start = QUIXO.position("XXXX./...../...../...../OOOO. X")
    match = Match.open(QUIXO, Limits(repetitions=None, plies=9), start)
    match = played(match, *["c5a5", "c1a1"] * 4)
    assert match.outcome is None
    match = played(match, "c5a5")
    assert match.outcome is not None
    assert match.outcome.reason is MatchEnd.PLY_LIMIT


def test_without_limits_a_match_goes_on() -> None:
    start = QUIXO.position("XXXX./...../...../...../OOOO. X")
    match = Match.open(QUIXO, Limits(None, None), start)
    assert played(match, *["c5a5", "c1a1"] * 210).outcome is None


def test_the_usual_limits_are_three_and_four_hundred() -> None:
    assert Match.open(QUIXO).limits == Limits(3, 400)


def test_a_position_taken_back_does_not_count_as_repeated() -> None:
    start = QUIXO.position("XXXX./...../...../...../OOOO. X")
    match = Match.open(QUIXO, start=start).after([Seated(1, "engine", "random")])
    for _ in range(5):
        match = played(match, "c5a5", "c1a1")
        match = match.after(match.offer(0, Offer.TAKEBACK))
    assert match.outcome is None
    assert match.steps == ()


# resigning and time


def test_who_resigns_loses() -> None:
    match = Match.open(QUIXO)
    match = match.after(match.resign(0))
    assert match.outcome is not None
    assert match.outcome == Outcome(frozenset({1}), MatchEnd.RESIGNATION)


def test_who_runs_out_of_time_loses() -> None:
    match = Match.open(QUIXO)
    match = match.after(match.time_out(1))
    assert match.outcome is not None
    assert match.outcome == Outcome(frozenset({0}), MatchEnd.TIME_OUT)


def test_a_team_resigns_together() -> None:
    match = Match.open(catalog.load("quixo", players=4)).after([Resigned(3)])
    assert match.outcome is not None
    assert match.outcome.winners == {0, 2}


# agreed draws


def test_a_draw_is_agreed_by_all() -> None:
    match = Match.open(catalog.load("quixo", players=4))
    match = match.after(match.offer(1, Offer.DRAW))
    assert refusal(match, Offered(0, Offer.DRAW)) is MatchRefusal.OFFER_OPEN
    assert refusal(match, Answered(1, Offer.DRAW, agreed=True)) is MatchRefusal.NO_OFFER
    for seat in (0, 2):
        match = match.after(match.answer(seat, Offer.DRAW, agreed=True))
        assert match.outcome is None
    match = match.after(match.answer(3, Offer.DRAW, agreed=True))
    assert match.outcome is not None
    assert match.outcome == Outcome(frozenset(), MatchEnd.AGREEMENT)


def test_a_declined_offer_is_gone_and_a_move_ends_an_offer() -> None:
    match = Match.open(QUIXO)
    assert refusal(match, Answered(1, Offer.DRAW, agreed=True)) is MatchRefusal.NO_OFFER
    match = match.after(match.offer(0, Offer.DRAW))
    match = match.after(match.answer(1, Offer.DRAW, agreed=False))
    assert match.offers == {}
    match = played(match.after(match.offer(1, Offer.DRAW)), "a1e1")
    assert match.offers == {}


def test_what_a_match_knows_does_not_change_when_another_follows_from_it() -> None:
    match = played(Match.open(QUIXO), "a1e1", "a5e5", "b1b5")
    fresh = copy.copy(match)
    for move in [*QUIXO.moves(match.state)][:2]:
        after = match.after([Moved(1, QUIXO.write(move))])
        assert (after.plies, sum(after._visits.counts.values())) == (4, 4)
        assert match._visits.counts == fresh._visits.counts
        assert match.plies == 3


def test_a_seat_offers_once_for_each_board() -> None:
    def declined(match: Match, seat: int, offer: Offer) -> Match:
        match = match.after(match.offer(seat, offer))
        return match.after(match.answer(1 - seat, offer, agreed=False))

    match = declined(played(Match.open(QUIXO), "a1e1", "a5e5"), 0, Offer.DRAW)
    match = declined(declined(match, 1, Offer.DRAW), 0, Offer.TAKEBACK)
    for seat, offer in ((0, Offer.DRAW), (1, Offer.DRAW), (0, Offer.TAKEBACK)):
        with pytest.raises(MatchRefused) as refused:
            match.offer(seat, offer)
        assert refused.value.reason is MatchRefusal.OFFERED_ALREADY
    match = declined(played(match, "b1b5"), 0, Offer.DRAW)
    match = match.after(match.offer(0, Offer.TAKEBACK))
    match = match.after(match.answer(1, Offer.TAKEBACK, agreed=True))
    assert match.offer(0, Offer.TAKEBACK), "there is another board, and one move less to take back"
    assert match.offer(0, Offer.DRAW)


def test_a_log_of_earlier_times_is_folded_as_it_is() -> None:
    """Where a seat has offered the same again and again."""
    again: list[Event] = [Offered(0, Offer.DRAW), Answered(1, Offer.DRAW, agreed=False)]
    match = Match.open(QUIXO).after(again * 3)
    assert match.offers == {}


# takebacks


def test_people_agree_to_a_takeback() -> None:
    match = played(Match.open(QUIXO), "a1e1", "a5e5")
    match = match.after(match.offer(0, Offer.TAKEBACK))
    assert match.plies == 2
    assert refusal(match, TakenBack(0)) is MatchRefusal.NOT_AGREED
    events = match.answer(1, Offer.TAKEBACK, agreed=True)
    assert events[-1] == TakenBack(0)
    match = match.after(events)
    assert match.state == QUIXO.initial()
    assert match.steps == ()
    assert match.offers == {}


def test_a_takeback_may_be_declined() -> None:
    match = played(Match.open(QUIXO), "a1e1", "a5e5")
    match = match.after(match.offer(1, Offer.TAKEBACK))
    match = match.after(match.answer(0, Offer.TAKEBACK, agreed=False))
    assert match.offers == {}
    assert match.asked is None
    assert match.plies == 2


def test_engines_let_moves_be_taken_back() -> None:
    match = played(Match.open(QUIXO).after([Seated(1, "engine", "random")]), "a1e1", "a5e5", "a1e1")
    events = match.offer(0, Offer.TAKEBACK)
    assert events == (Offered(0, Offer.TAKEBACK), TakenBack(0))
    assert match.after(events).plies == 2


def test_nothing_to_take_back() -> None:
    match = played(Match.open(QUIXO), "a1e1")
    assert refusal(match, Offered(1, Offer.TAKEBACK)) is MatchRefusal.NOTHING_TO_TAKE_BACK
    assert refusal(match, TakenBack(0)) is MatchRefusal.NOT_AGREED


def test_who_could_take_back() -> None:
    match = Match.open(QUIXO)
    assert match.undoable == ()
    match = played(match, "a1e1")
    assert match.undoable == (0,)
    match = played(match, "a5e5")
    assert match.undoable == (0, 1)
    assert match.after([Resigned(0)]).undoable == ()
    against = played(Match.open(QUIXO).after([Seated(1, "engine", "random")]), "a1e1", "a5e5")
    assert against.undoable == (0,), "engines take nothing back"
    assert stones().undoable == (), "what was drawn stays"


# chance, and three seats that are nobody's partners


def stones(seed: int = 1) -> Match:
    match = Match.open(catalog.load("stones", players=3))
    return match.after(match.draw(Random(seed)))


def test_chance_acts_before_the_first_move_and_is_recorded() -> None:
    match = stones()
    assert [type(step.event) for step in match.steps] == [Drawn] * 3
    assert match.turn == ToMove(0)
    assert match.plies == 0
    assert stones().steps == match.steps
    assert {stones(seed).state for seed in range(30)} != {match.state}


def test_nothing_is_taken_back_across_a_draw() -> None:
    dealt = stones()
    assert refusal(dealt, Offered(0, Offer.TAKEBACK)) is MatchRefusal.NOTHING_TO_TAKE_BACK
    state = dealt.steps[0].before
    moved = Step(Moved(0, "1"), state, dealt.game.moves(dealt.state)[0])
    late = replace(dealt, steps=Steps((moved, *dealt.steps)))
    assert refusal(late, Offered(0, Offer.TAKEBACK)) is MatchRefusal.DRAWN_SINCE


def test_a_seat_that_leaves_is_passed_over() -> None:
    match = stones().after([Resigned(1)])
    assert match.outcome is None
    assert match.remaining == (0, 2)
    assert refusal(match, Resigned(1)) is MatchRefusal.LEFT
    assert refusal(match, Offered(1, Offer.DRAW)) is MatchRefusal.LEFT
    match = played(match, *"222", *"111")
    assert match.outcome is not None
    assert 1 not in match.outcome.winners


def test_if_only_those_who_left_have_won_it_is_a_draw() -> None:
    game = catalog.load("stones", players=3)
    match = Match.open(game, start=game.position("2 9,9,9 1,2,4 A")).after([Resigned(2)])
    assert state_of(match).taken == (9, 9, 0)
    late = Match.open(game, start=game.position("2 0,0,9 1,2,4 A"))
    late = played(late, "1", "1")
    assert late.outcome is not None
    assert late.outcome.winners == {2}
    judged = Match(game, late.start, late.state, departed=frozenset({2}))._judged()
    assert judged.outcome is not None
    assert judged.outcome.winners == frozenset()


def test_the_last_seat_wins() -> None:
    match = stones().after([Resigned(1), TimedOut(0)])
    assert match.outcome is not None
    assert match.outcome == Outcome(frozenset({2}), MatchEnd.TIME_OUT)


def test_those_who_remain_agree_on_a_draw() -> None:
    match = stones().after([Resigned(1)])
    match = match.after(match.offer(0, Offer.DRAW))
    match = match.after(match.answer(2, Offer.DRAW, agreed=True))
    assert match.outcome is not None
    assert match.outcome.reason is MatchEnd.AGREEMENT


def test_the_fold_is_pure() -> None:
    events: list[Event] = [Seated(0, "Ann"), Moved(0, "a1e1"), Offered(0, Offer.DRAW)]
    assert Match.open(QUIXO).after(events) == Match.open(QUIXO).after(events)
    assert Match.open(QUIXO).after(events).seated[0].name == "Ann"
