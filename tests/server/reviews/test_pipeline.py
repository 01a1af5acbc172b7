"""One review and its readers: who comes late, who leaves, and what is kept."""

import asyncio
import json
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

import pytest

from cubarium.analysis.review import AnnotatedMove, Summaries
from cubarium.core.record import GameRecord
from cubarium.server.http.answer_stream import AnswerStream
from cubarium.server.http.ndjson import NdjsonResponse
from cubarium.server.process.background import Background
from cubarium.server.reviews.keep import MemoryKeep
from cubarium.server.reviews.pipeline import ReviewAnswers, Reviews
from cubarium.server.reviews.schemas import ReviewBegun
from tests.server.studies.test_analysis import ANNOTATED, SUMMARY

KEY = "one game"


def begun(name: str) -> ReviewBegun:
    record = GameRecord(game="quixo", rules=1, players=2, acts=(), tags={"Seat0": name})
    return ReviewBegun(game="quixo", seat_names=("X", "O"), numbers=[1], record=record)


class Analyst:
    """Tells one move, and the summary when it may go on."""

    def __init__(self) -> None:
        self.may_go_on = asyncio.Event()
        self.started = self.stopped = 0

    async def start(self) -> ReviewAnswers:
        self.started += 1
        return AnswerStream(self._answers())

    async def _answers(self) -> AsyncGenerator[AnnotatedMove[str] | Summaries, None]:
        try:
            yield ANNOTATED
            await self.may_go_on.wait()
            yield (SUMMARY,)
        finally:
            self.stopped += 1


class Reader:
    """Reads a review as a client does, until it leaves."""

    def __init__(self, response: NdjsonResponse) -> None:
        self.lines: list[dict[str, Any]] = []
        self.has_read = asyncio.Event()
        self._gone = asyncio.Event()
        scope = {"type": "http", "asgi": {"spec_version": "2.3"}}
        self.task = asyncio.ensure_future(response(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.lines += map(json.loads, message.get("body", b"").splitlines())
        if len(self.lines) > 1:
            self.has_read.set()

    async def leave(self) -> None:
        self._gone.set()
        await self.task

    @property
    def name(self) -> object:
        return self.lines[0]["record"]["tags"]["Seat0"]

    @property
    def kinds(self) -> list[str]:
        return [line["kind"] for line in self.lines[1:]]


async def read(reviews: Reviews, analyst: Analyst, name: str) -> Reader:
    """A reader who has heard of the first move."""
    reader = Reader(await reviews.answer(KEY, begun(name), analyst.start))
    await asyncio.wait_for(reader.has_read.wait(), 20)
    return reader


async def test_readers_of_one_review_have_their_own_first_lines() -> None:
    reviews, analyst = Reviews(Background(), MemoryKeep(), needs_readers=True), Analyst()
    ann = await read(reviews, analyst, "Ann")
    bea = await read(reviews, analyst, "Bea")
    await ann.leave()
    analyst.may_go_on.set()
    await asyncio.wait_for(bea.task, 20)
    kept = await read(reviews, analyst, "Cem")
    await kept.task
    assert [one.name for one in (ann, bea, kept)] == ["Ann", "Bea", "Cem"]
    assert ann.kinds == ["move"]
    assert bea.kinds == kept.kinds == ["move", "summary", "done"]
    assert (analyst.started, analyst.stopped) == (1, 1)


@pytest.mark.parametrize("needs_readers", [True, False])
async def test_the_last_reader_who_leaves_may_end_it(*, needs_readers: bool) -> None:
    make = partial(Reviews, Background(), MemoryKeep(), needs_readers=needs_readers)
    reviews, analyst = make(), Analyst()
    for _ in range(2):
        await (await read(reviews, analyst, "Ann")).leave()
    assert analyst.started == (2 if needs_readers else 1)
    analyst.may_go_on.set()
    last = await read(reviews, analyst, "Bea")
    await asyncio.wait_for(last.task, 20)
    assert last.kinds == ["move", "summary", "done"]
    assert analyst.started == analyst.stopped == (3 if needs_readers else 1)


async def test_a_server_that_ends_leaves_no_reader_waiting() -> None:
    background, analyst = Background(), Analyst()
    reviews = Reviews(background, MemoryKeep())
    reader = await read(reviews, analyst, "Ann")
    await background.close()
    await asyncio.wait_for(reader.task, 20)
    assert reader.kinds == ["move"]
    assert analyst.stopped == 1
