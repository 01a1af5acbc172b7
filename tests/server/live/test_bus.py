"""What processes tell each other fits into notifications."""

import asyncio
import json
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from cubarium.server.errors import ApiError
from cubarium.server.live import postgres_bus
from cubarium.server.live.bus import (
    BusMessage,
    CountsTold,
    EntriesAppended,
    TablesChanged,
    TablesDropped,
    TokensSpent,
)
from cubarium.server.live.postgres_bus import LARGEST, PostgresBus, payloads


def told(*messages: BusMessage) -> list[dict[str, Any]]:
    """The messages of all notifications."""
    written = list(payloads("process", messages))
    assert all(len(one.encode()) <= LARGEST for one in written)
    return [message for one in written for message in json.loads(one)[1]]


def test_long_messages_are_divided() -> None:
    names = [f"table{number:011}" for number in range(2000)]
    changed = told(TablesChanged(names), TablesChanged(["one"]))
    assert [name for one in changed for name in one["tables"]] == [*names, "one"]
    costs = {f"10.0.{number >> 8}.{number & 255}": 1.0 for number in range(2000)}
    found: dict[str, float] = {}
    for one in told(TokensSpent("requests", costs)):
        found |= one["costs"]
    assert found == costs
    counts = dict.fromkeys(costs, 2)
    parts = told(CountsTold("sockets", counts, is_whole=True))
    assert {name: count for one in parts for name, count in one["counts"].items()} == counts
    assert [one["is_whole"] for one in parts] == [True] + [False] * (len(parts) - 1)


def test_entries_that_are_too_long_are_to_be_read() -> None:
    rows: list[dict[str, object]] = [{"data": {"move": "x" * 9000}}]
    (only,) = told(EntriesAppended("table1", rows, 5))
    assert (only["kind"], only["tables"]) == ("changed", ["table1"])
    assert told(EntriesAppended("table1", [{"revision": 3}]))[0]["rows"] == [{"revision": 3}]


async def test_what_was_spent_in_bad_times_is_not_told_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is refilled by then."""
    monkeypatch.setattr(postgres_bus, "PAUSE", 0)
    monkeypatch.setattr(postgres_bus, "RETRY", 0)
    tried: list[list[BusMessage]] = []

    async def write(change: Any) -> None:
        tried.append(change.keywords["messages"])
        if len(tried) == 1:
            raise ApiError(503, "storage", "full")

    bus = PostgresBus(SimpleNamespace(write=write), "", "one", SimpleNamespace(), lambda: 0)  # type: ignore[arg-type]
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
    bus = PostgresBus(SimpleNamespace(), "", "one", SimpleNamespace(), lambda: 0)  # type: ignore[arg-type]
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
