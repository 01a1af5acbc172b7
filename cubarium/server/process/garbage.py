"""Collects garbage without stopping everybody.

Python looks for objects that only hold each other by walking through them: with 2000 sockets all
of them take a third of a second, again and again. What is young is looked at here many times a
second, so that there is never much of it; what is old only when four times as much is in use as the
last look left, for games and sockets stay, and what ends needs no collector.
"""

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PERIOD: Final = 0.1
"""Seconds between two looks at what is young."""
LOOKS: Final = 50
"""So many later it is asked whether what is old has grown."""
GROWN: Final = 4
"""What is old is looked at when this many times as much is in use."""
MIDDLE: Final = 1
"""Of what a burst leaves, each second collection takes what the one before has left, too."""
NEVER: Final = 1_000_000_000


class Garbage:
    """How much was in use when all was looked at. (To count the objects would take as long as to
    look at them.)"""

    def __init__(self) -> None:
        self._left = sys.getallocatedblocks()

    def collect_old(self) -> None:
        """Look at what is old, if there is reason to. What was frozen at the start (see run.py) is
        never looked at."""
        if sys.getallocatedblocks() > GROWN * self._left:
            gc.collect()
            self._left = sys.getallocatedblocks()


@contextmanager
def _sole_collector() -> Iterator[None]:
    """Python itself looks at what is young, after bursts, and never at what is old."""
    thresholds = gc.get_threshold()
    gc.set_threshold(thresholds[0], MIDDLE, NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


async def run() -> None:
    """Until the server ends."""
    garbage = Garbage()
    with _sole_collector():
        while True:
            for _ in range(LOOKS):
                await asyncio.sleep(PERIOD)
                gc.collect(1)
            garbage.collect_old()
