"""Reviews of finished games: each is made once, told to all who ask meanwhile, and kept."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeVar

import structlog
from pydantic_core import to_json

from cubarium import __version__
from cubarium.core.errors import CubariumError
from cubarium.database import reviews
from cubarium.engines.pool import Lost
from cubarium.schema.model import ResponseModel
from cubarium.server.cluster.storage import Storage
from cubarium.server.http.errors import api_error
from cubarium.server.http.ndjson import AnswerStream, Done, Failed
from cubarium.server.process.background import Background
from cubarium.tables.errors import ApiError

T = TypeVar("T")

log = structlog.get_logger("cubarium.reviews")


def newest(lines: Iterable[bytes]) -> bytes:
    """Of each move and of the seats the last line alone."""
    kept: dict[object, bytes] = {}
    for line in lines:
        known = json.loads(line)
        key = known.get("number", known["kind"])
        kept.pop(key, None)
        kept[key] = line
    return b"".join(kept.values())


class RunningReview:
    """The lines of a review, for any number of readers."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []
        self._is_over = False
        self._changed = asyncio.Condition()

    async def tell(self, line: object, *, last: bool = False) -> None:
        """One more line for everybody."""
        async with self._changed:
            self._lines.append(to_json(line) + b"\n")
            self._is_over = last
            self._changed.notify_all()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """All lines from the first one on, each as soon as it is there."""
        at = 0
        while True:
            async with self._changed:
                while len(self._lines) == at and not self._is_over:
                    await self._changed.wait()
                fresh, over = b"".join(self._lines[at:]), self._is_over
                at = len(self._lines)
            if fresh:
                yield fresh
            if over:
                return

    def newest(self) -> bytes:
        """What is known at the end."""
        return newest(self._lines)


class Reviews:
    """The reviews of one server, by table."""

    def __init__(self, storage: Storage, background: Background) -> None:
        self._storage, self._background = storage, background
        self._running: dict[str, RunningReview] = {}

    async def find(self, table: str) -> AsyncIterator[bytes] | None:
        """The lines of a review that is under way or kept; None: it has to be made."""
        running = self._running.get(table)
        if running is not None:
            return aiter(running)
        kept = await self._storage.read(
            lambda connection: reviews.find(connection, table, __version__)
        )
        return None if kept is None else _at_once(zlib.decompress(kept))

    def begin(
        self,
        table: str,
        first: ResponseModel,
        answers: AnswerStream[T],
        line: Callable[[T], object],
    ) -> AsyncIterator[bytes]:
        """Make a review, whoever listens; its lines."""
        if table in self._running:  # somebody else was quicker
            answers.stop()
            return aiter(self._running[table])
        running = self._running[table] = RunningReview()
        self._background.spawn(self._make(table, running, first, answers, line))
        return aiter(running)

    async def _make(
        self,
        table: str,
        running: RunningReview,
        first: ResponseModel,
        answers: AnswerStream[T],
        line: Callable[[T], object],
    ) -> None:
        try:
            await running.tell(first)
            async for answer in answers:
                await running.tell(line(answer))
            await running.tell(Done(), last=True)
            body = zlib.compress(running.newest())
            await self._storage.write(
                lambda connection: reviews.keep(connection, table, __version__, body)
            )
        except ApiError:
            log.warning("a review was not kept", table=table)
        except CubariumError as error:
            if isinstance(error, Lost):
                log.warning("a review failed", details=error.details)
            await running.tell(Failed(error=api_error(error).body), last=True)
        finally:
            answers.stop()
            self._running.pop(table, None)


async def _at_once(body: bytes) -> AsyncIterator[bytes]:
    yield body
