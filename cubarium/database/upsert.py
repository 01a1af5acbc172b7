"""INSERT where there may be such a row already: the databases agree on it, SQLAlchemy has two."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Row: TypeAlias = Mapping[str, object]


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def put(connection: Connection, table: Table, row: Row) -> None:
    """A row, in place of the one with the same primary key."""
    new = _insert(connection, table).values(**row)
    keys = list(table.primary_key.columns)
    connection.execute(new.on_conflict_do_update(index_elements=keys, set_=dict(row)))


def add(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Rows, but for those that are there already."""
    new = _insert(connection, table).on_conflict_do_nothing()
    connection.execute(new, [dict(row) for row in rows])
