"""The game of a table when it is over, and its record."""

from datetime import UTC, datetime

from cubarium.core.record import GameRecord
from cubarium.match.status import Status
from cubarium.records import record_of
from cubarium.tables.errors import ApiError
from cubarium.tables.table import Table


def check_over(table: Table, refusal: str) -> None:
    """Raises ApiError with this sentence if the game of a table is not over."""
    if table.session.status is not Status.OVER:
        raise ApiError(409, "not_over", refusal)


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
