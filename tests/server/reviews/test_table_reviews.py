"""Reviews of finished games: told while they are made, made once, kept."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from cubarium.analysis.jobs import ReviewJob
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Busy, Lost
from tests.server.app import FakeWorkers
from tests.server.finished import employ, finished
from tests.server.inside import Guest, serving
from tests.server.studies.test_analysis import ANNOTATED, SUMMARY

ANSWERS = [ANNOTATED, (SUMMARY,), ANNOTATED, (SUMMARY,)]


async def review(guest: Guest, table: str) -> list[dict[str, Any]]:
    told = await guest.get(f"/api/tables/{table}/review")
    assert told.status_code == 200, told.text
    assert told.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in told.text.splitlines()]


async def test_a_review_is_made_once_and_kept(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        workers = employ(inside, FakeWorkers(ANSWERS))
        ann = inside.guest()
        table = await finished(ann)
        begun, *told = await review(ann, table)
        assert (begun["game"], begun["numbers"]) == ("quixo", [1, 2])
        assert begun["record"]["tags"]["Seat0"] == "Ann"
        assert [one["kind"] for one in told] == ["move", "summary", "move", "summary", "done"]
        ((job, _),) = workers.asked
        assert isinstance(job, ReviewJob)
        assert job.quick == Limit(seconds=0.04)
        assert (job.limit, job.seconds) == (Limit(seconds=0.35), 24.0)
        kept = await _kept(inside.guest(), table)  # anybody who has the address
        assert len(workers.asked) == 1
    async with serving(tmp_path) as again:
        workers = employ(again, FakeWorkers())
        assert await review(again.guest(), table) == kept == [begun, *told[2:]]
        assert workers.asked == []


async def _kept(guest: Guest, table: str) -> list[dict[str, Any]]:
    """What is told when it has been written."""
    while len(told := await review(guest, table)) > 4:
        await asyncio.sleep(0.01)
    return told


async def test_whoever_comes_meanwhile_hears_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        workers = employ(inside, FakeWorkers(ANSWERS))
        ann = inside.guest()
        table = await finished(ann)
        one, other = await asyncio.gather(review(ann, table), review(inside.guest(), table))
        kept, heard = sorted((one, other), key=len)
        assert kept in (heard, [heard[0], *heard[3:]]), "the same, or what is left of it at the end"
        assert len(workers.asked) <= 2


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (Lost("a worker ended"), "no_engine"),
        (CubariumError("no"), "invalid_input"),
        (ZeroDivisionError(), "internal"),
    ],
)
async def test_what_fails_is_told_and_not_kept(tmp_path: Path, error: Exception, code: str) -> None:
    async with serving(tmp_path) as inside:
        employ(inside, FakeWorkers([ANNOTATED], error))
        ann = inside.guest()
        table = await finished(ann)
        async with asyncio.timeout(20):
            told = await review(ann, table)
        assert told[-1]["kind"] == "failed"
        assert told[-1]["error"]["code"] == code
        employ(inside, FakeWorkers(ANSWERS))
        assert (await review(ann, table))[-1] == {"kind": "done"}


async def test_not_before_it_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        employ(inside, FakeWorkers(error=Busy("too many questions wait already", 5.0)))
        ann = inside.guest()
        live = await inside.guest().table("quixo", "me", "device")
        for what, word in (("review", "reviewed"), ("still", "pictures"), ("film", "film")):
            told = await ann.get(f"/api/tables/{live}/{what}")
            assert (told.status_code, told.json()["error"]["code"]) == (409, "not_over")
            assert word in told.json()["error"]["message"]
            told = await ann.get(f"/api/tables/nowhere/{what}")
            assert (told.status_code, told.json()["error"]["code"]) == (404, "no_such_table")
        empty = await finished(ann, moves=0)
        told = await ann.get(f"/api/tables/{empty}/review")
        assert told.json()["error"]["code"] == "no_moves"
        busy = await ann.get(f"/api/tables/{await finished(ann)}/review")
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "5")
