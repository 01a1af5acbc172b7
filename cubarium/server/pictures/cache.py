"""Pictures that were drawn lately."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from cubarium.lru import Lru

MAX_PICTURES: Final = 200
"""That are remembered, of about 30 KB each; films have up to a few hundred."""


class Pictures:
    """Pictures that were drawn lately, by what they show."""

    def __init__(self) -> None:
        self._drawn: Lru[str, bytes] = Lru(MAX_PICTURES)

    async def find(self, tag: str, draw: Callable[[], bytes], check: Callable[[], None]) -> bytes:
        """A picture, drawn in a thread; `check` is asked before one is drawn."""
        return await self.made(tag, lambda: asyncio.to_thread(draw), check)

    async def made(
        self, tag: str, make: Callable[[], Awaitable[bytes]], check: Callable[[], None]
    ) -> bytes:
        """The same, made elsewhere."""
        found = self._drawn.get(tag)
        if found is None:
            check()
            found = self._drawn[tag] = await make()
        return found
