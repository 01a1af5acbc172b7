"""The record of a table's game."""

from datetime import UTC, datetime

from cubarium.core.record import GameRecord
from cubarium.records import record_of
from cubarium.tables.table import Table


def record_of_table(table: Table) -> GameRecord:
    """The record, with the names of who played."""
    match = table.session.match
    day = datetime.fromtimestamp(table.created / 1000, UTC)
    tags = {"Date": f"{day:%Y.%m.%d}"}
    for seat, who in sorted(match.seated.items()):
        tags[f"Seat{seat}"] = who.name
        if who.engine:
            tags[f"Seat{seat}Engine"] = who.engine
    return record_of(match, tags)
