"""Many statements on one journey: PostgreSQL is at the other end of a wire, and a group of changes
must not wait for it once a statement."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from sqlalchemy import Connection

if TYPE_CHECKING:
    import psycopg

PIPELINE = "pipeline"


def driver_of(connection: Connection) -> "psycopg.Connection[tuple[object, ...]]":
    """The driver's own connection to PostgreSQL."""
    held = connection.connection.driver_connection
    return cast("psycopg.Connection[tuple[object, ...]]", held)


@contextmanager
def pipelined(connection: Connection) -> Iterator[None]:
    """Prepared statements go off without waiting for their answers: the first answer that is asked
    for, or the end, tells of all that failed, in the words of the driver."""
    notes = connection.info
    with driver_of(connection).pipeline() as pipeline:
        notes[PIPELINE] = pipeline
        try:
            yield
        finally:
            del notes[PIPELINE]


def send(connection: Connection, sql: str, values: Sequence[object] | Mapping[str, object]) -> bool:
    """Send a statement if there is a pipeline. Is there one?"""
    if PIPELINE not in connection.info:
        return False
    driver_of(connection).execute(sql, values)
    return True


def await_answer(connection: Connection, *_: object) -> None:
    """For the event `after_cursor_execute`: what has just been asked is wanted at once."""
    pipeline: psycopg.Pipeline | None = connection.info.get(PIPELINE)
    if pipeline is not None:
        pipeline.sync()
