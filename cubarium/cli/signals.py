"""Ways out that the system takes: a closed window, a polite kill."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

SIGNALS = tuple(
    number for name in ("SIGHUP", "SIGTERM") if (number := getattr(signal, name, None)) is not None
)


class Left(BaseException):
    """The program was told to end; like KeyboardInterrupt, nobody catches it by accident."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


@contextmanager
def leaving_politely() -> Iterator[None]:
    """Turn the signals that end a program into Left."""

    def leave(number: int, frame: FrameType | None) -> None:
        del frame
        raise Left(number)

    before = {number: signal.signal(number, leave) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def leave_without_waiting(end: SystemExit) -> None:
    """Leave at once if something still compiles in the background: tidying up under its feet takes
    time, and can crash."""
    busy = any(thread.daemon for thread in threading.enumerate())
    if not busy or not isinstance(end.code, int | None):
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a closed stream has nothing to lose
            stream.flush()
    os._exit(end.code or 0)
