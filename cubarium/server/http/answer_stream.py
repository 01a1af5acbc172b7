"""Questions of people to the engines, whose answers come bit by bit."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final, Generic, TypeVar

from cubarium.engines.jobs import Job
from cubarium.engines.pool import Busy, Urgency
from cubarium.server.http.errors import api_error
from cubarium.server.http.services import Services
from cubarium.tables.identity import Identity

T = TypeVar("T")

MAX_STUDY_SECONDS: Final = 300
"""That a review or an analysis may take: others wait for the same workers."""


class AnswerStream(Generic[T]):
    """The answers to a job, read by a task of its own until it is stopped. `silence`: seconds after
    which the last one is told again; None: it never is."""

    def __init__(self, answers: AsyncGenerator[T, None], silence: float | None = None) -> None:
        self._silence = silence
        self._answers: asyncio.Queue[T | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._read(answers))
        self._task.add_done_callback(self._ended)

    async def _read(self, answers: AsyncGenerator[T, None]) -> None:
        async with aclosing(answers):
            async for answer in answers:
                self._answers.put_nowait(answer)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.exception()  # now it is known, though there may be no listener
        self._answers.put_nowait(None)

    async def admitted(self) -> None:
        """Wait until the job is accepted, which it is at once. Raises ApiError if it is not."""
        await asyncio.sleep(0)
        if self._task.done() and isinstance(busy := self._task.exception(), Busy):
            raise api_error(busy)

    async def __aiter__(self) -> AsyncIterator[T]:
        """The answers. Raises what the workers raise."""
        last: T | None = None
        while True:
            try:
                waits = self._silence if last is not None else None
                answer = await asyncio.wait_for(self._answers.get(), waits)
            except TimeoutError:
                answer = last
            if answer is None:
                break
            last = answer
            yield answer
        self._task.result()

    def stop(self) -> None:
        """Nobody listens any more."""
        self._task.cancel()


async def start_study(
    services: Services, identity: Identity, job: Job[T], silence: float | None = None
) -> AnswerStream[T]:
    """Let the workers begin; studies take turns. `silence`: see AnswerStream. Raises ApiError if
    they are busy."""
    asked = services.workers.ask(
        job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY, takes_turns=True
    )
    answers = AnswerStream(asked, silence)
    await answers.admitted()
    return answers
