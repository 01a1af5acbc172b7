"""Signals that end the program: Ctrl-C, a closed window, a polite kill."""

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
INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a program that Ctrl-C has ended."""


class Terminated(BaseException):
    """The program was told to end; like KeyboardInterrupt, nothing catches it by accident."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.exit_code = 128 + number


@contextmanager
def signals_as_exceptions() -> Iterator[None]:
    """Turn the signals that end a program into Terminated."""

    def terminate(number: int, frame: FrameType | None) -> None:
        del frame
        raise Terminated(number)

    before = {number: signal.signal(number, terminate) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def exit_without_waiting(end: SystemExit) -> None:
    """Exit at once if something is still being compiled in the background: an orderly shutdown
    would take time, and can crash under a running compiler."""
    is_busy = any(thread.daemon for thread in threading.enumerate())
    if not is_busy or not isinstance(end.code, int | None):
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a closed stream has nothing to lose
            stream.flush()
    os._exit(end.code or 0)
