"""Matches between engines: fair line-ups, honest numbers."""

from math import inf
from random import Random

import pytest

from cubarium import catalog
from cubarium.core import Ended
from cubarium.core.game import AnyGame
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Limits
from cubarium.tournament.engine_match import Contender, EngineAtFault, play_match
from cubarium.tournament.openings import Opening, opening
from cubarium.tournament.scores import (
    EngineMatchResult,
    GamePair,
    PlayedGame,
    line_ups,
    quantile,
    wilson,
)
from tests.tables import SOAKING, for_tables
from tests.tournament.players import Scripted, at_random, finished

SMALL: AnyGame = catalog.load("quixo", size=3)
CAGE3 = catalog.load("cage", players=3)


A, B = Contender("a", at_random), Contender("b", at_random)


def played(won: float, seats: tuple[int, ...] = (0, 1)) -> PlayedGame:
    winners = frozenset[int]() if won == 0.5 else frozenset({seats.index(0 if won else 1)})
    return finished(seats, winners)


def paired(*scores: tuple[float, float]) -> EngineMatchResult:
    pairs = (GamePair((played(one), played(two, (1, 0)))) for one, two in scores)
    return EngineMatchResult(("a", "b"), (0, 1), tuple(pairs))


# line-ups and openings


def test_two_sides_are_exchanged() -> None:
    assert line_ups((0, 1)) == ((0, 1), (1, 0))
    assert line_ups((0, 1, 0, 1)) == ((0, 1, 0, 1), (1, 0, 1, 0))


def test_several_seats_are_taken_in_turn_by_both() -> None:
    alone = ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    others = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert line_ups((0, 1, 2)) == alone + others


@for_tables()
def test_openings_leave_all_undecided(game: AnyGame) -> None:
    plies = 0 if game.has_secrets else 2
    for seed in range(3):
        match = opening(game, Random(seed)).match(game)
        assert match.outcome is None
        assert match.plies == plies
        assert game.is_turn_boundary(match.state)


def test_openings_leave_no_win_for_the_next_move() -> None:
    for seed in range(10):
        state = opening(SMALL, Random(seed), plies=5).match(SMALL).state
        for move in SMALL.moves(state):
            after = SMALL.turn(SMALL.play(state, move))
            assert not isinstance(after, Ended) or 1 not in after.outcome.winners


def test_the_set_up_can_be_left_to_the_players() -> None:
    game = catalog.load("cubulus", neutrals="placed")
    assert len(opening(game, Random(0)).events) == 9 + 2
    assert opening(game, Random(0), set_up=False) == Opening()
    laid = catalog.load("cubulus", neutrals="random")
    assert all(isinstance(event, Drawn) for event in opening(laid, Random(0), plies=0).events)
    result = play_match(game, A, B, 1, set_up=False)
    assert {len(one.moves) - one.plies for one in result.games} == {9}


def test_openings_that_are_all_decided_are_refused() -> None:
    with pytest.raises(ValueError, match="decided"):
        opening(catalog.load("stones", stones=2), Random(0), plies=2)


# matches


def test_a_pair_plays_one_opening_with_sides_exchanged() -> None:
    result = play_match(SMALL, A, B, 4)
    assert len(result.pairs) == 4
    openings = [pair.games[0].moves[:2] for pair in result.pairs]
    assert len(set(openings)) == 4
    for pair in result.pairs:
        assert [game.seats for game in pair.games] == [(0, 1), (1, 0)]
        assert len({game.moves[:2] for game in pair.games}) == 1
        assert len({game.moves for game in pair.games}) == 2


@pytest.mark.compiled
@pytest.mark.parametrize("game", [SMALL, CAGE3, catalog.load("stones", 3)])
def test_exchanging_the_contenders_turns_the_score_round(game: AnyGame) -> None:
    one, other = play_match(game, A, B, 5), play_match(game, B, A, 5)
    assert one.scores == pytest.approx([1 - score for score in other.scores])
    assert {game.moves for game in one.games} == {game.moves for game in other.games}
    assert one.wins_draws_losses == other.wins_draws_losses[::-1]


def test_the_same_seed_gives_the_same_games() -> None:
    one = play_match(SMALL, A, B, 3, seed=5)
    moves = [game.moves for game in one.games]
    assert [game.moves for game in play_match(SMALL, A, B, 3, seed=5).games] == moves
    assert [game.moves for game in play_match(SMALL, A, B, 3, seed=6).games] != moves


def test_workers_change_nothing() -> None:
    alone, together = play_match(SMALL, A, B, 3), play_match(SMALL, A, B, 3, workers=2)
    assert [game.moves for game in alone.games] == [game.moves for game in together.games]


def test_a_match_can_be_stopped() -> None:
    seen = []

    def enough(result: EngineMatchResult) -> bool:
        seen.append(len(result.pairs))
        return len(result.pairs) == 2

    assert len(play_match(SMALL, A, B, 9, stop=enough).pairs) == 2
    assert len(play_match(SMALL, A, B, 9, workers=2, stop=enough).pairs) == 2
    assert seen == [1, 2, 1, 2]


def test_what_is_measured() -> None:
    result = play_match(SMALL, A, B, 3, limits=Limits(plies=5))
    assert sum(result.wins_draws_losses) == len(result.games) == 6
    assert sum(result.endings.values()) == 6
    assert result.plies <= 5
    for usage in result.time_usage:
        assert 0 < usage.mean <= usage.longest
        assert usage.moves > 0
    assert result.share_alone[0] == pytest.approx(1 - result.share_alone[1])
    assert result.fair_share == 0.5


def test_several_seats() -> None:
    result = play_match(catalog.load("stones", 3), A, B, 4)
    assert len(result.games) == 4 * 6
    first, second = result.share_alone
    assert result.score == pytest.approx(0.5 + (first - second) / 2)
    assert result.fair_share == pytest.approx(1 / 3)
    assert all(isinstance(one, str) for one in result.games[0].moves)


def test_partners_sit_together() -> None:
    result = play_match(catalog.load("quixo", 4), A, B, 1)
    assert [game.seats for game in result.games] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert result.fair_share == 0.5


# faults


@pytest.mark.parametrize(("choice", "said"), [("a1c1", "'a1c1'"), (Moved(0, "a1"), "Moved")])
def test_an_illegal_move_is_reported(choice: object, said: str) -> None:
    bad = Contender("bad one", Scripted(choice))
    with pytest.raises(EngineAtFault) as fault:
        play_match(SMALL, A, bad, 1)
    for word in ("bad one", "illegal", said, "size=3", "/"):
        assert word in str(fault.value)


def test_an_illegal_move_of_the_game_is_named_by_its_text() -> None:
    (first, *_) = [move for move in SMALL.moves(SMALL.initial()) if SMALL.write(move) == "a1a3"]
    with pytest.raises(EngineAtFault, match="a1a3"):
        play_match(SMALL, Contender("stubborn", Scripted(first)), A, 20)


def test_no_move_is_reported_also_by_a_worker() -> None:
    with pytest.raises(EngineAtFault, match="lazy made no move"):
        play_match(SMALL, Contender("lazy", Scripted(None)), A, 2, workers=2)


def test_wrong_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="called 'a'"):
        play_match(SMALL, A, A, 1)
    with pytest.raises(ValueError, match="at least one"):
        play_match(SMALL, A, B, 0)


# numbers


def test_scores_of_pairs() -> None:
    result = paired((1, 1), (1, 0), (0.5, 0), (0.5, 0.5))
    assert result.scores == (1.0, 0.5, 0.25, 0.5)
    assert result.score == pytest.approx(0.5625)
    assert result.wins_draws_losses == (3, 3, 2)


def test_a_shared_win_is_neither_won_nor_lost() -> None:
    game = finished((0, 1, 1), {0, 1})
    assert (game.share(0), game.share(1), game.won) == (0.5, 0.5, 0)
    draw = finished((0, 1, 1), ())
    assert draw.share(0) == pytest.approx(1 / 3)


def test_the_interval_is_never_of_no_width() -> None:
    for scores in (((1, 1),), ((1, 0),) * 30, ((0, 0),) * 30, ((1, 1),) * 30 + ((1, 0),)):
        low, high = paired(*scores).interval
        assert 0 <= low < high <= 1
        assert low <= paired(*scores).score <= high


def test_elo() -> None:
    assert paired((1, 0)).elo == pytest.approx(0)
    assert paired((1, 1), (1, 0)).elo == pytest.approx(190.8, abs=0.1)
    all_won = paired(*((1, 1),) * 10)
    assert all_won.elo == inf
    low, high = all_won.elo_interval
    assert low > 200
    assert high == inf
    assert paired((0, 0)).elo == -inf
    assert paired((0, 0)).elo_interval[0] == -inf


def test_quantiles() -> None:
    for freedom, value in {5: 2.5706, 10: 2.2281, 30: 2.0423, 1000: 1.9623}.items():
        assert quantile(freedom) == pytest.approx(value, rel=0.002)


def test_wilson() -> None:
    assert wilson(1, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


@pytest.mark.parametrize(("chance", "pairs"), [(0.5, 12), (0.5, 60), (0.7, 40), (0.95, 30)])
def test_the_interval_holds_the_truth_19_times_of_20(chance: float, pairs: int) -> None:
    rng = Random(1)
    trials = 600 if SOAKING else 150

    def won() -> bool:
        return rng.random() < chance

    inside = 0
    for _ in range(trials):
        low, high = paired(*((won(), won()) for _ in range(pairs))).interval
        inside += low <= chance <= high
    assert inside / trials >= 0.92
