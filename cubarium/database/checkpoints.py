"""Checkpoints beside the logs of tables: a table is opened from its newest one, and the entries
after it."""

from dataclasses import replace

from sqlalchemy import Connection, func, select

from cubarium.core.errors import CubariumError
from cubarium.database import repository, upsert
from cubarium.database.repository import AnyRow
from cubarium.database.schema import CHECKPOINTS, EVENTS
from cubarium.match.checkpoint import (
    WorthlessCheckpoint,
    is_due,
    read_checkpoint,
    write_checkpoint,
)
from cubarium.match.revision import Revision
from cubarium.match.session import Applied, Session
from cubarium.tables.stored_table import StoredTable


def put_due(connection: Connection, table: str, applied: Applied) -> None:
    """Write a checkpoint after these entries, if it is time for one."""
    session, last = applied.session, applied.entries[-1]
    if is_due(Revision(applied.entries[0].revision - 1), session.revision):
        put(connection, table, session, last.at)


def put(connection: Connection, table: str, session: Session, at: int) -> None:
    """Write a checkpoint of a session whose last entry is of this time, in place of the one that is
    there."""
    body = write_checkpoint(session, at)
    row = {"table_id": table, "revision": session.revision, "body": body}
    upsert.put(connection, CHECKPOINTS, row)


def load(connection: Connection, table: str) -> StoredTable | None:
    """All about a table that is needed to open it; None: there is none. Without a checkpoint that
    is of use, that is its whole log. Raises BrokenLog. Call it within one
    transaction."""
    kept = connection.execute(
        select(CHECKPOINTS).where(CHECKPOINTS.c.table_id == table)
    ).one_or_none()
    if kept is None:
        return repository.load(connection, table)
    stored = repository.load(connection, table, Revision(kept.revision - 1))
    if stored is None:
        return None
    try:
        return replace(stored, base=_base(connection, stored, kept))
    except CubariumError as error:
        whole = repository.load(connection, table)
        return None if whole is None else replace(whole, fault=str(error))


def _base(connection: Connection, stored: StoredTable, kept: AnyRow) -> Session:
    """The session of a checkpoint. Raises CubariumError."""
    before = EVENTS.c.table_id == kept.table_id, EVENTS.c.revision < kept.revision
    if not stored.entries or stored.entries[0].revision != kept.revision:
        raise WorthlessCheckpoint("it is ahead of the log")
    if connection.scalar(select(func.count()).where(*before)) != kept.revision - 1:
        raise WorthlessCheckpoint("the log before it is not whole")
    sitting = repository.load_sitting(connection, kept.table_id, kept.revision)
    return read_checkpoint(kept.body, stored.unopened(), sitting, stored.entries[0])
