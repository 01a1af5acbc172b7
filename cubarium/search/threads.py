"""Compiled loops over many games, on several cores: they run without the interpreter's lock."""

import os
import weakref
from collections.abc import Callable
from math import sqrt
from threading import Lock, Thread
from time import perf_counter
from typing import Final, TypeAlias

START_SECONDS: Final = 15e-6
"""What it takes to start the work of one more thread: this is done one after another."""
SMALLEST: Final = 256
"""Games for a thread where nothing is known of their work."""

NAME: Final = "slices"
"""Of a thread."""

Work: TypeAlias = Callable[[int, int], object]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def slices(count: int, parts: int) -> list[tuple[int, int]]:
    """A range in this many parts of about one size."""
    return [(count * at // parts, count * (at + 1) // parts) for at in range(parts)]


class SliceRunner:
    """Calls a function for parts of a range, side by side, on as many threads as pay."""

    def __init__(self, count: int, threads: int) -> None:
        self._count = count
        self._threads = threads
        self._measured: dict[str, list[float]] = {}
        """Seconds of the first two runs of each kind of work: the first one may compile it."""
        self._helpers = _Helpers()
        self._lock = Lock()
        weakref.finalize(self, self._helpers.end)

    def run(self, work: Work) -> None:
        """Call `work(begin, end)` for every part of the range, which is long work."""
        self._divide(work, self._count // SMALLEST)

    def run_again(self, kind: str, work: Work) -> None:
        """The same for short work that is done many times. `kind`: its name, by which it is known
        how long it takes: it is divided as that pays."""
        measured = self._measured.setdefault(kind, [])
        if len(measured) == 2:
            self._divide(work, round(sqrt(measured[1] / START_SECONDS)))
            return
        begun = perf_counter()
        work(0, self._count)
        measured.append(perf_counter() - begun)

    def _divide(self, work: Work, parts: int) -> None:
        with self._lock:
            self._helpers.run(work, slices(self._count, max(1, min(self._threads, parts))))


class _Helpers:
    """Threads that wait for parts of some work; each waits at a lock of its own."""

    def __init__(self) -> None:
        self._starts: list[Lock] = []
        self._ends: list[Lock] = []
        self._parts: list[tuple[int, int]] = []
        self._work: Work | None = None
        self._errors: list[BaseException] = []

    def run(self, work: Work, parts: list[tuple[int, int]]) -> None:
        """The first part is done here. Raises what a part raises."""
        first, *self._parts = parts
        while len(self._starts) < len(self._parts):
            self._add()
        self._work, self._errors = work, []
        for start, _ in zip(self._starts, self._parts, strict=False):
            start.release()
        try:
            work(*first)
        finally:
            for end, _ in zip(self._ends, self._parts, strict=False):
                end.acquire()
        for error in self._errors:
            raise error

    def end(self) -> None:
        """Let all threads go."""
        self._work = None
        for start in self._starts:
            start.release()

    def _add(self) -> None:
        start, end = Lock(), Lock()
        start.acquire()
        end.acquire()
        number = len(self._starts)
        self._starts.append(start)
        self._ends.append(end)
        Thread(target=self._help, args=(number, start, end), name=NAME, daemon=True).start()

    def _help(self, number: int, start: Lock, end: Lock) -> None:
        while True:
            start.acquire()
            work = self._work
            if work is None:
                return
            try:
                work(*self._parts[number])
            except BaseException as error:  # noqa: BLE001  (it is raised where it was asked for)
                self._errors.append(error)
            end.release()
