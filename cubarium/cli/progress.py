"""One line that says how far long work has come: on a terminal alone, and gone afterwards."""

import sys
from time import monotonic
from types import TracebackType
from typing import Self

OFTEN = 0.2  # seconds


class ProgressLine:
    """`with ProgressLine() as line: line.say("…")`."""

    def __init__(self, before: str = "") -> None:
        self.before = before
        self.seen = sys.stderr.isatty()
        self.last = 0.0
        self.width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.width:
            self._write("")

    def say(self, text: str) -> None:
        """Not more often than can be read."""
        if self.seen and monotonic() - self.last > OFTEN:
            self.last = monotonic()
            self._write(self.before + text)

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self.width) + ("" if text else "\r"))
        sys.stderr.flush()
        self.width = len(text)
