"""Pictures that were drawn lately."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

KEPT: Final = 200
"""Pictures that are remembered, of about 30 KB each; films have up to a few hundred."""


class Pictures:
    """Pictures that were drawn lately, by what they show."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[str, bytes] = OrderedDict()

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
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(tag)
        return found
