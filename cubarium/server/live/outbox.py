"""What waits to be sent through one socket, in order; what is out of date is not sent at all."""

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final

MOST_WAITING: Final = 500
"""Messages that may wait for a slow client before it is let go."""


@dataclass(eq=False, slots=True)
class _Waiting:
    text: str
    topic: str
    is_wanted: bool = True


class OutboxFull(Exception):
    """Too much waits: the client does not keep up."""


class Outbox:
    """Whoever puts something in never waits; whoever takes out does."""

    def __init__(self) -> None:
        self._waiting: deque[_Waiting] = deque()
        self._topics: dict[str, _Waiting] = {}
        """What waits and will be replaced by the next message on the same topic."""
        self._count = 0
        self._filled = asyncio.Event()

    def put(self, text: str, topic: str = "") -> None:
        """A message; with a topic, what waits on the same topic is dropped. Raises OutboxFull."""
        if topic and (before := self._topics.pop(topic, None)) is not None:
            before.is_wanted = False
            self._count -= 1
        if self._count >= MOST_WAITING:
            raise OutboxFull
        one = _Waiting(text, topic)
        if topic:
            self._topics[topic] = one
        self._waiting.append(one)
        self._count += 1
        self._filled.set()

    async def take(self) -> str:
        """The next message that is still wanted."""
        while True:
            while self._waiting:
                one = self._waiting.popleft()
                if one.is_wanted:
                    self._count -= 1
                    if one.topic:
                        del self._topics[one.topic]
                    return one.text
            self._filled.clear()
            await self._filled.wait()
