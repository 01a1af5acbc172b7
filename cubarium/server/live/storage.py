"""The database, asked from the event loop: nobody waits for it there."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from cubarium.server.errors import ApiError
from cubarium.server.metrics import Metrics
from cubarium.store.writer import Writer

T = TypeVar("T")

log = structlog.get_logger("cubarium.storage")


class Storage:
    """Reads beside the event loop, and writes through the one writer."""

    def __init__(self, engine: Engine, metrics: Metrics) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        self._metrics = metrics
        self.writer.committed = metrics.committed

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What a query gives. Raises ApiError if nothing can be read."""

        def ask() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        try:
            return await asyncio.to_thread(ask)
        except DatabaseError as error:
            raise self._unavailable("a read failed", error) from error

    async def write(self, change: Callable[[Connection], T]) -> T:
        """What a change gives, once it is durable. Raises ApiError if it can't be."""
        try:
            answer: T = await self.writer.write(change)
        except DatabaseError as error:
            raise self._unavailable("a write failed", error) from error
        return answer

    def _unavailable(self, what: str, error: DatabaseError) -> ApiError:
        self._metrics.storage_failures.inc()
        log.warning(what, error=str(error.orig))
        message = "The server can't store anything at the moment. Nothing has changed."
        return ApiError(503, "storage", message, retry_after=5)
