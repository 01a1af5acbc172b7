"""Processes that share a PostgreSQL database tell each other by LISTEN and NOTIFY."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, NamedTuple

import structlog
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection

from cubarium import extras
from cubarium.engines.postgres_connection import connected
from cubarium.server.errors import ApiError
from cubarium.server.live.bus import (
    BusMessage,
    CountsTold,
    EntriesAppended,
    Received,
    TablesChanged,
    TokensSpent,
)
from cubarium.server.live.storage import Storage
from cubarium.server.metrics import Metrics
from cubarium.store.event_codec import row_of
from cubarium.store.pipeline import send
from cubarium.store.writer import Changed

extras.require("postgres")

from psycopg import Error  # noqa: E402

CHANNEL: Final = "cubarium"
LARGEST: Final = 7900
"""Bytes of one notification; PostgreSQL takes fewer than 8000."""
PAUSE: Final = 0.05
"""Seconds in which messages gather that need not be told at once."""
MOST_WAITING: Final = 1000
"""Messages that are kept while nothing can be told; the oldest go first."""
RETRY: Final = 0.5
"""Seconds before a connection that was lost is tried again."""
_NOTIFY: Final = "SELECT pg_notify(%s, %s)"

log = structlog.get_logger("cubarium.bus")


class Envelope(NamedTuple):
    """One notification."""

    process: str
    messages: list[BusMessage]


_ENVELOPES: Final = TypeAdapter(Envelope)


class PostgresBus:
    """See Bus. What changes a table is told in the transaction that changes it: everybody hears of
    what is committed, and of nothing else."""

    is_shared = True

    def __init__(
        self,
        storage: Storage,
        address: str,
        process: str,
        metrics: Metrics,
        now: Callable[[], int],
    ) -> None:
        """`now`: what time it is on the site."""
        self._now = now
        self._storage = storage
        self._metrics = metrics
        self._address = address
        self._process = process
        self._waiting: list[BusMessage] = []
        self._has_more = asyncio.Event()

    def publish(self, message: BusMessage) -> None:
        self._waiting.append(message)
        self._has_more.set()

    def publish_changes(self, connection: Connection, changed: Changed) -> None:
        now = self._now()
        messages: list[BusMessage] = [
            EntriesAppended(table, [row_of(table, entry) for entry in entries], now)
            for table, entries in changed.items()
            if entries
        ]
        others = [table for table, entries in changed.items() if not entries]
        if others:
            messages.append(TablesChanged(others, now))
        self._notify(connection, messages)

    def _notify(self, connection: Connection, messages: Sequence[BusMessage]) -> None:
        for payload in payloads(self._process, messages):
            if not send(connection, _NOTIFY, (CHANNEL, payload)):
                connection.exec_driver_sql(_NOTIFY, (CHANNEL, payload))

    async def run(self, received: Received, missed: Callable[[], None]) -> None:
        telling = asyncio.ensure_future(self._tell_all())
        try:
            while True:
                try:
                    await self._listen(received, missed)
                except (Error, OSError) as error:
                    log.warning("other processes are not heard", error=str(error).strip())
                await asyncio.sleep(RETRY)
        finally:
            while not telling.done():  # it may miss a cancellation: see Background
                telling.cancel()
                await asyncio.wait([telling], timeout=1)

    async def _listen(self, received: Received, missed: Callable[[], None]) -> None:
        async with connected(self._address) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            missed()  # what was told before is in the database
            async for notification in connection.notifies():
                try:
                    envelope = _ENVELOPES.validate_json(notification.payload)
                except ValidationError:
                    self._metrics.messages_heard.labels("unknown").inc()
                    log.warning("a message of another version", size=len(notification.payload))
                    continue
                if envelope.process != self._process:
                    for message in envelope.messages:
                        received(envelope.process, message)

    async def _tell_all(self) -> None:
        while True:
            await self._has_more.wait()
            await asyncio.sleep(PAUSE)
            self._has_more.clear()
            messages, self._waiting = self._waiting, []
            try:
                await self._storage.write(partial(self._notify, messages=messages))
            except ApiError:
                # what was spent is refilled by the time that others could hear of it
                kept = [one for one in messages if not isinstance(one, TokensSpent)]
                self._waiting = [*kept, *self._waiting][-MOST_WAITING:]
                self._has_more.set()
                await asyncio.sleep(RETRY)


def payloads(process: str, messages: Sequence[BusMessage]) -> Iterator[str]:
    """Messages as texts that are not too long for a notification."""
    written = _ENVELOPES.dump_json(Envelope(process, list(messages))).decode()
    if len(written.encode()) <= LARGEST:
        yield written
    elif len(messages) > 1:
        half = len(messages) // 2
        yield from payloads(process, messages[:half])
        yield from payloads(process, messages[half:])
    else:
        for part in _halves(messages[0]):
            yield from payloads(process, [part])


def _halves(message: BusMessage) -> Iterator[BusMessage]:
    """One long message as two; nothing that can't be divided is that long."""
    match message:
        case TablesChanged(tables):
            half = len(tables) // 2
            yield replace(message, tables=tables[:half])
            yield replace(message, tables=tables[half:])
        case EntriesAppended(table):  # whoever needs it reads it
            yield TablesChanged([table], message.at)
        case TokensSpent(_, costs):
            names, half = list(costs), len(costs) // 2
            yield replace(message, costs={name: costs[name] for name in names[:half]})
            yield replace(message, costs={name: costs[name] for name in names[half:]})
        case CountsTold(_, counts):
            names, half = list(counts), len(counts) // 2
            yield replace(message, counts={name: counts[name] for name in names[:half]})
            rest = {name: counts[name] for name in names[half:]}
            yield replace(message, counts=rest, is_whole=False)  # it adds to the first half
