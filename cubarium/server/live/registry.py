"""All tables that somebody needs: read from the database, changed in one place.

A change is checked against the table in memory, written, and only then taken over, acknowledged
and broadcast: what anybody has been told is on the disk. One change at a time for each table.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final, TypeVar

import structlog
from sqlalchemy import Connection

from cubarium import catalog
from cubarium.core.turn import Seat
from cubarium.match.match import Match
from cubarium.match.revision import START, Revision
from cubarium.match.session import Applied, Entry, Session
from cubarium.server.errors import ApiError, api_error
from cubarium.server.identity import Actor
from cubarium.server.live import broadcast
from cubarium.server.live.aside import Aside
from cubarium.server.live.attendance import Attendance
from cubarium.server.live.background import Background
from cubarium.server.live.bus import Bus, PresenceAsked, PresenceTold, SoleBus
from cubarium.server.live.leases import Leases
from cubarium.server.live.server_clock import ServerClock
from cubarium.server.live.storage import Conflict, Storage
from cubarium.server.live.subscriber import Subscriber
from cubarium.server.live.table import Table
from cubarium.server.live.table_caps import TableCaps
from cubarium.server.live.table_sync import is_ahead, sync, take_keys
from cubarium.store import checkpoints, heartbeat, repository
from cubarium.store.repository import StoredTable, TableRow
from cubarium.store.summary import summary
from cubarium.store.table_log import BrokenLog, check_log, reading_log
from cubarium.store.writer import Change

T = TypeVar("T")

MOST_KEYS: Final = 20
"""Of one seat."""
PRESENCE: Final = 1.0
"""Seconds between two messages about who is at a table."""
TRIES: Final = 5
"""If another process was first this often, something else is wrong."""
SETTLE: Final = 1.0
"""Seconds between two questions to a database that does not answer."""
KEPT: Final = 5 * 60 * 1000
"""Milliseconds that a table stays in memory when nobody needs it."""

OTHER_RULES: Final = "other_rules"
"""The code of a table whose game was begun under another version of its rules."""


GONE: Final = (404, 409)
"""The statuses of a table that is no more, or that can't be read."""

log = structlog.get_logger("cubarium.tables")


class Registry:
    """The tables of one process."""

    def __init__(
        self,
        storage: Storage,
        clock: ServerClock,
        background: Background,
        rng: Random,
        bus: Bus | None = None,
        process: str | None = None,
    ) -> None:
        """`process`: its name among the processes that `bus` reaches; None: it is alone."""
        self.storage = storage
        storage.failed = clock.note_failure
        self.clock = clock
        self.background = background
        self.rng = rng
        self.bus = bus or SoleBus()
        self.leases = Leases(storage, background, process)
        self.tables: dict[str, Table] = {}
        self.watchers: list[Callable[[Table], None]] = []
        """Called after each change of a table."""
        self.caps: TableCaps | None = None
        """None: anybody may have any number of tables."""
        self._loading: dict[str, asyncio.Future[Table]] = {}
        self._folding = Aside()
        self.pages = Aside()
        """Answers about the past of tables are written there."""
        self._overtaken: set[str] = set()
        """Tables that others have changed while they were being loaded."""

    async def find(self, table_id: str) -> Table:
        """A table by its name. Raises ApiError if there is none."""
        table = self.tables.get(table_id)
        if table is not None:
            table.used = self.clock.now()
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda _: self._loaded(table_id))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table:
        began = asyncio.get_running_loop().time()
        try:
            stored = await self._read(table_id)
            check_rules(stored.row)
            if stored.fault:
                log.warning("a checkpoint is of no use", table=table_id, why=stored.fault)
            # a long game takes long to fold
            table = await self._folding.work(partial(Table, stored, self.clock.now()))
        except BrokenLog as error:
            raise api_error(error) from error
        self.tables[table_id] = table
        if table_id in self._overtaken:
            self.background.spawn(self._settle_overtaken(table))
        else:
            table.read_at = began
        self.call_watchers(table)
        self.bus.publish(PresenceAsked(table_id))
        if table.created >= (self.clock.restarted or 0):  # whoever made it is here
            self.returned(table, range(table.game.players), table.attendant)
        return table

    def _loaded(self, table_id: str) -> None:
        self._loading.pop(table_id, None)
        self._overtaken.discard(table_id)

    def note_news(self, table_id: str) -> None:
        """Another process has changed a table. If it is being loaded just now, that may be missing
        in what was read."""
        if table_id in self._loading:
            self._overtaken.add(table_id)

    async def _settle_overtaken(self, table: Table) -> None:
        with suppress(ApiError):
            await self.refresh(table)

    async def _read(self, table_id: str, after: Revision | None = None) -> StoredTable:
        """What is stored of a table: what came after an entry, or what is needed to open it. Raises
        ApiError if there is none, or BrokenLog."""
        stored = await self.storage.read(
            lambda connection: (
                checkpoints.load(connection, table_id)
                if after is None
                else repository.load(connection, table_id, after)
            )
        )
        if stored is None:
            raise no_such_table()
        return stored

    async def check(self, table: Table) -> None:
        """May the table be changed? Raises ApiError if it is no longer in memory. After a failed
        write the database is asked what is true. Whoever calls holds the lock."""
        if self.tables.get(table.id) is not table:
            raise no_such_table()
        if table.is_doubtful:
            await self._sync(table)

    async def _sync(self, table: Table) -> bool:
        """Take over what the database says, and tell everybody. Was there anything? Raises
        ApiError. Whoever calls holds the lock."""
        began = asyncio.get_running_loop().time()
        try:
            # with the last entry that is known: is it still the same?
            stored = await self._read(table.id, Revision(max(0, table.session.revision - 1)))
            if is_ahead(table, stored):
                self._restore(table, await self._read(table.id))
                table.read_at = began
                return True
            found = sync(table, stored)
        except (ApiError, BrokenLog) as error:
            refused = error if isinstance(error, ApiError) else api_error(error)
            if refused.status in GONE:
                self.forget(table, removed=True)
            raise refused from error
        table.read_at = began
        table.is_doubtful = False
        if found.entries:
            self.announce(table, found.entries)
        elif found.has_changed_rights:
            broadcast.send_update(table, 0, self.clock)
        for line in found.lines:
            broadcast.send_chat_line(table, line)
        for line in found.hushed:
            broadcast.send_line_removed(table, line)
        return bool(found.entries or found.lines or found.hushed or found.has_changed_rights)

    def _restore(self, table: Table, stored: StoredTable) -> None:
        """The database has lost what is known of a table: what it says now is true, and all
        subscribers are told. Raises BrokenLog. Whoever calls holds the lock."""
        known, keys = table.session.revision, table.keys
        table.restore(stored)
        log.warning("a table has gone back", table=table.id, known=known, now=stored.row.revision)
        table.is_doubtful = False
        table.keys = keys
        take_keys(table, stored.keys)
        if table.thinking is not None:  # about a board that may never have been
            table.thinking.cancel()
            table.thinking = None
        broadcast.send_snapshots(table, self.clock)
        self.call_watchers(table)

    async def change(self, table: Table, work: Callable[[], Awaitable[T]]) -> T:
        """Do something to a table, one after another. If another process was first, what it has
        done is taken over, and the work begins anew. Raises ApiError."""
        async with table.lock:
            for _ in range(TRIES):
                await self.check(table)
                await self._learn_commands(table)
                try:
                    return await work()
                except Conflict:
                    table.is_doubtful = True
            raise ApiError(503, "storage", "Too many want the same at once.", retry_after=1)

    async def _learn_commands(self, table: Table) -> None:
        """Know all commands that were ever carried out: one of them may come again. Whoever calls
        holds the lock."""
        if not table.knows_commands:
            last = table.log_start
            query = partial(repository.load_commands, table=table.id, last=last)
            table.commands = {**await self.storage.read(query), **table.commands}
            table.knows_commands = True

    async def recall(self, table: Table) -> None:
        """Have all entries of a table in memory. Raises ApiError."""
        async with table.lock:
            if table.log_start == START:
                return
            await self.check(table)
            try:
                stored = await self._read(table.id, START)
                whole = await self._folding.work(partial(Table, stored, self.clock.now()))
            except BrokenLog as error:
                raise api_error(error) from error
            if whole.session.revision < table.session.revision:
                await self._sync(table)  # the database has lost something
            else:
                table.recall(whole)

    async def play_past(self, match: Match) -> None:
        """Know the boards of all acts of a match, beside the event loop: most matches know them,
        and those that were opened from a checkpoint play them again."""
        past = match.steps.past
        if past is not None and not past.is_played:
            await self._folding.work(lambda: past.steps)

    async def take_over(self, table: Table) -> bool:
        """Take over the entries that another process has written, and nothing else. Were there any?
        Raises ApiError if there is no such table any more."""
        async with table.lock:
            await self.check(table)
            known = table.session.revision
            try:
                entries = await self.storage.read(
                    partial(repository.load_entries, table=table.id, after=known)
                )
                if not entries:
                    return False
                check_log(entries, entries[-1].revision, known)
                with reading_log():
                    session = table.session.after(entries)
            except BrokenLog:  # or the database has lost what is known here
                return await self._sync(table)
            table.take(entries, session)
            self.announce(table, len(entries))
            return True

    async def refresh(self, table: Table, since: float = math.inf) -> bool:
        """Another process may have changed a table: take it over. Was there anything? What was read
        `since` then, by the time of the event loop, is new enough. Raises ApiError if there is no
        such table any more."""
        if not self.bus.is_shared or table.read_at >= since:
            return False
        async with table.lock:
            await self.check(table)
            if table.read_at >= since:  # while this waited
                return False
            return await self._sync(table)

    async def add_key(self, table: Table, seat: Seat, key: bytes) -> None:
        """One more key for a seat. Whoever calls holds the table's lock. Raises ApiError."""
        if len(table.keys.get(seat, ())) >= MOST_KEYS:
            raise ApiError(409, "too_many_tokens", f"A seat has no more than {MOST_KEYS} keys.")
        change = partial(repository.add_key, table=table.id, seat=seat, digest=key)
        await self.write_change(table, change)
        table.keys.setdefault(seat, []).append(key)

    async def commit(self, table: Table, applied: Applied) -> None:
        """Write entries, and tell everybody. Whoever calls holds the table's lock. Raises ApiError
        if nothing can be written."""
        await self.write(table, applied)
        self.announce(table, len(applied.entries))

    async def write(self, table: Table, applied: Applied, changes: Sequence[Change] = ()) -> None:
        """Write entries and what belongs to them, and take them over; nobody is told yet. Whoever
        calls holds the table's lock. Raises ApiError if nothing can be written."""
        columns = summary(applied.session, applied.entries[-1].at)

        def change(connection: Connection) -> None:
            for other in changes:
                other(connection)
            repository.append(connection, table.id, applied.entries, columns)
            checkpoints.put_due(connection, table.id, applied)

        await self.write_change(table, change, () if changes else applied.entries)
        table.take(applied.entries, applied.session)

    async def write_change(
        self, table: Table, change: Change, entries: Sequence[Entry] = ()
    ) -> None:
        """Write something of a table; `entries`: if they are all that is new. Raises ApiError if it
        can't be written: perhaps it is."""
        try:
            await self.storage.write(change, table.id, entries)
        except ApiError:
            self.doubt(table)
            raise

    def doubt(self, table: Table) -> None:
        """More may be stored of a table than is known here: the database is asked as soon as it
        answers, even if nobody does anything."""
        table.is_doubtful = True
        if table.settling is None or table.settling.done():
            table.settling = self.background.spawn(self._settle(table))

    async def _settle(self, table: Table) -> None:
        while table.is_doubtful and self.tables.get(table.id) is table:
            await asyncio.sleep(SETTLE)
            with suppress(ApiError):
                async with table.lock:
                    await self.check(table)

    def announce(self, table: Table, count: int) -> None:
        """The last `count` entries of a table are new: tell everybody."""
        broadcast.send_update(table, count, self.clock)
        self.call_watchers(table)

    def call_watchers(self, table: Table) -> None:
        for watcher in self.watchers:
            watcher(table)

    def clocks_changed(self) -> None:
        """A downtime has ended: no clock has run while it lasted."""
        for table in list(self.tables.values()):
            self.call_watchers(table)

    # who is there

    def subscribe(self, table: Table, subscriber: Subscriber) -> None:
        """Somebody comes."""
        table.subscribers.add(subscriber)
        for seat in subscriber.holds:
            table.away.pop(seat, None)
        self.returned(table, subscriber.holds, subscriber.actor)
        self._presence_changed(table)

    def unsubscribe(self, table: Table, subscriber: Subscriber) -> None:
        """Somebody goes."""
        table.subscribers.discard(subscriber)
        now, here = self.clock.now(), table.here()
        if table.counts(subscriber.holds):
            table.attended = now
        for seat in subscriber.holds:
            if seat not in here:
                table.away[seat] = now
        table.used = now
        self._presence_changed(table)

    def _presence_changed(self, table: Table) -> None:
        """Tell everybody soon, but no more than once in a while: where a thousand people come at
        once, each of them would have to be told of each. Whoever leaves and comes back at once has
        changed nothing."""
        if table.presence_timer is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), table.presence_told + PRESENCE)
            table.presence_timer = loop.call_at(at, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        table.presence_timer = None
        table.presence_told = asyncio.get_running_loop().time()
        broadcast.send_presence(table)
        attendance = table.attendance()
        if attendance != table.told_elsewhere:
            self.tell_attendance(table, attendance)

    def tell_attendance(self, table: Table, attendance: Attendance) -> None:
        """Tell other processes who is connected here."""
        table.told_elsewhere = attendance
        seats, spectators = attendance
        self.bus.publish(PresenceTold(table.id, sorted(seats), spectators))

    def attended_elsewhere(self, table: Table, process: str, attendance: Attendance) -> None:
        """Who is connected to a table through another process; nobody: it may have died."""
        before = table.elsewhere.pop(process, Attendance())
        if attendance != Attendance():
            table.elsewhere[process] = attendance
        if attendance == before:
            return
        now, here = self.clock.now(), table.here()
        for seat in attendance.seats:
            table.away.pop(seat, None)
        for seat in before.seats:
            if seat not in here:
                table.away[seat] = now
        if table.counts(list(before.seats | attendance.seats)):
            table.attended = now
            if table.thinking is None and table.has_engines:
                self.call_watchers(table)
        self._presence_changed(table)

    def returned(self, table: Table, seats: Sequence[Seat], actor: Actor) -> None:
        """Somebody acts or looks for these seats: engines play for them, and if it is the first
        sign of them since a restart, their clocks run from now on."""
        if table.counts(seats):
            table.attended, table.attendant = self.clock.now(), actor
            if table.thinking is None and table.has_engines:
                self.call_watchers(table)
        for seat in seats:
            if self.clock.note_return(table, seat):
                self.background.spawn(self._write_return(table, seat))
                if seat == table.session.clocks.running:
                    self.call_watchers(table)

    async def _write_return(self, table: Table, seat: Seat) -> None:
        restarted = self.clock.restarted
        assert restarted is not None
        at = table.returns[seat, restarted]
        await self.storage.write(
            partial(heartbeat.returned, table=table.id, seat=seat, restarted=restarted, at=at),
            table.id,
        )

    def check_engines(self, actor: Actor) -> None:
        """May somebody have one more table where engines play? Raises ApiError."""
        if self.caps is not None:
            self.caps.check_engines(self.tables.values(), actor, self.clock.now())

    # letting go

    def forget(self, table: Table, *, removed: bool = False) -> None:
        """Let go of a table; `removed`: it no longer exists."""
        if table.timer is not None:
            table.timer.cancel()
        if table.presence_timer is not None:
            table.presence_timer.cancel()
        if table.thinking is not None:
            table.thinking.cancel()
        if removed:
            broadcast.send_removed(table)
        self.tables.pop(table.id, None)
        self.leases.release(table.id)

    def sweep(self) -> None:
        """Let go of tables that nobody needs."""
        limit = self.clock.now() - KEPT
        for table in list(self.tables.values()):
            if table.is_idle and table.used < limit:
                self.forget(table)

    def close(self) -> None:
        """The server ends: no timer rings any more."""
        for table in self.tables.values():
            for timer in (table.timer, table.presence_timer):
                if timer is not None:
                    timer.cancel()


def new_table_change(
    table_id: str,
    applied: Applied,
    keys: Iterable[tuple[Seat, bytes]],
    now: int,
    creator: bytes | None = None,
) -> Change:
    """What makes a table, with its first entries, in one transaction."""
    session: Session = applied.session
    configuration, game = session.configuration, session.match.game
    columns = summary(session, now)
    row = {
        "id": table_id,
        "game": game.name,
        "rules": game.spec.info.rules_version,
        "configuration": configuration.model_dump(mode="json"),
        "start": configuration.position,
        "public": configuration.public,
        "created": now,
        "creator": creator,
        **columns,
    }

    def change(connection: Connection) -> None:
        repository.create(connection, row, applied.entries)
        for seat, key in keys:
            repository.add_key(connection, table_id, seat, key)

    return change


def no_such_table() -> ApiError:
    return ApiError(404, "no_such_table", "There is no such table.")


def check_rules(row: TableRow) -> None:
    """A log means something only under the rules that it was written with. Raises ApiError."""
    info = catalog.info(row.game)
    if row.rules != info.rules_version:
        message = (
            f"This game of {info.title} was begun under version {row.rules} of its rules; this "
            f"server plays version {info.rules_version}, and does not touch it."
        )
        raise ApiError(409, OTHER_RULES, message)
