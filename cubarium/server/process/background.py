"""Work that goes on beside requests: supervised, and ended with the server."""

import asyncio
from collections.abc import Coroutine
from typing import Final, TypeVar

import structlog

from cubarium.core.errors import CubariumError
from cubarium.tables.errors import ApiError

T = TypeVar("T")

PATIENCE: Final = 3.0
"""Seconds in which what is cancelled may tidy up. A library may take a cancellation for an error of
its own when both come together: then nobody else hears of it."""

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

    def keep(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        """Work that is done to its end, even if the server ends meanwhile."""
        task = self.spawn(work)
        self._unbreakable.add(task)
        task.add_done_callback(self._unbreakable.discard)
        return task

    async def close(self) -> None:
        """Cancel what can be cancelled, finish what must be finished. Whatever tidies up is left to
        it for a while; whatever has missed that it was cancelled hears of it again."""
        for task in self._tasks - self._unbreakable:
            if not task.cancelling():
                task.cancel()
        while self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=PATIENCE)
            for task in late - self._unbreakable:
                log.warning("a task does not end", task=str(task.get_coro()))
                task.cancel()

    def _ended(self, task: asyncio.Task[T]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, ApiError | CubariumError):
            log.error("a task failed", exc_info=error)
