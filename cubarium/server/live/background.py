"""Work that goes on beside requests: supervised, and ended with the server."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

import structlog

from cubarium.core.errors import CubariumError
from cubarium.server.errors import ApiError

T = TypeVar("T")

log = structlog.get_logger("cubarium.background")


class Background:
    """The tasks of one server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._unbreakable: set[asyncio.Task[object]] = set()

    def spawn(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Work that nobody waits for; it is cancelled with the server."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def finish(self, work: Coroutine[object, object, T]) -> T:
        """Do something to its end, even if whoever asked for it has gone."""
        task = self.spawn(work)
        self._unbreakable.add(task)
        task.add_done_callback(self._unbreakable.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Cancel what can be cancelled, finish what must be finished."""
        for task in self._tasks - self._unbreakable:
            if not task.cancelling():  # it may be tidying up, which must not be interrupted
                task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[T]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, ApiError | CubariumError):
            log.error("a task failed", exc_info=error)
