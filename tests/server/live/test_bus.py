"""What processes tell each other fits into notifications."""

import json
from typing import Any

from cubarium.server.live.bus import BusMessage, EntriesAppended, TablesChanged, TokensSpent
from cubarium.server.live.postgres_bus import LARGEST, payloads


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


def test_entries_that_are_too_long_are_to_be_read() -> None:
    rows: list[dict[str, object]] = [{"data": {"move": "x" * 9000}}]
    (only,) = told(EntriesAppended("table1", rows, 5))
    assert (only["kind"], only["tables"]) == ("changed", ["table1"])
    assert told(EntriesAppended("table1", [{"revision": 3}]))[0]["rows"] == [{"revision": 3}]
