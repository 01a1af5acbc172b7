"""Entries of a table's log as rows, both ways."""

from typing import Any

from cubarium.match.event_data import data_of, event_of, kind_of, seat_of
from cubarium.match.session import Entry


def row_of(table: str, entry: Entry) -> dict[str, Any]:
    """An entry as a row."""
    return {
        "table_id": table,
        "revision": entry.revision,
        "kind": kind_of(entry.event),
        "seat": seat_of(entry.event),
        "data": data_of(entry.event),
        "at": entry.at,
        "spent": entry.spent,
        "command": entry.command or None,
    }


def entry_of(row: Any) -> Entry:
    """A row as an entry."""
    event = event_of(row.kind, row.seat, row.data)
    return Entry(row.revision, event, row.at, row.spent, row.command or "")
