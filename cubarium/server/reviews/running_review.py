"""A review that is under way: its lines, for any number of readers."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable

from cubarium.server.http.ndjson import write_line
from cubarium.server.reviews.schemas import ReviewBegun


def newest_lines(lines: Iterable[bytes]) -> bytes:
    """Leave out what was told again, known better, of a move or of the seats."""
    kept: dict[object, bytes] = {}
    for line in lines:
        known = json.loads(line)
        key = known.get("number", known["kind"])
        kept.pop(key, None)
        kept[key] = line
    return b"".join(kept.values())


class RunningReview:
    """The lines of a review after its first one, which each reader has of their own: the names of
    the players may differ in records of the same game."""

    def __init__(self, stop: Callable[[], None]) -> None:
        """`stop` lets go of those who make it."""
        self.stop = stop
        self.readers = 0
        self.is_over = False
        self._lines: list[bytes] = []
        self._changed = asyncio.Event()

    def tell(self, line: object) -> None:
        """Tell all readers one more line."""
        self._lines.append(write_line(line))
        self._wake()

    def end(self) -> None:
        """Say that there are no more lines."""
        self.is_over = True
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def follow(self, begun: ReviewBegun) -> AsyncIterator[bytes]:
        """All lines, each as soon as it is there."""
        yield write_line(begun)
        at = 0
        while at < len(self._lines) or not self.is_over:
            if at == len(self._lines):
                await self._changed.wait()
                continue
            fresh = self._lines[at:]
            at += len(fresh)
            yield b"".join(fresh)

    def newest(self, begun: ReviewBegun) -> bytes:
        """What is known at the end."""
        return write_line(begun) + newest_lines(self._lines)
