"""A table in memory and what is stored of it, kept the same."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import structlog
from sqlalchemy import Connection

from cubarium.core.turn import Seat
from cubarium.database import checkpoints, repository
from cubarium.database.summary import summary
from cubarium.database.writer import Change
from cubarium.match.revision import START, Revision
from cubarium.match.session import Applied, Entry
from cubarium.server.cluster.storage import Storage
from cubarium.server.tables.effects import Sender, carry_out, changes_of
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity
from cubarium.tables.stored_table import StoredTable
from cubarium.tables.table import Table
from cubarium.tables.table_log import check_log, reading_log
from cubarium.tables.table_sync import Difference, go_back, is_ahead, sync

MAX_KEYS: Final = 20
"""Of one seat."""

log = structlog.get_logger("cubarium.tables")


class TableRecord:
    """One table. Only its actor changes it, one thing at a time."""

    def __init__(self, table: Table, storage: Storage, read_at: float = 0.0) -> None:
        self.table = table
        self.read_at = read_at
        """When the database was last asked for it, by the time of the event loop."""
        self.is_doubtful = False
        """Did a write fail? Then the database has to be asked what is true."""
        self._storage = storage

    async def commit(self, applied: Applied, identity: Identity, command: str, now: int) -> None:
        """Write what a command has caused, and take it over. Raises ApiError if it can't be
        written: perhaps it is."""
        table, entries = self.table, applied.entries
        sender = Sender(table, identity, command, now)
        changes = changes_of(applied, sender)

        def change(connection: Connection) -> None:
            for one in changes:
                one(connection)
            if entries:
                columns = summary(applied.session, entries[-1].at)
                repository.append(connection, table.id, entries, columns)
                checkpoints.put_due(connection, table.id, applied)

        await self._write(change, () if changes else entries)
        table.take(entries, applied.session)
        carry_out(applied, sender)

    async def add_key(self, seat: Seat, key: bytes) -> None:
        """Let the holder of a secret with this hash act for a seat. Raises ApiError."""
        table = self.table
        keys = table.keys.setdefault(seat, [])
        if key in keys:
            return
        if len(keys) >= MAX_KEYS:
            raise ApiError(409, "too_many_tokens", f"A seat has no more than {MAX_KEYS} keys.")
        await self._write(partial(repository.add_key, table=table.id, seat=seat, digest=key))
        keys.append(key)

    async def learn_commands(self) -> None:
        """Know all commands that were ever carried out: one of them may come again. Raises
        ApiError."""
        table = self.table
        if not table.knows_commands:
            query = partial(repository.load_commands, table=table.id, last=table.log_start)
            table.commands = {**await self._storage.read(query), **table.commands}
            table.knows_commands = True

    async def recall(self, fold: Callable[[StoredTable], Awaitable[Table]]) -> bool:
        """Have all entries in memory; false: the database has lost some of them. Raises ApiError or
        BrokenLog."""
        table = self.table
        if table.log_start == START:
            return True
        whole = await fold(await read(self._storage, table.id, START))
        if whole.session.revision < table.session.revision:
            return False
        table.recall(whole)
        return True

    async def remove(self) -> None:
        """Delete it in the database. Raises ApiError."""
        await self._write(partial(repository.remove, table=self.table.id))

    async def _write(self, change: Change, entries: Sequence[Entry] = ()) -> None:
        """Write something of the table; `entries`: if they are all that is new."""
        try:
            await self._storage.write(change, self.table.id, entries)
        except ApiError:
            self.is_doubtful = True
            raise

    async def take_entries(self) -> int:
        """Take over entries that another process has written; how many. Raises ApiError, or
        BrokenLog if they do not fit."""
        table = self.table
        known = table.session.revision
        entries = await self._storage.read(
            partial(repository.load_entries, table=table.id, after=known)
        )
        if entries:
            check_log(entries, entries[-1].revision, known)
            with reading_log():
                session = table.session.after(entries)
            table.take(entries, session)
        return len(entries)

    async def sync(self) -> Difference:
        """Take over what the database says. Raises ApiError or BrokenLog."""
        table, began = self.table, asyncio.get_running_loop().time()
        known = table.session.revision
        # with the last entry that is known: is it still the same?
        stored = await read(self._storage, table.id, Revision(max(0, known - 1)))
        if is_ahead(table, stored):
            stored = await read(self._storage, table.id)
            now = stored.row.revision
            log.warning("a table has gone back", table=table.id, known=known, now=now)
            found = go_back(table, stored)
        else:
            found = sync(table, stored)
        self.read_at, self.is_doubtful = began, False
        return found


async def read(storage: Storage, table: str, after: Revision | None = None) -> StoredTable:
    """What is stored of a table: what came after an entry, or what is needed to open it. Raises
    ApiError if there is none, or BrokenLog."""
    stored = await storage.read(
        lambda connection: (
            checkpoints.load(connection, table)
            if after is None
            else repository.load(connection, table, after)
        )
    )
    if stored is None:
        raise no_such_table()
    return stored


def no_such_table() -> ApiError:
    return ApiError(404, "no_such_table", "There is no such table.")
