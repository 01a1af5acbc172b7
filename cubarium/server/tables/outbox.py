"""What waits to be sent through one socket, in order. What is out of date is not sent at all, and
what waits has a bound: beyond it one snapshot of a table takes the place of all that waits for it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from itertools import count
from sys import getsizeof
from typing import Final, TypeAlias

MOST_BYTES: Final = 256 * 1024
"""What may wait for one client."""


_Message: TypeAlias = tuple[tuple[str, ...], int, str]
"""Its parts, their size, and its table."""


class OutboxFull(Exception):
    """Too much waits that no snapshot would tell: the client does not keep up."""


class Outbox:
    """Putting a message in never waits; taking one out does."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str | int, _Message] = OrderedDict()
        """By topic, or by a number."""
        self._numbers = count()
        self._behind: dict[str, None] = {}
        """The tables of which a snapshot is to be sent."""
        self.size = 0
        """Bytes that wait. What several sockets share counts for each of them."""
        self._filled = asyncio.Event()

    @property
    def is_empty(self) -> bool:
        """Does nothing wait?"""
        return not (self._waiting or self._behind)

    def put(self, *parts: str, topic: str = "", table: str = "") -> bool:
        """A message, whose parts are put together when it is sent. What waits on the same topic is
        dropped. A message about a table is one that a snapshot of it would tell too. Do snapshots
        take the place of what waited? Raises OutboxFull."""
        if table in self._behind:
            return False
        if topic and topic in self._waiting:
            _, size, _ = self._waiting.pop(topic)
            self.size -= size
        size = sum([getsizeof(part) for part in parts])
        is_too_much = self.size + size > MOST_BYTES
        if is_too_much:
            self._fall_behind()
        if is_too_much and table:
            self._behind[table] = None
        elif self.size + size > MOST_BYTES:
            raise OutboxFull
        else:
            self._waiting[topic or next(self._numbers)] = (parts, size, table)
            self.size += size
        self._filled.set()
        return is_too_much

    def _fall_behind(self) -> None:
        """Snapshots take the place of all that waits for tables."""
        for key, (_, size, table) in list(self._waiting.items()):
            if table:
                self._behind[table] = None
                del self._waiting[key]
                self.size -= size

    async def take(self, snapshot: Callable[[str], str | None]) -> str:
        """The next message. Snapshots come last, and tell how things stand by then: all about a
        table, or None if it is watched no longer."""
        while True:
            if self._waiting:
                _, (parts, size, _) = self._waiting.popitem(last=False)
                self.size -= size
                return "".join(parts)
            while self._behind:
                table = next(iter(self._behind))
                del self._behind[table]
                if (text := snapshot(table)) is not None:
                    return text
            self._filled.clear()
            await self._filled.wait()
