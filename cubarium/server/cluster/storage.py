"""The database, asked from the event loop: nobody waits for it there."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError, IntegrityError, InternalError, OperationalError

from cubarium.database.pipeline import Overtaken
from cubarium.database.transfer import snapshot
from cubarium.database.writer import Announce, Writer, announce_nothing
from cubarium.match.session import Entry
from cubarium.server.process.metrics import Metrics
from cubarium.tables.errors import ApiError

T = TypeVar("T")

log = structlog.get_logger("cubarium.storage")


class Conflict(ApiError):
    """Another process has written the same revision first. Nothing has changed."""

    def __init__(self) -> None:
        message = "Somebody else was faster. Nothing has changed: try again."
        super().__init__(503, "storage", message, retry_after=1)


class Storage:
    """Reads beside the event loop, and writes through the one writer."""

    def __init__(
        self,
        engine: Engine,
        metrics: Metrics,
        failed: Callable[[], object],
        announce: Announce = announce_nothing,
    ) -> None:
        """`failed` is called when something could not be stored through no fault of its own."""
        self.engine = engine
        self.writer = Writer(engine, metrics.committed, announce)
        self._metrics = metrics
        self._failed = failed
        self._reading: set[asyncio.Task[object]] = set()

    async def close(self) -> None:
        """Commit what was asked for, and end; what is being read is read to its end."""
        await asyncio.gather(*self._reading, return_exceptions=True)
        await asyncio.to_thread(self.writer.close)

    async def read(self, query: Callable[[Connection], T]) -> T:
        """What a query gives; all of it is of one moment. Raises ApiError if nothing can be
        read."""

        def ask() -> T:
            with snapshot(self.engine) as connection:
                return query(connection)

        reading = asyncio.get_running_loop().create_task(asyncio.to_thread(ask))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)
        try:
            return await asyncio.shield(reading)
        except DatabaseError as error:
            raise self._unavailable("a read failed", error) from error

    async def write(
        self, change: Callable[[Connection], T], table: str = "", entries: Sequence[Entry] = ()
    ) -> T:
        """What a change gives, once it is durable; `table`: the one that is changed by it, which
        other processes are to hear of, `entries`: if they are all that is new there. Raises
        ApiError if it can't be done."""
        try:
            answer: T = await self.writer.write(change, table, entries)
        except (IntegrityError, Overtaken) as error:
            self._metrics.conflicts.inc()
            raise Conflict from error
        except DatabaseError as error:
            if isinstance(error, OperationalError | InternalError):
                self._failed()
            raise self._unavailable("a write failed", error) from error
        return answer

    def _unavailable(self, what: str, error: DatabaseError) -> ApiError:
        self._metrics.storage_failures.inc()
        log.warning(what, error=str(error.orig))
        message = "The server can't store anything at the moment. Nothing has changed."
        if error.connection_invalidated:
            message = "The server has lost its database for a moment. Ask again whether it is done."
        return ApiError(503, "storage", message, retry_after=5)
