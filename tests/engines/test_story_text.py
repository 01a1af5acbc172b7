"""Stories and jobs of engine seats as texts, both ways."""

from random import Random

import pytest

from cubarium import catalog
from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import SEAT_JOBS, DrawOfferJob
from cubarium.core import Story, ToMove
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.engines.job_text import (
    MAX_BYTES,
    JobText,
    list_offers,
    needs_of,
    read_answer,
    read_job,
    write_answer,
    write_job,
)
from cubarium.engines.jobs import ChosenMove, MoveJob
from cubarium.engines.story_text import read_story, write_story
from cubarium.engines.ugi_engine import position_line
from cubarium.engines.wire import AnswerKind
from cubarium.match.events import Resigned
from cubarium.match.match import Match
from tests.tables import for_tables

LARGE = catalog.load("quixo", size=5).spec
JOB = MoveJob(LARGE, Match.open(catalog.game(LARGE)).story(0), "level1", 7)


def walk(game: AnyGame, seed: int, plies: int = 12) -> list[Match]:
    """A match as it goes on; somebody leaves it, if others can play on."""
    rng, found = Random(seed), [Match.open(game)]
    while len(found) < plies and found[-1].outcome is None:
        match = found[-1]
        if len(found) == plies // 2 and game.sides > 2:
            seat = match.turn.seat if isinstance(match.turn, ToMove) else 0
            match = match.after([Resigned((seat + 1) % game.players)])
        if isinstance(match.turn, ToMove):
            move = game.write(rng.choice(game.moves(match.state)))
            found.append(match.after(match.move(match.turn.seat, move, rng)))
        else:
            found.append(match.after(match.draw(rng)))
    return found


def check(game: AnyGame, story: Story) -> None:
    """A story that has travelled says the same to an engine, and to a foreign program."""
    travelled = read_story(game, write_story(game, story))
    assert travelled.view == story.view
    assert (travelled.seat, travelled.start) == (story.seat, story.start)
    assert (travelled.repetitions, travelled.departed) == (story.repetitions, story.departed)
    assert position_line(game, travelled) == position_line(game, story)
    if not game.has_secrets:
        assert travelled == story


@for_tables()
def test_stories_travel(game: AnyGame) -> None:
    for match in walk(game, 1):
        if isinstance(match.turn, ToMove):
            check(game, match.story(match.turn.seat))
            check(game, story_for_offer(match, match.turn.seat))


@pytest.mark.soak
@for_tables()
def test_many_stories_travel(game: AnyGame) -> None:
    for seed in range(20):
        for match in walk(game, seed, 200):
            if isinstance(match.turn, ToMove):
                check(game, match.story(match.turn.seat))


def test_jobs_travel() -> None:
    for job in (JOB, DrawOfferJob(LARGE, JOB.story, "level2")):
        assert read_job(write_job(job), SEAT_JOBS) == job
        assert needs_of(job) in list_offers()


def test_answers_travel() -> None:
    answer = ChosenMove("a1e1", 0.5)
    assert read_answer(write_answer(AnswerKind.DONE, answer), JOB) == answer
    offer = DrawOfferJob(LARGE, JOB.story, "level2")
    assert read_answer(write_answer(AnswerKind.DONE, answer=True), offer) is True


TEXT = JobText.model_validate_json(write_job(JOB))


def changed(**parts: object) -> str:
    return TEXT.model_copy(update=parts).model_dump_json()


def with_story(**parts: object) -> str:
    return changed(story=TEXT.story.model_copy(update=parts))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "another form"),
        ("[]", "another form"),
        ("{}", "another form"),
        ("[" * 100_000, "another form"),
        ("x" * (MAX_BYTES + 1), "at most"),
        (write_job(JOB).replace('"kind"', '"extra":1,"kind"'), "extra"),
        (changed(kind="builtins.eval"), "unknown kind"),
        (changed(game="chess"), "there is no game"),
        (changed(rules=99), "version 99"),
        (changed(players=3), "is played by"),
        (changed(options={"size": "99"}), "option size may be"),
        (changed(seed=-1), "seed"),
        (with_story(seat=5), "seats are numbered"),
        (with_story(departed=(5,)), "seats are numbered"),
        (with_story(view="nonsense"), "column 1"),
        (with_story(view="." * 3_000), "story.view"),
        (with_story(start="nonsense"), "column 1"),
        (with_story(events=("a1a1",)), "same_place"),
        (with_story(events=("a1e1",) * 6_000), "story.events"),
    ],
)
def test_wrong_jobs(text: str, why: str) -> None:
    with pytest.raises(CubariumError, match=why):
        read_job(text, SEAT_JOBS)


def test_secrets_are_not_taken() -> None:
    """A whole position is none that a seat sees; nor is what another seat sees."""
    game: AnyGame = catalog.load("cubeo")
    match = walk(game, 1)[-1]
    whole = write_story(game, match.story(0)).model_copy(update={"view": game.text(match.state)})
    with pytest.raises(CubariumError, match="one seat sees"):
        read_story(game, whole)
    other = write_story(game, match.story(0)).model_copy(update={"seat": 1})
    with pytest.raises(CubariumError, match="the seat of the story"):
        read_story(game, other)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        '{"kind": "done"}',
        '{"kind": "done", "answer": 7}',
        '{"kind": "done", "answer": ["a1a1", 0.5, ""]}',
        '{"kind": "done", "answer": ["a1e1", -1, ""]}',
        '{"kind": "done", "answer": ["a1e1", 1e400, ""]}',
        '{"kind": "done", "answer": ["", 0.5, "it gives up"]}',
        '{"kind": "failed", "why": "no"}',
        '{"kind": "surely", "answer": ["a1e1", 0.5, ""]}',
        write_answer(AnswerKind.DONE, ChosenMove("a1e1", 0.5, "x" * MAX_BYTES)),
    ],
)
def test_wrong_answers(text: str) -> None:
    with pytest.raises(CubariumError):
        read_answer(text, JOB)
