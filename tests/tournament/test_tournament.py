"""Matches of several contenders: who meets whom, what is kept, what a fault costs, the numbers."""

import json
from contextlib import closing
from math import log, sqrt
from pathlib import Path
from random import Random

import pytest

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import ugi_engine
from cubarium.engines.executor import SerialExecutor
from cubarium.match.events import Moved
from cubarium.match.match import Limits
from cubarium.records import replayed
from cubarium.records.text_format import write_all
from cubarium.tournament.contender import (
    Contender,
    ForeignEngine,
    OwnEngine,
    check_fit,
    distinct,
    read_contender,
)
from cubarium.tournament.game_log import game_log, header
from cubarium.tournament.openings import Opening, random_openings, read_openings
from cubarium.tournament.ratings import ratings
from cubarium.tournament.report import match_report
from cubarium.tournament.schedule import MatchRound, Schedule, seatings
from cubarium.tournament.sprt import Sprt, SprtVerdict, expected_score
from cubarium.tournament.tournament import GameKey, PlayedRound, play_rounds
from tests.engines.programs import BADLY, ours, script
from tests.tournament.players import at_random, finished

SMALL: AnyGame = catalog.load("quixo", size=3)
THREE: AnyGame = catalog.load("stones", players=3)
NAMES = [Contender(name, at_random) for name in "abcd"]


def scheduled(
    *contenders: Contender, game: AnyGame = SMALL, pairs: int = 2, is_gauntlet: bool = False
) -> Schedule:
    openings = random_openings(game, 0, None, set_up=True)
    limits = Limits(plies=12)
    return Schedule(game, contenders, openings, pairs, 0, limits, is_gauntlet)


def rounds_of(schedule: Schedule) -> list[PlayedRound]:
    return list(play_rounds(schedule, SerialExecutor()))


# contenders


def test_contenders_are_read() -> None:
    plain = read_contender("level3", Limit(nodes=5))
    assert (plain.name, plain.make, plain.limit) == ("level3", OwnEngine("level3"), Limit(nodes=5))
    full = read_contender("engine@0.5s;threads=2;memory=64;name=New")
    assert (full.name, full.make) == ("New", OwnEngine("engine", 2, 64))
    assert full.limit == Limit(seconds=0.5)
    assert read_contender("random@100n").limit == Limit(nodes=100)
    program = read_contender(f"{ours()}@1s;Hash=16", memory=99)
    assert isinstance(program.make, ForeignEngine)
    assert program.make.program.options == (("Hash", "16"),)
    assert program.make.program.command[-1] == "engine"
    assert program.make.program.memory == 99
    other = read_contender("mine", others={"mine": at_random})
    assert other.make is at_random
    assert [one.name for one in distinct([plain, plain, plain])] == [
        "level3",
        "level3'",
        "level3''",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("level9", "there is no contender 'level9'"),
        ("", "there is no contender ''"),
        ("level3;depth=4", "threads, memory and name"),
        ("engine;threads=no", "expected a number for threads"),
        ("engine;threads", "expected OPTION=VALUE"),
        ("engine@0s", "in no time"),
        ("ugi:./nothing/here", "there is no program"),
    ],
)
def test_wrong_contenders_are_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        read_contender(text)


def test_a_contender_must_fit_the_game() -> None:
    check_fit(read_contender("random"), SMALL)

    def unfit(game: AnyGame, seed: int) -> ugi_engine.UgiEngine:
        del seed
        raise InvalidOption(f"not {game.name}")

    with pytest.raises(InvalidOption, match="not quixo"):
        check_fit(Contender("x", unfit), SMALL)


# the schedule


def test_everybody_meets_everybody_or_the_first_one() -> None:
    assert scheduled(*NAMES[:3]).groups == ((0, 1), (0, 2), (1, 2))
    assert scheduled(*NAMES[:3], is_gauntlet=True).groups == ((0, 1), (0, 2))
    assert scheduled(*NAMES[:2], game=THREE).groups == ((0, 1),)
    assert scheduled(*NAMES, game=THREE).groups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    rounds = list(scheduled(*NAMES[:3]).rounds())
    assert [one.opening_number for one in rounds] == [0, 0, 0, 1, 1, 1]
    assert [one.number for one in rounds] == [*range(6)]
    assert scheduled(*NAMES[:3]).games == 2 * 3 * 2


def test_all_line_ups() -> None:
    assert len(seatings((0, 1, 2), 3)) == 6
    assert len(seatings((0, 1, 2, 3), 4)) == 24
    assert len(seatings((0, 1, 2, 3), 3)) == 36
    for seats in seatings((0, 1, 2, 3), 3):
        assert set(seats) == {0, 1, 2}
    assert scheduled(*NAMES[:3], game=THREE, pairs=1).games == 6


@pytest.mark.parametrize(
    ("contenders", "pairs", "said"),
    [(NAMES[:1], 1, "two contenders"), ([NAMES[0]] * 2, 1, "called 'a'"), (NAMES[:2], 0, "pair")],
)
def test_wrong_schedules_are_refused(contenders: list[Contender], pairs: int, said: str) -> None:
    with pytest.raises(CubariumError, match=said):
        scheduled(*contenders, pairs=pairs)


def test_openings_from_a_file() -> None:
    book = read_openings(SMALL, "# lines\na1a3 c1c3\n\n.../O../... X\n")
    assert book[0] == Opening((Moved(0, "a1a3"), Moved(1, "c1c3")))
    assert book[1] == Opening((), ".../O../... X")
    schedule = Schedule(SMALL, tuple(NAMES[:2]), iter(book), 5)
    played = rounds_of(schedule)
    assert len(played) == 2
    assert played[0].games[0].moves[:2] == ("a1a3", "c1c3")
    assert played[1].games[0].record.start == ".../O../... X"
    whole = write_all([played[0].games[0].record])
    for text, said in [
        (whole, "the game is over"),
        ("a1b2", "line 1"),
        ("\n# nothing\n", "no opening"),
    ]:
        with pytest.raises(CubariumError, match=said):
            read_openings(SMALL, text)
    with pytest.raises(CubariumError, match="another table"):
        read_openings(catalog.load("quixo"), whole)
    with pytest.raises(CubariumError, match="has left"):
        read_openings(catalog.load("cage", players=3), "!1")


# the course of a match


def test_rounds_come_in_their_order_and_known_games_are_not_played_again() -> None:
    schedule = scheduled(*NAMES[:3], pairs=3)
    found: dict[GameKey, object] = {}
    whole = list(play_rounds(schedule, SerialExecutor(), None, found.__setitem__))
    assert [one.round.number for one in whole] == [*range(9)]
    assert len(found) == schedule.games
    known = {(one.round.number, at): game for one in whole[:4] for at, game in enumerate(one.games)}
    del known[2, 1]
    again: dict[GameKey, object] = {}
    schedule = scheduled(*NAMES[:3], pairs=3)
    replayed_rounds = list(play_rounds(schedule, SerialExecutor(), known, again.__setitem__))
    assert len(again) == schedule.games - len(known)
    assert not again.keys() & known.keys()
    moves = [[game.moves for game in one.games] for one in whole]
    assert [[game.moves for game in one.games] for one in replayed_rounds] == moves


def test_every_game_is_a_record_that_replays() -> None:
    for one in rounds_of(scheduled(*NAMES[:3], game=THREE, pairs=1)):
        for game in one.games:
            assert replayed(game.record).state is not None
            names = [game.record.tags[f"Seat{seat}"] for seat in range(3)]
            assert sorted(names) == ["a", "b", "c"]


@pytest.mark.parametrize("kind", ["crashed", "cheated", "hung", "flooded"])
def test_a_program_at_fault_loses_its_game_and_the_match_goes_on(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ugi_engine, "MARGIN", 0.3)
    program = read_contender(f"{script(tmp_path, BADLY[kind])}@0.1s;name=bad")
    if kind == "flooded":
        monkeypatch.setattr("cubarium.engines.foreign_program.MOST_LINES", 100)
    schedule = scheduled(NAMES[0], program, pairs=1)
    rounds = rounds_of(schedule)
    report = match_report(schedule, rounds)
    assert [fault.kind for fault in report.faults] == [kind, kind]
    assert {fault.name for fault in report.faults} == {"bad"}
    assert report.contenders[0].score == 1.0
    assert report.contenders[1].faults == 2
    reason = "time_out" if kind == "hung" else "resignation"
    assert report.endings == {reason: 2}
    for game in rounds[0].games:
        assert "bad" in game.record.comment
    ugi_engine.end_idle()


def test_where_others_play_on_a_substitute_takes_the_place(tmp_path: Path) -> None:
    program = read_contender(f"{script(tmp_path, BADLY['cheated'])};name=bad")
    game: AnyGame = catalog.load("cage", players=3)
    schedule = scheduled(NAMES[0], NAMES[1], program, game=game, pairs=1)
    rounds = rounds_of(schedule)
    for one in rounds[0].games:
        assert any(move.startswith("!") for move in one.moves)
        assert not any(one.seats[seat] == 2 for seat in one.winners)
    assert match_report(schedule, rounds).contenders[2].faults == 6


# the log


def test_a_log_loses_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    schedule = scheduled(*NAMES[:2], pairs=3)
    told = header(schedule, "random")
    with (
        game_log(path, told) as log,
        closing(play_rounds(schedule, SerialExecutor(), log.known, log.add)) as rounds,
    ):
        first = next(rounds)
    with path.open("ab") as file:
        file.write(b'{"round": 1, "line_up": 0, "ga')  # the plug was pulled here
    with game_log(path, told) as log:
        assert log.known == {(0, 0): first.games[0], (0, 1): first.games[1]}
        schedule = scheduled(*NAMES[:2], pairs=3)
        whole = list(play_rounds(schedule, SerialExecutor(), log.known, log.add))
    assert whole[0] == first
    assert len(path.read_text("utf-8").splitlines()) == 1 + 6
    with game_log(path, told) as log:
        assert len(log.known) == 6
        with pytest.raises(CubariumError, match="in use"), game_log(path, told):
            pass


def test_a_log_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    told = header(scheduled(*NAMES[:2]), "random")
    path = tmp_path / "file"
    for text, said in [
        ("hello\n", "not the log of a match"),
        ("hello", "not the log of a match"),
        ("[1]\n", "not the log of a match"),
        (json.dumps({**told, "seed": 9}) + "\n", "another match: seed is 9 there, not 0"),
        (json.dumps(told) + "\n{}\n", "line 2: expected a finished game"),
    ]:
        path.write_text(text, "utf-8")
        with pytest.raises(CubariumError, match=said), game_log(path, told):
            pass
        assert path.read_text("utf-8") == text


# numbers


def rated(*games: tuple[tuple[int, ...], set[int]], group: tuple[int, ...]) -> PlayedRound:
    one = MatchRound(0, 0, group, Opening())
    return PlayedRound(one, tuple(finished(seats, winners) for seats, winners in games))


def test_ratings_are_elo_where_there_are_two_sides() -> None:
    won, lost = ((0, 1), {0}), ((1, 0), {0})
    rounds = [rated(won, won, group=(0, 1))] * 300 + [rated(lost, lost, group=(0, 1))] * 100
    first, second = ratings(2, (0, 1), rounds)
    assert first.elo - second.elo == pytest.approx(190.8, abs=1.5)
    low, high = first.interval
    assert low < first.elo < high
    error = sqrt(0.75 * 0.25 / 400) * 400 / log(10) / (0.75 * 0.25) / 2  # half of the difference
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.01)


def test_ratings_of_several_seats_are_found_again() -> None:
    """Simulations of the model: three contenders, all line-ups, chances in proportion."""
    rng = Random(1)
    truth = (200.0, 0.0, -200.0)
    inside = []
    for _ in range(30):
        rounds = []
        for _ in range(30):
            games = []
            for seats in seatings((0, 1, 2), 3):
                weights = [10 ** (truth[one] / 400) for one in seats]
                games.append((seats, {*rng.choices(range(3), weights)}))
            rounds.append(rated(*games, group=(0, 1, 2)))
        for rating, elo in zip(ratings(3, (0, 1, 2), rounds), truth, strict=True):
            low, high = rating.interval
            inside.append(low <= elo <= high)
            assert high - low < 180
    assert sum(inside) / len(inside) >= 0.88


def test_ratings_are_finite_and_draws_are_even() -> None:
    won = rated(((0, 1), {0}), ((1, 0), {1}), group=(0, 1))
    first, second = ratings(2, (0, 1), [won] * 20)
    assert 300 < first.elo - second.elo < 2000
    drawn = rated(((0, 1), set()), ((1, 0), set()), group=(0, 1))
    for rating in ratings(2, (0, 1), [drawn] * 20):
        assert rating.elo == pytest.approx(0)
        assert rating.interval[0] < 0 < rating.interval[1]


def decided(test: Sprt, elo: float, rng: Random, pairs: int = 5000) -> SprtVerdict | None:
    """A match between contenders that differ by this much, with draws, until it is decided."""
    chance = expected_score(elo)
    drawn = 0.4
    counts: dict[float, int] = {}
    for number in range(pairs):
        score = 0.0
        for _ in range(2):
            if rng.random() < drawn:
                score += 0.25
            elif rng.random() < (chance - drawn / 2) / (1 - drawn):
                score += 0.5
        counts[score] = counts.get(score, 0) + 1
        if number % 4 == 3 and (verdict := test.decision(test.ratio_of(counts))):
            return verdict
    return None


@pytest.mark.parametrize("trials", [40, pytest.param(2000, marks=pytest.mark.soak)])
def test_the_error_rates_of_sprt_hold(trials: int) -> None:
    test = Sprt(0, 60)
    rng = Random(trials)
    slack = 3 * (0.05 * 0.95 / trials) ** 0.5
    wrong = sum(decided(test, 0, rng) is not SprtVerdict.NOT_STRONGER for _ in range(trials))
    assert wrong / trials <= 0.05 + slack
    missed = sum(decided(test, 60, rng) is not SprtVerdict.STRONGER for _ in range(trials))
    assert missed / trials <= 0.05 + slack


def test_sprt() -> None:
    test = Sprt(0, 10)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert test.ratio([0.5] * 10) < 0 < test.ratio([0.75] * 10)
    assert test.verdict([1.0] * 500) is SprtVerdict.STRONGER
    assert test.verdict([0.0] * 500) is SprtVerdict.NOT_STRONGER
    assert test.verdict([0.5, 0.75, 0.25]) is None
    turned = Sprt(-10, 0).ratio([0.25, 0.5, 0.5])
    assert test.ratio([0.75, 0.5, 0.5]) == pytest.approx(-turned)
    for wrong in ((5, 5, 0.05, 0.05), (0, 5, 0, 0.05), (0, 5, 0.05, 0.7)):
        with pytest.raises(CubariumError, match="SPRT"):
            Sprt(*wrong)
