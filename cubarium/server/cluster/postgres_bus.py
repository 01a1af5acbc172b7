"""Processes that share a PostgreSQL database tell each other by rows, and by LISTEN and NOTIFY.

Any login of the database server may send notifications, and hear them. So a notification says only
where to look: tables with their revisions, or the number of a message. What is there was written by
the owner of the tables, and nothing else is believed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Final, TypeAlias

import structlog
from pydantic import Field, TypeAdapter, ValidationError
from sqlalchemy import Connection

from cubarium import extras
from cubarium.database import messages
from cubarium.database.messages import StoredMessage
from cubarium.database.writer import Announce, Changed
from cubarium.engines.postgres_connection import connected
from cubarium.schema.model import RequestModel
from cubarium.server.cluster.bus import (
    BusMessage,
    EntriesAppended,
    Received,
    TablesChanged,
    TokensSpent,
)
from cubarium.server.cluster.storage import Storage
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.paced_log import PacedLog
from cubarium.tables.errors import ApiError

extras.require("postgres")

from psycopg import Error  # noqa: E402

CHANNEL: Final = "cubarium"
MAX_TABLES: Final = 200
"""Tables that one notification names: PostgreSQL takes fewer than 8000 bytes."""
PAUSE: Final = 0.05
"""Seconds in which messages gather that need not be told at once."""
MOST_WAITING: Final = 1000
"""Messages that are kept while nothing can be told; the oldest go first."""
MOST_UNREAD: Final = 10_000
"""Numbers of messages that are kept while nothing can be read."""
MOST_PROCESSES: Final = 1000
"""Processes whose last message is remembered."""
RETRY: Final = 0.5
"""Seconds before a connection that was lost is tried again."""
CLEAN_UP: Final = 30.0
"""Seconds between two looks for old messages."""

log = structlog.get_logger("cubarium.bus")


Name: TypeAlias = Annotated[str, Field(max_length=16)]


class Notification(RequestModel):
    """Where to look: each table with the revision of its newest entry, None if something else has
    changed too; or a message."""

    process: Name
    tables: Mapping[Name, Annotated[int, Field(ge=1)] | None] = Field(default_factory=dict)
    message: int | None = None


_BODIES: Final = TypeAdapter(list[BusMessage])


class PostgresBus:
    """See Bus. What changes a table is told in the transaction that changes it: everybody hears of
    what is committed, and of nothing else."""

    is_shared = True

    def __init__(self, storage: Storage, address: str, process: str, metrics: Metrics) -> None:
        self._storage = storage
        self._metrics = metrics
        self._address = address
        self._process = process
        self._paced = PacedLog()
        self._waiting: list[BusMessage] = []
        self._has_more = asyncio.Event()
        self._unread: list[int] = []
        self._has_unread = asyncio.Event()
        self._last: OrderedDict[str, int] = OrderedDict()
        """The number of the last message of each process: none is taken twice."""

    def publish(self, message: BusMessage) -> None:
        self._waiting.append(message)
        self._has_more.set()

    async def run(self, received: Received, missed: Callable[[], None]) -> None:
        others = [
            asyncio.ensure_future(work) for work in (self._tell_all(), self._read_all(received))
        ]
        try:
            while True:
                try:
                    await self._listen(received, missed)
                except (Error, OSError) as error:
                    log.warning("other processes are not heard", error=str(error).strip())
                await asyncio.sleep(RETRY)
        finally:
            while late := [work for work in others if not work.done()]:
                for work in late:  # it may miss a cancellation: see Background
                    work.cancel()
                await asyncio.wait(late, timeout=1)

    async def _listen(self, received: Received, missed: Callable[[], None]) -> None:
        async with connected(self._address) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            missed()  # what was told before is in the database
            async for notification in connection.notifies():
                self._hear(notification.payload, received, missed)

    def _hear(self, payload: str, received: Received, missed: Callable[[], None]) -> None:
        try:
            notification = Notification.model_validate_json(payload)
        except ValidationError:
            self._unknown("a notification of another form", len(payload))
            return
        if notification.process == self._process:
            return
        if notification.message is not None:
            if len(self._unread) < MOST_UNREAD:
                self._unread.append(notification.message)
                self._has_unread.set()
            else:
                missed()
        for table, revision in notification.tables.items():
            change = TablesChanged([table])
            self._hand_over(
                received,
                notification.process,
                change if revision is None else EntriesAppended(table, revision),
            )

    async def _read_all(self, received: Received) -> None:
        """Read the messages that were told of."""
        while True:
            await self._has_unread.wait()
            self._has_unread.clear()
            unread, self._unread = self._unread, []
            try:
                found = await self._storage.read(partial(messages.read, numbers=unread))
            except ApiError:
                self._unread = [*unread, *self._unread][-MOST_UNREAD:]
                self._has_unread.set()
                await asyncio.sleep(RETRY)
                continue
            for message in found:
                self._take(message, received)

    def _take(self, message: StoredMessage, received: Received) -> None:
        process = message.process
        if process == self._process or message.id <= self._last.get(process, 0):
            return
        self._last[process] = message.id
        self._last.move_to_end(process)
        if len(self._last) > MOST_PROCESSES:
            self._last.popitem(last=False)
        try:
            parts = _BODIES.validate_json(message.body)
        except ValidationError:
            self._unknown("a message of another version", len(message.body))
            return
        for one in parts:
            self._hand_over(received, process, one)

    def _hand_over(self, received: Received, process: str, message: BusMessage) -> None:
        try:
            received(process, message)
        except Exception:
            log.exception("a message could not be taken", kind=message.kind)

    def _unknown(self, what: str, size: int) -> None:
        self._metrics.messages_heard.labels("unknown").inc()
        if self._paced.is_due(what):
            log.warning(what, size=size)

    async def _tell_all(self) -> None:
        loop = asyncio.get_running_loop()
        next_clean_up = loop.time()
        while True:
            await self._has_more.wait()
            await asyncio.sleep(PAUSE)
            self._has_more.clear()
            waiting, self._waiting = self._waiting, []
            is_due = loop.time() >= next_clean_up
            try:
                await self._storage.write(partial(self._write, waiting=waiting, is_due=is_due))
            except ApiError:
                # what was spent is refilled by the time that others could hear of it
                kept = [one for one in waiting if not isinstance(one, TokensSpent)]
                self._waiting = [*kept, *self._waiting][-MOST_WAITING:]
                self._has_more.set()
                await asyncio.sleep(RETRY)
            else:
                next_clean_up += CLEAN_UP * is_due

    def _write(
        self, connection: Connection, waiting: Sequence[BusMessage], *, is_due: bool
    ) -> None:
        body = _BODIES.dump_json(list(waiting)).decode()
        messages.write(connection, CHANNEL, self._process, body)
        if is_due:
            messages.forget_old(connection)


def announcer(process: str) -> Announce:
    """Tells all other processes what has changed, if and when a transaction is committed."""

    def announce(connection: Connection, changed: Changed) -> None:
        for payload in payloads(process, changed):
            messages.notify(connection, CHANNEL, payload)

    return announce


def payloads(process: str, changed: Changed) -> Iterator[str]:
    """Write which tables have changed, for notifications."""
    revisions = [
        (table, entries[-1].revision if entries else None) for table, entries in changed.items()
    ]
    for at in range(0, len(revisions), MAX_TABLES):
        tables = dict(revisions[at : at + MAX_TABLES])
        yield Notification(process=process, tables=tables).model_dump_json(exclude_defaults=True)
