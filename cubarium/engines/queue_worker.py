"""A machine's worth of engines for a site: it takes jobs from the site's queue.

What it logs names causes, never a job: what people play, and where they come from, is none of its
business.
"""

import asyncio
import logging
import signal
from contextlib import AsyncExitStack, suppress
from typing import Final

from psycopg import Error

from cubarium.core.errors import CubariumError
from cubarium.engines.job_queue import (
    ASKED,
    BEAT_SECONDS,
    JobQueue,
    TakenJob,
    listen,
    new_name,
    opened,
)
from cubarium.engines.job_text import JobKinds, list_offers, read_job, write_answer
from cubarium.engines.pool import Lost, Workers
from cubarium.engines.wire import AnswerKind

STATEMENT_SECONDS: Final = 10.0
"""For the queue to answer; then it is taken for lost."""
RETRY_SECONDS: Final = 1.0
LONGEST_RETRY_SECONDS: Final = 10.0
LEAVE_SECONDS: Final = 2.0
"""To say goodbye to the queue."""

log = logging.getLogger("cubarium.worker")


async def work(address: str, count: int, kinds: JobKinds) -> None:
    """Do jobs, `count` at a time, until the process is told to stop. A queue that is lost is
    looked for again."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    workers = Workers(count)
    await workers.start()
    retry = RETRY_SECONDS
    try:
        while not stopping.is_set():
            try:
                await QueueWorker(workers, count, kinds, stopping).serve(address)
                retry = RETRY_SECONDS
            except (Error, OSError) as error:
                log.warning("the queue can't be reached: %s", str(error).strip())
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), retry)
                retry = min(2 * retry, LONGEST_RETRY_SECONDS)
    finally:
        await workers.close()


class QueueWorker:
    """One stay at the queue, from a connection to its end."""

    def __init__(
        self, workers: Workers, count: int, kinds: JobKinds, stopping: asyncio.Event
    ) -> None:
        self._workers, self._count, self._kinds = workers, count, kinds
        self._stopping = stopping
        self._name = new_name()
        self._offers = list_offers()
        self._running: dict[str, asyncio.Task[str]] = {}
        self._work = asyncio.Event()
        """Is there anything to take, or to answer?"""

    async def serve(self, address: str) -> None:
        """Take jobs until the connection is lost, or the worker is to stop. Raises psycopg.Error,
        and OSError."""
        async with AsyncExitStack() as stack:
            queue = await stack.enter_async_context(opened(address))
            stack.push_async_callback(self._leave, queue)
            listening = asyncio.ensure_future(listen(address, ASKED, lambda _: self._work.set()))
            waits = asyncio.ensure_future(self._stopping.wait())
            for task in (listening, waits):
                stack.push_async_callback(asyncio.wait, [task])
                stack.callback(task.cancel)
            loop = asyncio.get_running_loop()
            next_beat = loop.time()
            while not (listening.done() or waits.done()):
                async with asyncio.timeout(STATEMENT_SECONDS):
                    if loop.time() >= next_beat:
                        await self._beat(queue)
                        next_beat = loop.time() + BEAT_SECONDS
                    await self._exchange(queue)
                waking = asyncio.ensure_future(self._work.wait())
                await asyncio.wait(
                    [waking, listening, waits],
                    timeout=max(0.0, next_beat - loop.time()),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                waking.cancel()
            if listening.done():
                listening.result()  # raises what ended it

    async def _beat(self, queue: JobQueue) -> None:
        """Say that it lives; stop what is no longer wanted."""
        await queue.beat(self._name, self._offers)
        held = await queue.held(self._name)
        for job, task in self._running.items():
            if job not in held and not task.done():
                task.cancel()

    async def _exchange(self, queue: JobQueue) -> None:
        """Say what is answered, and take as much as there is room for."""
        self._work.clear()
        for job, task in [one for one in self._running.items() if one[1].done()]:
            if not task.cancelled():
                await queue.answer(self._name, job, task.result())
            del self._running[job]
        while len(self._running) < self._count:
            taken = await queue.take(self._name, self._offers)
            if taken is None:
                break
            task = asyncio.ensure_future(self._answer(taken))
            self._running[taken.id] = task
            task.add_done_callback(lambda _: self._work.set())

    async def _answer(self, taken: TakenJob) -> str:
        """What came of a job, as JSON."""
        try:
            job = read_job(taken.body, self._kinds)
        except CubariumError as error:
            log.warning("a job that can't be read here")
            return write_answer(AnswerKind.REFUSED, why=str(error))
        try:
            found = await self._workers.last(job, owner=taken.sender, address=taken.sender)
            return write_answer(AnswerKind.DONE, found)
        except Lost as lost:
            log.warning("an engine has failed")
            return write_answer(AnswerKind.FAILED, why=lost.details)
        except CubariumError as refusal:
            return write_answer(AnswerKind.REFUSED, why=str(refusal))
        except Exception as error:  # noqa: BLE001  (the next job is another one)
            log.warning("a job can't be done: %s", type(error).__name__)
            return write_answer(AnswerKind.FAILED, why=type(error).__name__)

    async def _leave(self, queue: JobQueue) -> None:
        """Stop all jobs, and give them back."""
        for task in self._running.values():
            task.cancel()
        if self._running:
            await asyncio.wait(self._running.values())
        with suppress(Error, OSError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await queue.leave(self._name)
