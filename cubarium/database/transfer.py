"""All rows of a database, carried over to another one: read from one snapshot, written in one
transaction, compared before it is committed."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from typing import Final, TypeAlias

from sqlalchemy import (
    JSON,
    Connection,
    Engine,
    Integer,
    Table,
    Text,
    bindparam,
    cast,
    insert,
    select,
    text,
)

from cubarium.database.pipeline import driver_of
from cubarium.database.schema import METADATA, OF_THE_MOMENT
from cubarium.database.schema_version import migrate
from cubarium.database.site_place import Unusable

CHUNK: Final = 2000
"""Rows that are in memory at a time."""
Row: TypeAlias = tuple[object, ...]
Say: TypeAlias = Callable[[str], None]


@dataclass
class Checksum:
    """How many rows, and what is in them, in whatever order they come."""

    rows: int = 0
    content: int = 0

    def add(self, row: Row) -> None:
        digest = sha256(repr(row).encode("utf-8", "surrogatepass")).digest()
        self.rows += 1
        self.content = (self.content + int.from_bytes(digest)) % 2**256


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection that sees one moment, whatever others write meanwhile."""
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        yield connection


def carry(source: Connection, target: Connection, say: Say) -> Mapping[str, int]:
    """Make the newest form in an empty target, and fill it with the rows of the source; how many
    each of its tables has. Raises Unusable if they are not the same afterwards: whoever calls
    holds both transactions."""
    migrate(target)
    found = {}
    for table in (one for one in METADATA.sorted_tables if one not in OF_THE_MOMENT):
        there, here = _carry_table(source, target, table, say), Checksum()
        for row in _rows(target, table):
            here.add(row)
        if here != there:
            raise Unusable(f"the rows of {table.name} are not the same afterwards: nothing changed")
        found[table.name] = here.rows
    return found


def _carry_table(source: Connection, target: Connection, table: Table, say: Say) -> Checksum:
    checksum = Checksum()

    def told() -> Iterator[Row]:
        for row in _rows(source, table):
            checksum.add(row)
            if checksum.rows % CHUNK == 0:
                say(f"{table.name}: {checksum.rows} rows")
            yield row

    if target.dialect.name == "postgresql":
        _copy_in(target, table, told())
    else:
        _insert(target, table, told())
    return checksum


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    """All rows in the same values for every kind of database; JSON letter by letter. PostgreSQL
    holds no text with a NUL in it, which somebody may have named a command with."""
    columns = (cast(one, Text) if isinstance(one.type, JSON) else one for one in table.columns)
    options = {"yield_per": CHUNK}
    for row in connection.execute(select(*columns), execution_options=options):
        yield tuple(
            value.replace("\x00", "\ufffd") if isinstance(value, str) and "\x00" in value else value
            for value in row
        )


def _insert(target: Connection, table: Table, rows: Iterator[Row]) -> None:
    names = [column.name for column in table.columns]
    new = insert(table).values(
        {
            column.name: bindparam(
                column.name, type_=Text() if isinstance(column.type, JSON) else column.type
            )
            for column in table.columns
        }
    )
    while chunk := [dict(zip(names, row, strict=True)) for row in islice(rows, CHUNK)]:
        target.execute(new, chunk)


def _copy_in(target: Connection, table: Table, rows: Iterator[Row]) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    from psycopg import Error

    try:
        with (
            driver_of(target).cursor() as cursor,
            cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy,
        ):
            for row in rows:
                copy.write_row(row)
    except Error as error:
        told = str(error).splitlines()[0]
        raise Unusable(f"the rows of {table.name} can't be carried over: {told}") from error
    (key, *others) = table.primary_key.columns
    if isinstance(key.type, Integer) and not others and key.autoincrement == "auto":
        target.execute(  # the next number comes after all that are there
            text(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', '{key.name}'), "
                f'COALESCE(max("{key.name}"), 0) + 1, false) FROM "{table.name}"'
            )
        )
