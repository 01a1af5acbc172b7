"""Engines on other machines, as a server asks them; its own serve while there are none."""

import asyncio
from contextlib import AsyncExitStack, suppress
from typing import Final, TypeVar, cast
from uuid import uuid4

from procrastinate import App
from procrastinate.exceptions import ConnectorException
from psycopg import Error

from cubarium.core.errors import CubariumError
from cubarium.engines.job_queue import LIFE, TASK, Answer, count_workers, listen, opened, packed
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Lost, Workers
from cubarium.engines.wire import AnswerKind

POLL: Final = 1.0
"""Seconds between two looks at who works."""

T = TypeVar("T")


class RemoteWorkers:
    """Gives jobs to the workers of the site's queue, or to `own` while none of them lives or the
    queue can't be reached. A job whose worker dies is given to another one."""

    def __init__(self, address: str, own: Workers) -> None:
        self._address, self._own = address, own
        self._app: App | None = None
        self._count = 0
        self._asked: dict[str, asyncio.Future[Answer]] = {}

    @property
    def count(self) -> int:
        """How many machines work for the site."""
        return self._count

    async def run(self) -> None:
        """Until the server ends: keep in touch with the queue."""
        while True:
            with suppress(Error, OSError, ConnectorException):
                async with AsyncExitStack() as stack:
                    self._app = await stack.enter_async_context(opened(self._address))
                    stack.callback(self._lost)
                    listening = asyncio.ensure_future(listen(self._address, self._heard))
                    stack.push_async_callback(asyncio.wait, [listening])
                    stack.callback(listening.cancel)
                    while not listening.done():
                        await self._look_round(self._app)
                        await asyncio.wait([listening], timeout=POLL)
            await asyncio.sleep(POLL)

    async def _look_round(self, app: App) -> None:
        self._count = await count_workers(app)
        stalled = await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=LIFE)
        for job in stalled:
            await app.job_manager.retry_job(job)

    def _heard(self, answer: Answer) -> None:
        waiting = self._asked.get(answer.asked)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _lost(self) -> None:
        """The queue can't be reached: whoever waits asks again."""
        self._app, self._count = None, 0
        for waiting in self._asked.values():
            if not waiting.done():
                waiting.set_exception(Lost("the queue of jobs was lost"))

    async def last(self, job: Job[T], *, owner: str = "", address: str = "") -> T:
        app = self._app
        if app is None or not self._count:
            return await self._own.last(job, owner=owner, address=address)
        asked = uuid4().hex
        waiting = asyncio.get_running_loop().create_future()
        self._asked[asked] = waiting
        number = None
        try:
            task = app.configure_task(TASK, allow_unknown=True, queue=TASK)
            number = await task.defer_async(
                asked=asked, job=packed(job), owner=owner, sender=address
            )
            answer: Answer = await waiting
        except (Error, ConnectorException) as error:
            raise Lost(f"the queue of jobs can't be reached: {error}") from error
        except asyncio.CancelledError:
            if number is not None:
                with suppress(Error, ConnectorException):
                    await app.job_manager.cancel_job_by_id_async(
                        number, abort=True, delete_job=True
                    )
            raise
        finally:
            del self._asked[asked]
        if answer.kind is AnswerKind.REFUSED:
            raise CubariumError(str(answer.payload))
        if answer.kind is not AnswerKind.DONE or answer.payload is None:
            raise Lost(str(answer.payload))
        return cast("T", answer.payload)
