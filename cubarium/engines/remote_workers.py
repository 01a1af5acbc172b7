"""Engines on other machines, as a server asks them; its own serve where none can."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from enum import StrEnum, unique
from hashlib import blake2b
from secrets import token_bytes
from typing import Final, NamedTuple, TypeVar

from psycopg import Error

from cubarium.core.errors import CubariumError
from cubarium.engines.job_queue import (
    ANSWERED,
    JobQueue,
    NewJob,
    QueueState,
    listen,
    new_name,
    opened,
)
from cubarium.engines.job_text import needs_of, read_answer, write_job
from cubarium.engines.jobs import SeatJob
from cubarium.engines.pool import Workers

POLL_SECONDS: Final = 1.0
"""Between two looks at who works."""
GRACE_SECONDS: Final = 10.0
"""Beyond the usual time of a job; then the server's own engines do it."""
STATEMENT_SECONDS: Final = 10.0
"""For the queue to answer; then it is taken for lost."""
RETRY_SECONDS: Final = 1.0
NONE: Final = QueueState(0, frozenset(), 0, 0.0)

T = TypeVar("T")


@unique
class RemoteResult(StrEnum):
    """What became of a job that others were asked to do."""

    DONE = "done"
    LATE = "late"
    """Its time was up."""
    LOST = "lost"
    """No worker is left that can do it, or the queue can't be reached."""
    BROKEN = "broken"
    """A worker failed, or its answer was none."""


class _Asked(NamedTuple):
    needs: str
    answer: asyncio.Future[str | None]
    """None: no worker does it."""


def _ignore(*_: object) -> None:
    """Tell no one."""


class RemoteWorkers:
    """Gives jobs to the workers of the site's queue. The server's own do what no living worker
    offers, what is not answered in time, and what a worker could not do."""

    def __init__(
        self, address: str, own: Workers, report: Callable[[RemoteResult, str], None] = _ignore
    ) -> None:
        """`report` is called with what became of each job, and why, for the log."""
        self._address, self._own = address, own
        self.state = NONE
        """Of the whole site, a moment ago."""
        self._report = report
        self._key = token_bytes(16)
        self._asked: dict[str, _Asked] = {}
        self._new: list[NewJob] = []
        self._dropped: list[str] = []
        self._work = asyncio.Event()
        """Is there anything to say, or to hear?"""

    async def run(self) -> None:
        """Keep in touch with the queue until the server ends."""
        while True:
            try:
                async with AsyncExitStack() as stack:
                    stack.callback(self._lost)
                    queue = await stack.enter_async_context(opened(self._address))
                    listening = asyncio.ensure_future(listen(self._address, ANSWERED, self._heard))
                    stack.push_async_callback(asyncio.wait, [listening])
                    stack.callback(listening.cancel)
                    await self._serve(queue, listening)
            except (Error, OSError) as error:
                self._report(RemoteResult.LOST, f"the queue can't be reached: {str(error).strip()}")
            await asyncio.sleep(RETRY_SECONDS)

    async def _serve(self, queue: JobQueue, listening: asyncio.Future[None]) -> None:
        """Until the connection is lost: say what is new, and look round every now and then."""
        loop = asyncio.get_running_loop()
        next_look = loop.time()
        while not listening.done():
            async with asyncio.timeout(STATEMENT_SECONDS):
                await self._exchange(queue)
                if loop.time() >= next_look:
                    self.state = await queue.look_round()
                    self._let_go(lambda asked: asked.needs not in self.state.offers)
                    next_look = loop.time() + POLL_SECONDS
            waking = asyncio.ensure_future(self._woken())
            await asyncio.wait(
                [waking, listening],
                timeout=max(0.0, next_look - loop.time()),
                return_when=asyncio.FIRST_COMPLETED,
            )
            waking.cancel()
        listening.result()  # raises what ended it

    async def _woken(self) -> None:
        await self._work.wait()

    async def _exchange(self, queue: JobQueue) -> None:
        self._work.clear()
        new, self._new = self._new, []
        dropped, self._dropped = self._dropped, []
        if dropped:
            await queue.drop(dropped)
        wanted = [job for job in new if job.id in self._asked]
        if wanted:
            await queue.put(wanted)
        if self._asked:
            for job, answer in (await queue.collect(self._asked.keys())).items():
                self._resolve(job, answer)

    def _heard(self, job: str) -> None:
        if not job or job in self._asked:
            self._work.set()

    def _resolve(self, job: str, answer: str | None) -> None:
        asked = self._asked.get(job)
        if asked is not None and not asked.answer.done():
            asked.answer.set_result(answer)

    def _let_go(self, is_hopeless: Callable[[_Asked], bool]) -> None:
        for job, asked in list(self._asked.items()):
            if is_hopeless(asked):
                self._resolve(job, None)

    def _lost(self) -> None:
        """The queue can't be reached."""
        self.state = NONE
        self._let_go(lambda _: True)
        self._new.clear()
        self._dropped.clear()  # they expire

    async def last(self, job: SeatJob[T], *, owner: str = "", address: str = "") -> T:
        """The last answer to a job, from here or elsewhere. Raises what Workers.last raises."""
        needs = needs_of(job)
        if needs in self.state.offers:
            try:
                answer = await self._ask(job, needs, address or owner)
            except CubariumError as error:
                self._report(RemoteResult.BROKEN, str(error))
            else:
                if answer is not None:
                    self._report(RemoteResult.DONE, "")
                    return answer[0]
        return await self._own.last(job, owner=owner, address=address)

    async def _ask(self, job: SeatJob[T], needs: str, sender: str) -> tuple[T] | None:
        """Ask the workers; None: none has answered. Raises CubariumError for a broken answer."""
        name, seconds = new_name(), job.seconds + GRACE_SECONDS
        future: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._asked[name] = _Asked(needs, future)
        self._new.append(NewJob(name, needs, write_job(job), self._hash(sender), seconds))
        self._work.set()
        is_there = False
        try:
            async with asyncio.timeout(seconds):
                found = await future
            is_there = found is not None
        except TimeoutError:
            self._report(RemoteResult.LATE, "no worker has answered in time")
            return None
        finally:
            del self._asked[name]
            if not is_there:
                self._dropped.append(name)
                self._work.set()
        if found is None:
            self._report(RemoteResult.LOST, "no worker is left that can do it")
            return None
        return (read_answer(found, job),)

    def _hash(self, sender: str) -> str:
        """Tell addresses apart without telling them."""
        return blake2b(sender.encode(), key=self._key, digest_size=16).hexdigest()
