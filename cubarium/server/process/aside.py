"""Work that takes long, done in a thread, beside the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Aside:
    """One piece of work after another: two at once would only wait for each other, and the event
    loop for both."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def work(self, work: Callable[[], T]) -> T:
        """What it gives."""
        async with self._lock:
            return await asyncio.to_thread(work)
