"""Entries of a table's log as rows, both ways."""

import re
from dataclasses import fields
from typing import Any, Final

from cubarium.match import events
from cubarium.match.session import Entry, LogEvent

_KINDS: Final[dict[str, Any]] = {
    re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower(): kind
    for kind in (
        events.Seated,
        events.Moved,
        events.Drawn,
        events.Offered,
        events.Answered,
        events.TakenBack,
        events.Resigned,
        events.TimedOut,
        events.Stood,
        events.Aborted,
        events.Closed,
        events.Claimed,
        events.RematchAsked,
        events.Rematched,
    )
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_FIELDS: Final = {
    kind: tuple(field.name for field in fields(kind) if field.name != "seat") for kind in _NAMES
}


def kind_of(event: LogEvent) -> str:
    """`moved`, `taken_back`, …"""
    return kind_name(type(event))


def kind_name(kind: type[LogEvent]) -> str:
    """The same of all events of a kind."""
    return _NAMES[kind]


def data_of(event: LogEvent) -> dict[str, Any]:
    """All that an event says, but its seat."""
    return {name: getattr(event, name) for name in _FIELDS[type(event)]}


def row_of(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row."""
    return {
        "table_id": table,
        "revision": entry.revision,
        "kind": kind_of(entry.event),
        "seat": getattr(entry.event, "seat", None),
        "data": data_of(entry.event),
        "at": entry.at,
        "spent": entry.spent,
        "command": entry.command or None,
    }


def entry_of(row: Any) -> Entry:
    """A row as an entry."""
    kind = _KINDS[row.kind]
    data = dict(row.data)
    if row.seat is not None:
        data["seat"] = row.seat
    if "offer" in data:
        data["offer"] = events.Offer(data["offer"])
    return Entry(row.revision, kind(**data), row.at, row.spent, row.command or "")
