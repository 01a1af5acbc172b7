"""All tables that somebody needs: read from the database, changed in one place, told to viewers.

A change is validated against the table in memory, written, and only then taken over, acknowledged
and told: what anybody has been told is on the disk. One change at a time for each table.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Any, Final, TypeAlias

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.match.clocks import Span
from cubarium.match.match import Match
from cubarium.match.session import AnyEvent, Entry, Live, Status
from cubarium.server.api.messages import Line, Presence, Removed, Said
from cubarium.server.errors import Refused
from cubarium.server.live.server_clock import ServerClock
from cubarium.server.live.subscriber import Viewer
from cubarium.server.live.table import LiveTable
from cubarium.server.live.views import distinct, events_text, hears
from cubarium.server.metrics import Metrics
from cubarium.store import heartbeat, repository
from cubarium.store.writer import Change, Writer

Caused: TypeAlias = tuple[AnyEvent, Match | None]
"""An event, and the match after it if it is known."""
KEEPS: Final = 5 * 60 * 1000
"""A table that nobody needs stays in memory for so long."""

OTHER_RULES: Final = "other_rules"
"""The code of a table whose game was begun under another version of its rules."""

log = structlog.get_logger("cubarium.hub")


class Hub:
    """The tables of one server."""

    def __init__(self, engine: Engine, metrics: Metrics, rng: Random | None = None) -> None:
        self.engine = engine
        self.metrics = metrics
        self.rng = rng or SystemRandom()
        self.writer = Writer(engine)
        self.clock = ServerClock()
        self.tables: dict[str, LiveTable] = {}
        self.changed: list[Callable[[LiveTable], None]] = []
        """Called after each change of a table: the timekeeper and the engines."""
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._whole: set[asyncio.Task[Any]] = set()

    def now(self) -> int:
        """What time it is here."""
        return self.clock.now()

    def uncharged(self, table: LiveTable) -> list[Span]:
        """When the clock that runs at a table stood still."""
        return self.clock.uncharged(table)

    async def start(self) -> None:
        """Find out how long no server was there, and begin."""
        self.writer.start()
        await self.writer.write(self.clock.start)

    async def close(self) -> None:
        """End what can be ended, finish what must be whole."""
        for task in self._tasks - self._whole:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.tables.values():
            if table.timer is not None:
                table.timer.cancel()
        try:
            await self.writer.write(self.clock.beat)
        except DatabaseError as error:
            log.warning("no last heartbeat", error=str(error.orig))
        await asyncio.to_thread(self.writer.close)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Work that nobody waits for; it is ended with the server."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def whole(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something to its end, even if who asked for it has gone."""
        task = self.spawn(work)
        self._whole.add(task)
        task.add_done_callback(self._whole.discard)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, Refused | CubariumError):
            log.error("a task failed", exc_info=error)

    # the database

    async def read(self, query: Callable[[Connection], Any]) -> Any:
        """What a query gives, asked beside the event loop."""

        def ask() -> Any:
            with self.engine.connect() as connection:
                return query(connection)

        try:
            return await asyncio.to_thread(ask)
        except DatabaseError as error:
            raise self._no_storage("a read failed", error) from error

    async def write(self, change: Change) -> Any:
        """Write something durably, or say that it can't be."""
        try:
            return await self.writer.write(change)
        except DatabaseError as error:
            raise self._no_storage("a write failed", error) from error

    def _no_storage(self, what: str, error: DatabaseError) -> Refused:
        self.metrics.storage_failures.inc()
        log.warning(what, error=str(error.orig))
        message = "The server can't store anything at the moment. Nothing has changed."
        return Refused(503, "storage", message, retry_after=5)

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name. Raises Refused if there is none."""
        table = self.tables.get(table_id)
        if table is not None:
            table.used = self.now()
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveTable:
        kept = await self.read(lambda connection: repository.load(connection, table_id))
        if kept is None:
            raise Refused(404, "no_such_table", "There is no such table.")
        check_rules(kept.row)
        table = self.tables[table_id] = LiveTable(kept, self.now())
        self._tell_watchers(table)
        if table.created >= (self.clock.restarted or 0):  # whoever made it is here
            self.returned(table, range(table.game.players))
        return table

    # changes

    async def append(
        self,
        table: LiveTable,
        caused: Sequence[Caused],
        *,
        client: str = "",
        spent: int = 0,
        more: Sequence[Change] = (),
        then: Callable[[], None] | None = None,
    ) -> None:
        """Write events and what belongs to them, then take them over (`then` is done with that)
        and tell everybody. Whoever calls holds the table's lock."""
        entries, live = self.planned(table.live, caused, client=client, spent=spent)
        columns = self.columns(live, entries[-1].at)

        def change(connection: Connection) -> None:
            for other in more:
                other(connection)
            repository.append(connection, table.id, entries, columns)

        try:
            await self.write(change)
        except Refused:
            table.doubtful = True
            raise
        table.take(entries, live)
        if then is not None:
            then()
        self.tell(table, entries)

    def planned(
        self, live: Live, caused: Sequence[Caused], *, client: str = "", spent: int = 0
    ) -> tuple[list[Entry], Live]:
        """The next entries of a table, and where it stands after them."""
        now, first = self.now(), live.version + 1
        entries = [
            Entry(first + at, event, now, 0 if at else spent, "" if at else client)
            for at, (event, _) in enumerate(caused)
        ]
        matches = [match for _, match in caused if match is not None]
        return entries, live.after(entries, matches if len(matches) == len(caused) else ())

    def columns(self, live: Live, at: int) -> dict[str, Any]:
        """The summary of a table."""
        deadline = live.clocks.deadline()  # the earliest: who looks then counts downtimes too
        return repository.summary(live, at, deadline, registry.LOWEST)

    async def check(self, table: LiveTable) -> None:
        """May the table be changed? Raises Refused if it was let go of meanwhile. After a failed
        write the database is asked what is true. Whoever calls holds the lock."""
        if self.tables.get(table.id) is not table:
            raise Refused(404, "no_such_table", "There is no such table.")
        if not table.doubtful:
            return
        kept = await self.read(lambda connection: repository.load(connection, table.id))
        if kept is None:
            raise Refused(404, "no_such_table", "There is no such table.")
        table.keys = kept.keys
        missing = kept.entries[len(table.log) :]
        if missing:
            table.take(missing, table.live.after(missing))
            self.tell(table, missing)
        table.doubtful = False

    # telling

    def tell(self, table: LiveTable, entries: Sequence[Entry]) -> None:
        """Tell every viewer what it may see of these entries: one message for each kind of view."""
        now, uncharged = self.now(), self.uncharged(table)
        messages: dict[tuple[Seat | None, bool], str] = {}
        for viewer in table.viewers:
            kind = distinct(table, viewer)
            if kind not in messages:
                messages[kind] = events_text(table, entries, viewer, now, uncharged)
            viewer.outlet.send(messages[kind])
        self._tell_watchers(table)

    def _tell_watchers(self, table: LiveTable) -> None:
        for watcher in self.changed:
            watcher(table)

    def tell_line(self, table: LiveTable, line: Line) -> None:
        """Somebody has said something."""
        message = Said(table=table.id, line=line).model_dump_json()
        for viewer in table.viewers:
            if hears(table, viewer, line):
                viewer.outlet.send(message)

    def clocks_changed(self) -> None:
        """A downtime has ended: no clock has run while it lasted."""
        for table in list(self.tables.values()):
            self._tell_watchers(table)

    # who watches

    def returned(self, table: LiveTable, seats: Sequence[Seat]) -> None:
        """Somebody acts or looks for these seats: if it is the first sign of them since a restart,
        their clocks run from now on."""
        for seat in seats:
            if self.clock.returned(table, seat):
                self.spawn(self._write_return(table, seat))
                if seat == table.live.clocks.running:
                    self._tell_watchers(table)

    async def _write_return(self, table: LiveTable, seat: Seat) -> None:
        restarted = self.clock.restarted
        assert restarted is not None
        at = table.returns[seat, restarted]
        await self.write(
            partial(heartbeat.returned, table=table.id, seat=seat, restarted=restarted, at=at)
        )

    def watch(self, table: LiveTable, viewer: Viewer) -> None:
        """Somebody comes."""
        table.viewers.add(viewer)
        for seat in viewer.holds:
            table.away.pop(seat, None)
        self.returned(table, viewer.holds)
        self.tell_presence(table, but=viewer)

    def unwatch(self, table: LiveTable, viewer: Viewer) -> None:
        """Somebody goes."""
        table.viewers.discard(viewer)
        now, here = self.now(), table.here()
        for seat in viewer.holds:
            if seat not in here:
                table.away[seat] = now
        table.used = now
        self.tell_presence(table)

    def tell_presence(self, table: LiveTable, but: Viewer | None = None) -> None:
        """Who is there now."""
        form = Presence(table=table.id, here=table.here(), spectators=table.spectators())
        message = form.model_dump_json()
        for viewer in table.viewers:
            if viewer is not but:
                viewer.outlet.send(message)

    # forgetting

    def forget(self, table: LiveTable, *, removed: bool = False) -> None:
        """Let go of a table; `removed`: it is no more."""
        if table.timer is not None:
            table.timer.cancel()
        if table.thinking is not None:
            table.thinking.cancel()
        if removed:
            message = Removed(table=table.id).model_dump_json()
            for viewer in table.viewers:
                viewer.outlet.send(message)
        self.tables.pop(table.id, None)

    def sweep(self) -> None:
        """Let go of tables that nobody needs."""
        limit = self.now() - KEEPS
        for table in list(self.tables.values()):
            if table.idle and table.used < limit:
                self.forget(table)
        self.metrics.tables.set(len(self.tables))

    def counted(self) -> dict[Status, int]:
        """How many tables are in memory, by status."""
        found: dict[Status, int] = {}
        for table in self.tables.values():
            found[table.live.status] = found.get(table.live.status, 0) + 1
        return found


def check_rules(row: Any) -> None:
    """A log means something only under the rules that it was written with. Raises Refused."""
    info = catalog.info(row.game)
    if row.rules != info.rules_version:
        message = (
            f"This game of {info.title} was begun under version {row.rules} of its rules; this "
            f"server plays version {info.rules_version}, and does not touch it."
        )
        raise Refused(409, OTHER_RULES, message)
