"""Compiled loops over many games, on several cores: they run without the interpreter's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

SMALLEST = 256
"""Games for a thread: for fewer, a thread costs more than it brings."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def slices(count: int, threads: int) -> list[tuple[int, int]]:
    """A range in parts of about one size, none of them small."""
    parts = max(1, min(threads, count // SMALLEST))
    return [(count * at // parts, count * (at + 1) // parts) for at in range(parts)]


class SliceRunner:
    """Calls a function for parts of a range, side by side."""

    def __init__(self, count: int, threads: int) -> None:
        self._slices = slices(count, threads)
        others = len(self._slices) - 1
        self._pool = ThreadPoolExecutor(others) if others else None

    def run(self, work: Callable[[int, int], object]) -> None:
        """Call `work(begin, end)` for every part; the first one is done here."""
        first, *others = self._slices
        waiting = [self._pool.submit(work, *part) for part in others] if self._pool else []
        work(*first)
        for part in waiting:
            part.result()
