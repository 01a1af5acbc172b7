"""Reviews of finished games: told while they are made, made once, kept; pictures and films."""

import asyncio
import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

from cubarium import load
from cubarium.analysis.jobs import ReviewJob
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Busy, Lost
from cubarium.match.match import Match
from cubarium.server.pictures import film
from tests.server.app import FakeWorkers
from tests.server.inside import Guest, Inside, serving
from tests.server.studies.test_analysis import ANNOTATED, SUMMARY

ANSWERS = [ANNOTATED, (SUMMARY,), ANNOTATED, (SUMMARY,)]


async def finished(guest: Guest, moves: int = 2) -> str:
    table = await guest.table("quixo", "me", "device", name="Ann")
    for _ in range(moves):
        now = await guest.look(table)
        seat = now["turn"]["seat"]
        await guest.done(
            table, "move", board_revision=now["board_revision"], move=now["legal"][0], seat=seat
        )
    await guest.done(table, "resign", seat=0)
    return table


def employ(inside: Inside, workers: FakeWorkers) -> FakeWorkers:
    fake: Any = workers
    inside.app.services.workers = fake
    return workers


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
    [(Lost("a worker ended"), "no_engine"), (CubariumError("no"), "invalid_input")],
)
async def test_what_fails_is_told_and_not_kept(tmp_path: Path, error: Exception, code: str) -> None:
    async with serving(tmp_path) as inside:
        employ(inside, FakeWorkers([ANNOTATED], error))
        ann = inside.guest()
        table = await finished(ann)
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
        for what in ("review", "still", "film"):
            told = await ann.get(f"/api/tables/{live}/{what}")
            assert (told.status_code, told.json()["error"]["code"]) == (409, "not_over")
            told = await ann.get(f"/api/tables/nowhere/{what}")
            assert (told.status_code, told.json()["error"]["code"]) == (404, "no_such_table")
        empty = await finished(ann, moves=0)
        told = await ann.get(f"/api/tables/{empty}/review")
        assert told.json()["error"]["code"] == "no_moves"
        busy = await ann.get(f"/api/tables/{await finished(ann)}/review")
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "5")


def frames(body: bytes) -> list[Image.Image]:
    picture = Image.open(BytesIO(body))
    found = []
    for at in range(getattr(picture, "n_frames", 1)):
        picture.seek(at)
        found.append(picture.convert("RGB"))
    return found


async def test_pictures_and_films(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        workers = employ(inside, FakeWorkers())
        ann = inside.guest()
        table = await finished(ann)
        stills = [await ann.get(f"/api/tables/{table}/still{at}") for at in ("?at=0", "?at=2", "")]
        assert {one.headers["content-type"] for one in stills} == {"image/png"}
        (first,), (second,), (last,) = (frames(one.content) for one in stills)
        assert first.size == (960, 1040)
        assert first.tobytes() != second.tobytes() == last.tobytes()
        wrong = await ann.get(f"/api/tables/{table}/still?at=9")
        assert wrong.json()["error"]["message"] == "This game has 3 acts."
        for form in ("gif", "webp"):
            told = await ann.get(f"/api/tables/{table}/film?form={form}")
            assert told.headers["content-type"] == f"image/{form}"
            assert f".{form}" in told.headers["content-disposition"]
            shown = frames(told.content)
            assert len(shown) == 3
            assert len({one.tobytes() for one in shown}) == 3
        await ann.get(f"/api/tables/{table}/film?form=gif")
        assert workers.worked == ["FilmJob", "FilmJob"], "beside the server, and once"
        assert (await ann.get(f"/api/tables/{table}/film?form=mp4")).status_code == 422


async def test_a_film_that_nobody_has_time_for_is_refused_and_made_later(tmp_path: Path) -> None:
    class BusyWorkers(FakeWorkers):
        async def last(self, job: Job[Any], **asked: Any) -> Any:
            if self.error is not None:
                raise self.error
            return await super().last(job, **asked)

    async with serving(tmp_path) as inside:
        workers = employ(inside, BusyWorkers(error=Busy("your other questions wait", 5.0)))
        ann = inside.guest()
        table = await finished(ann)
        told = await ann.get(f"/api/tables/{table}/film")
        assert (told.status_code, told.headers["retry-after"]) == (503, "5")
        assert told.json()["error"]["code"] == "busy"
        workers.error = None
        assert (await ann.get(f"/api/tables/{table}/film")).status_code == 200


def test_a_film_leaves_out_what_changes_nothing_on_the_board() -> None:
    """Draws of cards change nothing on the board: they have no picture of their own."""
    game = load("cubeo")
    match, rng = Match.open(game), Random(1)
    match = match.after(match.draw(rng))
    match = match.after(match.move(0, "draw", rng))
    match = match.after(match.move(0, "b2", rng))
    assert len(match.steps) > 6
    assert len(frames(film.film(match, "webp"))) <= 4
