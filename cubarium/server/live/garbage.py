"""Collects garbage without stopping everybody.

Python looks for objects that only hold each other by walking through all objects there are: with
500 games that takes a third of a second, again and again. What is young is collected here as
always; what has lived for a few seconds is put aside, for games stay, and most of what ends needs
no collector. All of it is looked at only when twice as much has gathered as the last look left.
"""

import asyncio
import gc
from typing import Final

PERIOD: Final = 5.0
"""Seconds after which what is still there is put aside."""
GROWN: Final = 2
"""All is looked at when there is so many times as much."""


class Garbage:
    """What is put aside, and when all of it is looked at again."""

    def __init__(self) -> None:
        """What was put aside before counts as looked at (see run.py)."""
        self._left = gc.get_freeze_count()

    def put_aside(self) -> None:
        """Collect what is young; what is left is old from now on."""
        gc.collect(1)
        gc.freeze()
        if gc.get_freeze_count() > GROWN * self._left:
            self._full()

    def _full(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._left = gc.get_freeze_count()


async def run() -> None:
    """Until the server ends."""
    garbage = Garbage()
    while True:
        await asyncio.sleep(PERIOD)
        garbage.put_aside()
