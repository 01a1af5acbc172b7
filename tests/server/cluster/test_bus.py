"""What processes tell each other fits into notifications."""

import asyncio
import json
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from cubarium.database.messages import StoredMessage
from cubarium.match.events import Closed
from cubarium.match.revision import Revision
from cubarium.match.session import Entry
from cubarium.server.cluster import postgres_bus
from cubarium.server.cluster.bus import (
    BusMessage,
    EntriesAppended,
    TablesChanged,
    TablesDropped,
    TokensSpent,
)
from cubarium.server.cluster.postgres_bus import PostgresBus, payloads
from cubarium.server.process.metrics import Metrics
from cubarium.tables.errors import ApiError

LARGEST = 8000
"""Bytes; PostgreSQL takes fewer."""


def test_many_tables_take_several_notifications() -> None:
    names = [f"table{number:011}" for number in range(1000)]
    entry = Entry(Revision(2**31 - 1), Closed(), 0)
    changed = {name: [entry] if number % 2 else [] for number, name in enumerate(names)}
    written = list(payloads("process", changed))
    assert all(len(one.encode()) < LARGEST for one in written)
    found = [part for one in written for part in json.loads(one)["tables"].items()]
    assert found == [(name, 2**31 - 1 if at % 2 else None) for at, name in enumerate(names)]


class FakeStorage:
    """Messages that are told by others; the first read fails."""

    def __init__(self, *found: StoredMessage) -> None:
        self.found, self.reads = found, 0

    async def read(self, query: Any) -> list[StoredMessage]:
        self.reads += 1
        if self.reads == 1:
            raise ApiError(503, "storage", "gone")
        return [one for one in self.found if one.id in query.keywords["numbers"]]


BAD = (
    "in other words",
    "null",
    "[" * 100_000,
    '{"process": "two", "message": "one"}',
    '{"process": "two", "message": 3, "more": 1}',
    '{"process": "two", "tables": {"x": -1}}',
    f'{{"process": "two", "tables": {{"{"x" * 20}": 1}}}}',
    '["two", [{"kind": "admin", "command": "kick", "argument": "0.0.0.0/0"}]]',
)


async def test_only_what_stands_in_rows_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is taken twice, nor from a notification; what can't be understood is skipped."""
    monkeypatch.setattr(postgres_bus, "RETRY", 0)
    storage = FakeStorage(
        StoredMessage(1, "two", '[{"kind": "dropped", "tables": ["a"]}]'),
        StoredMessage(2, "one", '[{"kind": "dropped", "tables": ["own"]}]'),
        StoredMessage(3, "two", '[{"kind": "mood", "table": "b"}]'),
        StoredMessage(4, "two", '[{"kind": "dropped", "tables": ["fails"]}]'),
        StoredMessage(5, "two", '[{"kind": "dropped", "tables": ["c"]}]'),
    )
    metrics = Metrics()
    bus = PostgresBus(storage, "", "one", metrics)  # type: ignore[arg-type]
    heard: list[tuple[str, BusMessage]] = []

    def received(process: str, message: BusMessage) -> None:
        heard.append((process, message))
        if message == TablesDropped(["fails"]):
            raise LookupError

    reading = asyncio.ensure_future(bus._read_all(received))
    for payload in BAD:
        bus._hear(payload, received, lambda: None)
    assert metrics.messages_heard.labels("unknown")._value.get() == len(BAD)
    bus._hear('{"process": "two", "tables": {"t": 7, "u": null}}', received, lambda: None)
    bus._hear('{"process": "one", "tables": {"own": 7}}', received, lambda: None)
    for number in (1, 1, 2, 99, 3, 4, 5, 1):
        bus._hear(f'{{"process": "two", "message": {number}}}', received, lambda: None)
    async with asyncio.timeout(10):
        while len(heard) < 5:
            await asyncio.sleep(0.001)
    bus._hear('{"process": "two", "message": 1}', received, lambda: None)
    while storage.reads < 3:
        await asyncio.sleep(0.001)
    reading.cancel()
    assert [message for _, message in heard] == [
        EntriesAppended("t", 7),
        TablesChanged(["u"]),
        TablesDropped(["a"]),
        TablesDropped(["fails"]),
        TablesDropped(["c"]),
    ]


async def test_more_than_can_be_read_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_bus, "MOST_UNREAD", 2)
    bus = PostgresBus(SimpleNamespace(), "", "one", Metrics())  # type: ignore[arg-type]
    missed: list[bool] = []
    for number in range(3):
        payload = f'{{"process": "two", "message": {number}}}'
        bus._hear(payload, lambda *_: None, lambda: missed.append(True))
    assert missed == [True]


async def test_what_was_spent_in_bad_times_is_not_told_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is refilled by then."""
    monkeypatch.setattr(postgres_bus, "PAUSE", 0)
    monkeypatch.setattr(postgres_bus, "RETRY", 0)
    tried: list[list[BusMessage]] = []

    async def write(change: Any) -> None:
        tried.append(change.keywords["waiting"])
        if len(tried) == 1:
            raise ApiError(503, "storage", "full")

    bus = PostgresBus(SimpleNamespace(write=write), "", "one", SimpleNamespace())  # type: ignore[arg-type]
    bus.publish(TokensSpent("requests", {"ann": 1.0}))
    bus.publish(TablesDropped(["x"]))
    telling = asyncio.ensure_future(bus._tell_all())
    async with asyncio.timeout(10):
        while len(tried) < 2:
            await asyncio.sleep(0.001)
    telling.cancel()
    with suppress(asyncio.CancelledError):
        await telling
    assert tried[1] == [TablesDropped(["x"])]


async def test_it_ends_even_if_a_cancellation_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is stopped would hang otherwise."""
    bus = PostgresBus(SimpleNamespace(), "", "one", SimpleNamespace())  # type: ignore[arg-type]
    begun = asyncio.Event()
    ended: list[str] = []

    async def tell_all() -> None:
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("telling")

    async def listen(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(bus, "_tell_all", tell_all)
    monkeypatch.setattr(bus, "_listen", listen)
    running = asyncio.create_task(bus.run(lambda *_: None, lambda: None))
    await begun.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert ended == ["telling"]
