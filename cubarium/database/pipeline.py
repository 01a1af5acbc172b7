"""Many statements on one journey: PostgreSQL is at the other end of a wire, and a group of changes
must not wait for it once a statement."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

from sqlalchemy import Connection

if TYPE_CHECKING:
    import psycopg

PIPELINE: Final = "pipeline"
AWAITED: Final = "awaited"
"""Statements under way that must change one row each."""


class Overtaken(Exception):
    """A statement that must change one row has changed none: the row is gone, or no longer what it
    was taken for."""


def check_count(rows: int) -> None:
    """Raises Overtaken if a statement has not changed one row."""
    if rows != 1:
        raise Overtaken


def driver_of(connection: Connection) -> "psycopg.Connection[tuple[object, ...]]":
    """The driver's own connection to PostgreSQL."""
    held = connection.connection.driver_connection
    return cast("psycopg.Connection[tuple[object, ...]]", held)


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """Prepared statements go off without waiting for their answers: the first answer that is asked
    for, or the end, tells of all that failed, in the words of the driver. Raises Overtaken if one
    that must change a row has changed none."""
    notes = connection.info
    awaited: list[psycopg.Cursor[tuple[object, ...]]] = []
    with driver_of(connection).pipeline() as pipeline:
        notes[PIPELINE], notes[AWAITED] = pipeline, awaited
        try:
            yield
        finally:
            del notes[PIPELINE], notes[AWAITED]
    for cursor in awaited:
        check_count(cursor.rowcount)


def send(
    connection: Connection,
    sql: str,
    values: Sequence[object] | Mapping[str, object],
    *,
    changes_one: bool = False,
) -> bool:
    """Send a statement if there is a pipeline. Is there one? `changes_one`: it must change a row,
    which the end of the pipeline checks."""
    if PIPELINE not in connection.info:
        return False
    cursor = driver_of(connection).execute(sql, values)
    if changes_one:
        connection.info[AWAITED].append(cursor)
    return True


def await_answer(connection: Connection, *_: object) -> None:
    """For the event `after_cursor_execute`: what has just been asked is wanted at once."""
    pipeline: psycopg.Pipeline | None = connection.info.get(PIPELINE)
    if pipeline is not None:
        pipeline.sync()
