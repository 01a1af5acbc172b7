"""Solved positions are looked up: once for all who ask, one question of an asker at a time."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from cubarium import catalog
from cubarium.analysis.probed_position import ProbeJob
from cubarium.engines.pool import Busy
from cubarium.server.studies.lookups import MOST_WAITING, Lookups
from cubarium.tables.identity import Identity

ANN, BEA = Identity((b"ann",), address="here"), Identity((b"bea",), address="here")


async def until(right: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not right():
            await asyncio.sleep(0)


def job(number: int) -> ProbeJob:
    return ProbeJob(catalog.load("quixo", size=3).spec, f"position {number}")


class SlowWorkers:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.unanswered: list[asyncio.Future[Any]] = []

    async def last(self, job: ProbeJob, *, owner: str, **_: Any) -> Any:
        self.asked.append((job.position, owner))
        self.unanswered.append(asyncio.get_running_loop().create_future())
        return await self.unanswered[-1]

    def answer(self, error: Exception | None = None) -> None:
        one = self.unanswered.pop(0)
        if error is None:
            one.set_result(None)
        else:
            one.set_exception(error)


async def test_the_same_question_is_asked_once() -> None:
    lookups, workers = Lookups(), SlowWorkers()
    fake: Any = workers
    both = [asyncio.create_task(lookups.find(fake, job(1), who)) for who in (ANN, ANN, BEA)]
    await until(lambda: bool(workers.asked))
    both[0].cancel()  # who goes away takes nothing from the others
    workers.answer()
    assert await asyncio.gather(*both[1:]) == [None, None]
    assert await lookups.find(fake, job(1), BEA) is None, "a fact, and known by now"
    assert len(workers.asked) == 1


async def test_the_questions_of_an_asker_wait_and_the_oldest_give_way() -> None:
    lookups, workers = Lookups(), SlowWorkers()
    fake: Any = workers
    tasks = [
        asyncio.create_task(lookups.find(fake, job(number), ANN))
        for number in range(MOST_WAITING + 2)
    ]
    with pytest.raises(Busy, match="newer questions") as refusal:
        await tasks.pop(1)
    assert refusal.value.is_own
    other = asyncio.create_task(lookups.find(fake, job(99), BEA))
    await until(lambda: len(workers.asked) == 2)
    assert [position for position, _ in workers.asked] == ["position 0", "position 99"]
    assert workers.asked[0][1] != workers.asked[1][1]
    async with asyncio.timeout(10):
        while not all(one.done() for one in (*tasks, other)):
            assert len(workers.unanswered) <= 2, "one of each"
            if workers.unanswered:
                workers.answer()
            await asyncio.sleep(0)
    assert await asyncio.gather(*tasks, other) == [None] * (len(tasks) + 1)


async def test_what_failed_is_asked_again() -> None:
    lookups, workers = Lookups(), SlowWorkers()
    fake: Any = workers
    for error in (Busy("too many", 1.0), None):
        task = asyncio.create_task(lookups.find(fake, job(1), ANN))
        await until(lambda: bool(workers.unanswered))
        workers.answer(error)
        if error:
            with pytest.raises(Busy):
                await task
        else:
            assert await task is None
    assert len(workers.asked) == 2
