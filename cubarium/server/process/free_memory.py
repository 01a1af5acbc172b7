"""Gives memory that is free back to the system: glibc keeps what a crowd has needed."""

import asyncio
import ctypes
from collections.abc import Callable
from typing import Final

PERIOD: Final = 10.0
"""Seconds between two times."""


def trimmer() -> Callable[[int], int] | None:
    """What gives it back; None: this system has no such function."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None)


async def run() -> None:
    """Until the server ends."""
    trim = trimmer()
    while trim is not None:
        await asyncio.sleep(PERIOD)
        await asyncio.to_thread(trim, 0)
