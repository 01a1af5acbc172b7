"""The tables of one process: found, loaded when they are needed, dropped when they are idle."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

import structlog

from cubarium import catalog
from cubarium.database import repository
from cubarium.match.command_context import CommandRefused
from cubarium.match.match import Match
from cubarium.match.server_commands import Close
from cubarium.server.cluster.bus import PresenceAsked
from cubarium.server.cluster.leases import Leases
from cubarium.server.http.errors import api_error
from cubarium.server.process.aside import Aside
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.table_actor import TableActor
from cubarium.server.tables.table_record import TableRecord, read
from cubarium.tables import broadcast
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity
from cubarium.tables.inbox import Delete
from cubarium.tables.stored_table import StoredTable, TableRow
from cubarium.tables.table import Table
from cubarium.tables.table_log import BrokenLog

KEPT_MS: Final = 5 * 60 * 1000
"""An idle table stays in memory for this long."""
log = structlog.get_logger("cubarium.tables")

OTHER_RULES: Final = "other_rules"
"""The code of a table whose game was begun under another version of its rules."""


class Tables:
    """Finds tables by name."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.leases = Leases(
            runtime.storage, runtime.background, runtime.process, self._lease_changed
        )
        self.loaded: dict[str, TableActor] = {}
        self._loading: dict[str, asyncio.Future[TableActor]] = {}
        self._folding = Aside()
        self._overtaken: set[str] = set()
        """Tables that others have changed while they were being loaded."""

    def __iter__(self) -> Iterator[TableActor]:
        """Those in memory."""
        return iter([*self.loaded.values()])

    async def find(self, table_id: str) -> TableActor:
        """A table by its name. Raises ApiError if there is none."""
        found = self.loaded.get(table_id)
        if found is not None:
            found.used = self._runtime.clock.now()
            return found
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loaded(table_id))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> TableActor:
        began, clock = asyncio.get_running_loop().time(), self._runtime.clock
        try:
            stored = await read(self._runtime.storage, table_id)
            check_rules(stored.row)
            if stored.fault:
                log.warning("a checkpoint is of no use", table=table_id, why=stored.fault)
            table = await self.fold(stored)
        except BrokenLog as error:
            raise api_error(error) from error
        is_overtaken = table_id in self._overtaken
        record = TableRecord(table, self._runtime.storage, 0.0 if is_overtaken else began)
        actor = self.loaded[table_id] = TableActor(record, self._runtime, self)
        if is_overtaken:
            self._runtime.background.spawn(_settle_overtaken(actor))
        actor.react()
        self._runtime.bus.publish(PresenceAsked(table_id))
        if table.created >= (clock.restarted or 0):  # its maker is here
            actor.presence.note_return(range(table.game.players), table.presence.attendant)
        return actor

    async def fold(self, stored: StoredTable) -> Table:
        """What is stored as a table, beside the event loop: a long game takes long. Raises
        BrokenLog."""
        return await self._folding.work(partial(Table, stored, self._runtime.clock.now()))

    async def play_past(self, match: Match) -> None:
        """Know the boards of all acts of a match, beside the event loop: most matches know them,
        and those that were opened from a checkpoint play them again."""
        past = match.steps.past
        if past is not None and not past.is_played:
            await self._folding.work(lambda: past.steps)

    def _loaded(self, table_id: str) -> None:
        self._loading.pop(table_id, None)
        self._overtaken.discard(table_id)

    def note_news(self, table_id: str) -> None:
        """Another process has changed a table. If it is being loaded just now, that may be missing
        in what was read."""
        if table_id in self._loading:
            self._overtaken.add(table_id)

    def _lease_changed(self, table_id: str) -> None:
        actor = self.loaded.get(table_id)
        if actor is not None:
            actor.react()

    async def end(self, table_id: str) -> bool:
        """Call off a game. Did it go on? Raises ApiError."""
        actor = await self.find(table_id)
        try:
            return await actor.ask(Close())
        except CommandRefused:
            return False

    async def delete(self, table_id: str) -> bool:
        """Delete a table with all that belongs to it. Was it there? Raises ApiError."""
        actor = self.loaded.get(table_id)
        if actor is not None:
            return await actor.ask(Delete())
        change = partial(repository.remove, table=table_id)
        return await self._runtime.storage.write(change, table_id)

    def look_at_clocks(self) -> None:
        """A downtime has ended: no clock has run while it lasted."""
        for actor in self:
            actor.react()

    def check_engines(self, identity: Identity) -> None:
        """May a guest have one more table where engines play? Raises ApiError."""
        caps = self._runtime.caps
        if caps is not None:
            caps.check_engines(self.in_memory(), identity, self._runtime.clock.now())

    def recount_engines(self) -> None:
        """Count for other processes who has how many tables where engines play."""
        caps = self._runtime.caps
        if caps is not None:
            caps.recount(self.in_memory(), self._runtime.clock.now())

    def in_memory(self) -> list[Table]:
        """What this process knows of its tables."""
        return [actor.table for actor in self]

    def forget(self, actor: TableActor, *, removed: bool = False) -> None:
        """Drop a table from memory; `removed`: it no longer exists."""
        actor.close()
        if removed:
            broadcast.send_removed(actor.table)
        self.loaded.pop(actor.table.id, None)
        self.leases.release(actor.table.id)

    def sweep(self) -> None:
        """Drop idle tables."""
        limit = self._runtime.clock.now() - KEPT_MS
        for actor in self:
            if actor.is_idle and actor.used < limit:
                self.forget(actor)

    def close(self) -> None:
        """The server ends: no timer rings any more."""
        for actor in self:
            actor.close()


async def _settle_overtaken(actor: TableActor) -> None:
    with suppress(ApiError):
        await actor.refresh()


def check_rules(row: TableRow) -> None:
    """A log means something only under the rules that it was written with. Raises ApiError."""
    info = catalog.info(row.game)
    if row.rules != info.rules_version:
        message = (
            f"This game of {info.title} was begun under version {row.rules} of its rules; this "
            f"server plays version {info.rules_version}, and does not touch it."
        )
        raise ApiError(409, OTHER_RULES, message)
