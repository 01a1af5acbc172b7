"""The other processes of a site: what they tell, and what becomes of it here."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from itertools import count
from typing import Final

import structlog

from cubarium.server.errors import ApiError
from cubarium.server.live.attendance import Attendance
from cubarium.server.live.bus import (
    AdminCommandDone,
    BusMessage,
    CountsAsked,
    CountsTold,
    DowntimeEnded,
    EntriesAppended,
    PresenceAsked,
    PresenceTold,
    TablesChanged,
    TablesDropped,
    TokensSpent,
)
from cubarium.server.live.moderation import Moderation
from cubarium.server.live.registry import Registry
from cubarium.server.live.table import Table
from cubarium.server.metrics import Metrics
from cubarium.server.shared_counts import News
from cubarium.server.shared_limits import SharedLimits
from cubarium.store import heartbeat, processes, repository
from cubarium.store.admin_commands import AdminCommand
from cubarium.store.heartbeat import Downtime

POLL: Final = 1.0
"""Seconds between two looks at who lives, and at what was spent."""
COMPARE: Final = 5
"""After this many polls what is in memory (tables, bans, downtimes) is compared with the database:
one in need (its disk was full) has been seen to lose notifications without a word."""
TELL_AGAIN: Final = 60
"""After this many polls others are told again everything that they are otherwise told only when it
changes: who is connected, and what is counted. They may have missed it."""
BATCH: Final = 1000
"""Tables that are compared at a time."""

log = structlog.get_logger("cubarium.peers")


class Peers:
    """Listens to the other processes, and notices when one of them is gone."""

    def __init__(
        self,
        registry: Registry,
        moderation: Moderation,
        limits: SharedLimits,
        metrics: Metrics,
    ) -> None:
        self._registry = registry
        self._moderation = moderation
        self._limits = limits
        self._metrics = metrics
        self._alive: set[str] = set()
        self._news: dict[str, bool] = {}
        """Tables that others have changed, and whether more than entries is new."""
        self._following: set[str] = set()
        """Tables that are being read."""
        registry.leases.changed = self._lease_changed

    async def run(self) -> None:
        """Until the server ends."""
        registry = self._registry
        self._metrics.processes.set(1)
        if not registry.bus.is_shared:
            return
        self._limits.share()
        registry.background.spawn(registry.bus.run(self._received, self._missed))
        for poll in count(1):
            await asyncio.sleep(POLL)
            if poll % TELL_AGAIN == 0:
                self._tell_again()
            self._tell_limits()
            await self._quietly(self._look_round())
            if poll % COMPARE == 0:
                await self._quietly(self._catch_up())

    async def _quietly(self, work: Coroutine[object, object, None]) -> None:
        """What can't be read or stored now can be later."""
        try:
            await work
        except ApiError as error:
            log.warning("not now", why=error.body.message)

    async def _look_round(self) -> None:
        """Who lives? Nobody is connected through a process that does not. Where nothing could be
        stored a moment ago, others could write no heartbeat either."""
        registry = self._registry
        if registry.clock.is_down or not registry.clock.is_settled:
            return
        alive = await registry.storage.read(processes.alive)
        dead, new, self._alive = self._alive - alive, alive - self._alive, alive
        self._limits.keep(alive)
        self._metrics.processes.set(len(alive))
        for process in dead:
            log.warning("a process is gone", process=process)
            for table in list(registry.tables.values()):
                if process in table.elsewhere:
                    registry.attended_elsewhere(table, process, Attendance())
        if new:  # one that only seemed to be dead was forgotten
            self._ask()
        if dead:
            await registry.storage.write(processes.forget_dead)

    async def _catch_up(self) -> None:
        """Is anything stored that nobody has told of?"""
        registry = self._registry
        await self._moderation.enforce_bans()
        self._note_downtimes(await registry.storage.read(heartbeat.downtimes))
        await self._compare()

    async def _compare(self) -> None:
        """The tables in memory, and those in the database."""
        everything = list(self._registry.tables.values())
        for at in range(0, len(everything), BATCH):
            tables = everything[at : at + BATCH]
            known = {table.id: table.log_end for table in tables}
            stored = await self._registry.storage.read(
                partial(repository.log_ends, tables=[*known])
            )
            for table in tables:  # which may have changed while this was asked
                if stored.get(table.id) not in (known[table.id], table.log_end):
                    self._follow(table)

    def _tell_limits(self) -> None:
        registry = self._registry
        if registry.caps is not None:
            registry.caps.recount(registry.tables.values(), registry.clock.now())
        for name, costs in self._limits.spent().items():
            registry.bus.publish(TokensSpent(name, dict(costs)))
        for name, news in self._limits.news().items():
            registry.bus.publish(CountsTold(name, dict(news.counts), news.is_whole))

    def _lease_changed(self, name: str) -> None:
        table = self._registry.tables.get(name)
        if table is not None:
            self._registry.call_watchers(table)

    def _missed(self) -> None:
        """Something may have been told that was not heard: look at everything."""
        for table in list(self._registry.tables.values()):
            self._follow(table)
        self._registry.background.spawn(self._quietly(self._catch_up()))
        self._tell_again()  # nor may others have heard anything
        self._ask()

    def _tell_again(self) -> None:
        for table in self._registry.tables.values():
            self._registry.tell_attendance(table, table.attendance())
        self._limits.tell_again()

    def _ask(self) -> None:
        """Let others tell who is connected through them, and what they count."""
        for table in self._registry.tables:
            self._registry.bus.publish(PresenceAsked(table))
        self._registry.bus.publish(CountsAsked())

    def _follow(self, table: Table, *, everything: bool = True) -> None:
        """Take over what another process has written: one read at a time, however often it is told.
        `everything`: not only entries."""
        self._news[table.id] = self._news.get(table.id, False) or everything
        if table.id not in self._following:
            self._following.add(table.id)
            self._registry.background.spawn(self._read_news(table))

    async def _read_news(self, table: Table) -> None:
        registry = self._registry
        try:
            while table.id in self._news:
                everything, known = self._news.pop(table.id), table.session.revision
                await (registry.refresh if everything else registry.take_over)(table)
                if table.session.revision > known:
                    delay = registry.clock.now() - table.log[-1].at
                    self._metrics.behind.observe(max(0, delay) / 1000)
        except ApiError:
            registry.doubt(table)
        finally:
            self._following.discard(table.id)
            self._news.pop(table.id, None)

    def _received(self, process: str, message: BusMessage) -> None:
        registry = self._registry
        self._metrics.messages_heard.labels(message.kind).inc()
        match message:
            case TablesChanged(names) | TablesDropped(names):
                for name in names:
                    registry.note_news(name)
                for table in filter(None, map(registry.tables.get, names)):
                    self._table_changed(table, message)
            case EntriesAppended(name, revision):
                registry.note_news(name)
                watched = registry.tables.get(name)
                if watched is not None and watched.session.revision < revision:
                    self._follow(watched, everything=False)
            case PresenceTold(name) | PresenceAsked(name):
                found = registry.tables.get(name)
                if found is not None:
                    self._presence(found, process, message)
            case TokensSpent() | CountsTold() | CountsAsked():
                self._limits_told(process, message)
            case AdminCommandDone(AdminCommand.KICK, whom):
                self._moderation.kick_one(whom)
            case AdminCommandDone():
                registry.background.spawn(self._moderation.enforce_bans())
            case DowntimeEnded(began, ended):
                self._note_downtimes([Downtime(began, ended)])

    def _note_downtimes(self, found: list[Downtime]) -> None:
        if self._registry.clock.note_downtimes(found):
            self._registry.clocks_changed()

    def _table_changed(self, table: Table, message: TablesChanged | TablesDropped) -> None:
        if isinstance(message, TablesChanged):
            self._follow(table)
        else:
            self._registry.forget(table, removed=True)

    def _presence(self, table: Table, process: str, message: PresenceTold | PresenceAsked) -> None:
        registry = self._registry
        if isinstance(message, PresenceTold):
            attendance = Attendance(frozenset(message.seats), message.spectators)
            registry.attended_elsewhere(table, process, attendance)
        elif table.subscribers:
            registry.tell_attendance(table, table.attendance())

    def _limits_told(self, process: str, message: TokensSpent | CountsTold | CountsAsked) -> None:
        match message:
            case TokensSpent(limit, costs):
                self._limits.charge(limit, costs)
            case CountsTold(limit, counts, is_whole):
                self._limits.hear(limit, process, News(counts, is_whole))
            case CountsAsked():
                self._limits.tell_again()
