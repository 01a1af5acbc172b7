"""Reviews of records: made line by line, told at once if they were made lately."""

import zlib
from typing import Any

import pytest

from cubarium.analysis.jobs import ReviewJob
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.server.http.services import ServerApp
from cubarium.server.reviews.keep import MemoryKeep
from cubarium.server.reviews.limits import QUICK_LOOK_SECONDS
from tests.server.app import FakeWorkers, fault, make, post
from tests.server.studies.test_analysis import (
    ANNOTATED,
    PROVEN_JSON,
    SUMMARY,
    TEXT,
    THOUGHT_JSON,
    lines,
)

TWICE = [ANNOTATED, (SUMMARY,), ANNOTATED, (SUMMARY,)]


def review(app: ServerApp, text: str = TEXT, **more: Any) -> list[dict[str, Any]]:
    return lines(post("/review", {"text": text, "quick": True, **more}, app))


def test_a_review_comes_line_by_line() -> None:
    workers = FakeWorkers([ANNOTATED, (SUMMARY,)])
    question = {"text": TEXT, "seconds": 0.05, "from": 1, "to": 2}
    begun, annotated, summary, done = lines(post("/review", question, make(workers)))
    names = {"seat_names": ["X", "O"]}
    assert begun.pop("record")["acts"][1] == {"text": "b5b1", "seat": 1, "comment": ""}
    assert begun == {"kind": "begun", "game": "quixo", "numbers": [1, 2], **names}
    assert annotated == {
        "kind": "move",
        "number": 1,
        "seat": 0,
        "move": "a1e1",
        "before": PROVEN_JSON,
        "after": None,
        "best": THOUGHT_JSON,
        "annotation": {"loss": 0.5, "verdict": "blunder", "fact": "loses_win"},
    }
    counts = {"inaccuracy": 0, "mistake": 0, "blunder": 1}
    seat = {"seat": 0, "moves": 1, "verdicts": counts, "accuracy": 0.5}
    assert summary == {"kind": "summary", "seats": [seat]}
    assert done == {"kind": "done"}
    ((job, _),) = workers.asked
    assert isinstance(job, ReviewJob)
    assert (job.numbers, job.limit, job.quick) == ((1, 2), Limit(seconds=0.05), None)
    lines(post("/review", {**question, "quick": True}, make(workers)))
    twice = workers.asked[-1][0]
    assert isinstance(twice, ReviewJob)
    assert twice.quick == Limit(seconds=QUICK_LOOK_SECONDS)


def test_a_record_that_was_reviewed_lately_is_told_at_once() -> None:
    workers = FakeWorkers(TWICE)
    app = make(workers)
    begun, *told = review(app)
    assert len(told) == 5
    named = TEXT.replace("\n\n", '\n[Seat0 "Ann"]\n\n', 1)
    again, *kept = review(app, named)
    assert kept == told[2:], "what was known at the end"
    assert (begun["record"]["tags"], again["record"]["tags"]) == ({}, {"Seat0": "Ann"})
    assert len(workers.asked) == 1
    for other in ({"seconds": 0.3}, {"to": 2}, {"quick": False}):
        review(app, **other)
    review(app, TEXT.replace("2. a1e1", "2. a1a5"))
    assert len(workers.asked) == 5


def test_what_failed_is_not_kept() -> None:
    workers = FakeWorkers(TWICE, CubariumError("no"))
    app = make(workers)
    for _ in range(2):
        assert review(app)[-1]["kind"] == "failed"
    assert len(workers.asked) == 2


async def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("cubarium.server.reviews.keep.monotonic", lambda: now)
    lines = b"a review\n"
    keep = MemoryKeep(max_bytes=2 * len(zlib.compress(lines)), seconds=10)
    for key in ("one", "two", "two", "three"):
        await keep.keep(key, lines)
    assert [await keep.find(key) for key in ("one", "two", "three")] == [None, lines, lines]
    now = 10.0
    assert await keep.find("three") is None
    await keep.keep("four", lines)
    assert await keep.find("four") == lines


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"text": "nonsense"}, "1:1"),
        ({"text": ""}, ""),
        ({"text": TEXT * 2}, ""),
        ({"text": TEXT.replace("1. a1e1 b5b1 2. a1e1 ", "")}, ""),
        ({"to": 4}, ""),
        ({"from": 3, "to": 2}, ""),
        ({"from": 0}, "body.from"),
        ({"seconds": 3}, "body.seconds"),
        ({"seconds": 0}, "body.seconds"),
        ({"first": 1}, "body.first"),
    ],
)
def test_what_can_not_be_reviewed(said: dict[str, Any], where: str) -> None:
    workers = FakeWorkers()
    assert fault(post("/review", {"text": TEXT} | said, make(workers)), 422)[1] == where
    assert not workers.asked


def test_too_many_moves_are_not_reviewed() -> None:
    head = '[Game "cage"]\n[Rules "1"]\n[Players "2"]\n\n'
    text = head + "1+ 2+ 1+ 3+ " * 251 + "*"
    told = post("/review", {"text": text}, make(FakeWorkers()))
    assert "1000 moves" in told.json()["error"]["message"]
    told = post("/review", {"text": text, "from": 9, "seconds": 0.31}, make(FakeWorkers()))
    assert "300 seconds in all" in told.json()["error"]["message"]
    workers = FakeWorkers()
    assert len(lines(post("/review", {"text": text, "from": 9}, make(workers)))) == 2
    assert workers.worked == ["ReadRecordsJob"], "much is read by a worker"
