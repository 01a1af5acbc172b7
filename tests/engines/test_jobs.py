"""What engines are asked to do: here in the same process."""

import pickle
from dataclasses import replace
from itertools import islice
from random import Random
from threading import Event, Timer
from time import perf_counter
from typing import Any

import pytest

from cubarium import catalog
from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import AnalysisJob, DrawOfferJob, ReviewJob
from cubarium.analysis.review import AnnotatedMove
from cubarium.core import Story, ToMove
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.engines import engine_cache as caches
from cubarium.engines import registry
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.jobs import Job, MoveJob, WarmUpJob
from cubarium.jit import ENABLED
from cubarium.match.match import Match
from cubarium.records import text_format
from tests.tables import REAL, for_tables

RECORD = '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n[Options "size=3"]\n'
RECORD += '[Reason "line"]\n\na1a3 a1a3 a1a3 a2a1 b1a1 #0\n'
FEW = Limit(nodes=50)
MOMENT = 0.5 if ENABLED else 5.0


def small() -> GameSpec:
    return catalog.load("quixo", size=3).spec


def done(job: Job[Any], cache: EngineCache | None = None) -> list[Any]:
    travelled: Job[Any] = pickle.loads(pickle.dumps(job))
    assert travelled == job
    return list(travelled.run(cache or EngineCache(1.0)))


def begun(game: AnyGame, plies: int = 6) -> Match:
    rng = Random(1)
    match = Match.open(game)
    match = match.after(match.draw(rng))
    while match.plies < plies:
        assert isinstance(match.turn, ToMove)
        move = game.write(rng.choice(game.moves(match.state)))
        match = match.after(match.move(match.turn.seat, move, rng))
    return match


def story(spec: GameSpec) -> Story:
    return Match.open(catalog.game(spec)).story(0)


@for_tables()
def test_specifications_travel(game: AnyGame) -> None:
    spec: GameSpec = pickle.loads(pickle.dumps(game.spec))
    assert spec == game.spec
    assert catalog.game(spec) is catalog.game(game.spec)


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("engine", ["random", "level1"])
def test_an_engine_moves(name: str, engine: str) -> None:
    match = begun(catalog.load(name))
    assert isinstance(match.turn, ToMove)
    seat = match.turn.seat
    job = MoveJob(match.game.spec, match.story(seat), engine, seed=3)
    (chosen,) = done(job)
    assert match.move(seat, chosen.move, Random(0))
    assert 0 <= chosen.seconds < 600
    assert done(job)[0].move == chosen.move


def test_luck_comes_from_the_seed() -> None:
    cache, spec = EngineCache(1.0), catalog.load("quixo").spec

    def moves() -> list[str]:
        jobs = (MoveJob(spec, story(spec), "random", seed) for seed in range(8))
        return [done(job, cache)[0].move for job in jobs]

    assert moves() == moves()
    assert len(set(moves())) > 1


def test_the_engine_has_its_time() -> None:
    (chosen,) = done(MoveJob(small(), story(small()), registry.FULL, 0))
    game = catalog.game(small())
    assert chosen.move in map(game.write, game.moves(story(small()).view))


def test_the_usual_time_can_be_stopped_too() -> None:
    cache = EngineCache(1.0)
    cache.stopped.set()
    (chosen,) = done(
        MoveJob(catalog.load("quixo").spec, story(catalog.load("quixo").spec), registry.FULL, 0),
        cache,
    )
    assert chosen.move


def test_a_draw_is_agreed_to_by_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubarium.analysis.draw_offers.BRIEFLY", FEW)
    match = begun(catalog.load("quixo", size=3), 0)
    spec = match.game.spec
    assert done(DrawOfferJob(spec, story_for_offer(match, 0), "level2")) == [
        False
    ]  # the first wins
    assert done(DrawOfferJob(spec, story_for_offer(match, 1), "level2")) == [True]
    assert done(DrawOfferJob(spec, story_for_offer(match, 1), registry.RANDOM)) == [False]


def test_an_analysis_gets_better() -> None:
    found = done(AnalysisJob(small(), story(small()), Limit(nodes=400), lines=2))
    depths = [thoughts[0].depth for thoughts in found]
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]
    assert len(found[-1]) == 2
    assert all(isinstance(act, str) for act in (found[-1][0].best, *found[-1][0].line))


def test_a_review() -> None:
    (record,) = text_format.read(RECORD)
    *annotated, summaries = done(ReviewJob(record, FEW))
    assert [one.number for one in annotated] == [1, 2, 3, 4, 5]
    assert [one.moves for one in summaries] == [3, 2]
    *annotated, summaries = done(ReviewJob(record, FEW, (2, 5)))
    assert [one.number for one in annotated] == [2, 5]
    assert [one.moves for one in summaries] == [1, 1]
    for wrong in (0, 6):
        with pytest.raises(CubariumError, match=f"no move {wrong}; moves: 5"):
            done(ReviewJob(record, FEW, (1, wrong)))


def test_a_review_looks_twice() -> None:
    (record,) = text_format.read(RECORD)
    job: ReviewJob | None = ReviewJob(record, FEW, None, FEW)
    numbers = []
    while job is not None:
        answers = done(job)
        numbers += [one.number if isinstance(one, AnnotatedMove) else None for one in answers]
        job = job.rest(answers, 0.1)
    assert numbers == [1, 2, 3, 4, 5, None] * 2


@pytest.mark.parametrize("quick", [None, FEW])
def test_a_review_goes_on_where_it_was_interrupted(quick: Limit | None) -> None:
    (record,) = text_format.read(RECORD)
    job: ReviewJob | None = ReviewJob(record, FEW, (1, 2, 4, 5), quick)
    looks: list[list[Any]] = [[]]
    while job is not None:
        answers = list(islice(job.run(EngineCache(1.0)), 3))
        told = [one for one in answers if isinstance(one, AnnotatedMove)]
        looks[-1] += answers
        if len(told) < len(answers):
            looks.append([])
        answers[1:1] = told[:1]  # as after the death of its worker
        job = job.rest(answers, 0.1)
    assert looks.pop() == []
    assert len(looks) == (1 if quick is None else 2)
    for *annotated, summaries in looks:
        assert [one.number for one in annotated] == [1, 2, 4, 5]
        assert [one.moves for one in summaries] == [2, 2]
        assert all(one.accuracy is not None for one in summaries)


@pytest.mark.parametrize(
    ("took", "seconds"), [(0.4, 0.3), (10.0, 0.3), (50.0, 0.14), (80.0, 0.04), (200.0, 0.04)]
)
def test_what_a_look_takes_besides_thinking_is_reckoned_with(took: float, seconds: float) -> None:
    """A hundred moves in a hundred seconds: of the time that is left, half a second a move and more
    may go elsewhere."""
    (record,) = text_format.read(RECORD)
    job = ReviewJob(record, Limit(seconds=0.3), None, Limit(seconds=0.04), 110.0)
    limit = job._closer(took, 100)
    assert limit.seconds == pytest.approx(seconds)
    assert replace(job, seconds=None)._closer(took, 100) == job.limit


def test_warming_up_says_when_it_is_done() -> None:
    assert done(WarmUpJob(small())) == [None]


def test_wrong_words() -> None:
    with pytest.raises(InvalidOption, match="there is no engine 'level9'"):
        done(MoveJob(small(), story(small()), "level9", 0))


def test_engines_are_kept_but_not_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caches, "MAX_ENGINES", 2)
    cache = EngineCache(1.0)
    first = cache.engine(small(), "level1", 0)
    analyst = cache.analyst(small())
    assert cache.engine(small(), "level1", 5) is first
    cache.engine(small(), "level2", 0)
    assert cache.engine(small(), "level1", 0) is first
    assert cache.analyst(small()) is not analyst


@pytest.mark.parametrize("name", ["quixo", "cage"])
def test_who_is_told_to_stop_stops(name: str) -> None:
    cache, spec = EngineCache(1.0), catalog.load(name, 3 if name == "cage" else 2).spec
    job = AnalysisJob(spec, story(spec), Limit(seconds=60.0), lines=3)
    done(replace(job, limit=Limit(nodes=2)), cache)
    cache.stopped = Event()
    stop = Timer(0.2, cache.stopped.set)
    since = perf_counter()
    stop.start()
    done(job, cache)
    assert perf_counter() - since < 0.2 + MOMENT
