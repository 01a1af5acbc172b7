"""Pictures that were drawn lately."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

KEPT: Final = 200
"""Pictures that are remembered, of about 30 KB each; films have up to a few hundred."""


class Pictures:
    """Pictures that were drawn lately, by what they show."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[str, bytes] = OrderedDict()

    async def find(self, tag: str, draw: Callable[[], bytes], check: Callable[[], None]) -> bytes:
        """A picture; `check` is asked before one is drawn."""
        found = self._drawn.get(tag)
        if found is None:
            check()
            found = self._drawn[tag] = await asyncio.to_thread(draw)
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(tag)
        return found
