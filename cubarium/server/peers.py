"""The other processes of a site: what they tell, and what becomes of it here."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from itertools import count
from typing import Final

import structlog

from cubarium.database import heartbeat, processes, repository
from cubarium.database.admin_commands import AdminCommand
from cubarium.database.heartbeat import Downtime
from cubarium.server.cluster.bus import (
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
from cubarium.server.cluster.shared_counts import News
from cubarium.server.cluster.shared_limits import SharedLimits
from cubarium.server.people.moderation import Moderation
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.table_actor import TableActor
from cubarium.server.tables.tables import Tables
from cubarium.tables.errors import ApiError
from cubarium.tables.inbox import TakeEntries
from cubarium.tables.presence import ABSENT, Attendance

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
        runtime: Runtime,
        tables: Tables,
        moderation: Moderation,
        limits: SharedLimits,
    ) -> None:
        self._runtime, self._tables = runtime, tables
        self._moderation = moderation
        self._limits = limits
        self._metrics = runtime.metrics
        self._alive: set[str] = set()
        self._news: dict[str, bool] = {}
        """Tables that others have changed, and whether more than entries is new."""
        self._following: set[str] = set()
        """Tables that are being read."""

    async def run(self) -> None:
        """Until the server ends."""
        runtime = self._runtime
        self._metrics.processes.set(1)
        if not runtime.bus.is_shared:
            return
        self._limits.share()
        runtime.background.spawn(runtime.bus.run(self._received, self._missed))
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
        clock, storage = self._runtime.clock, self._runtime.storage
        if clock.is_down or not clock.is_settled:
            return
        alive = await storage.read(processes.alive)
        dead, new, self._alive = self._alive - alive, alive - self._alive, alive
        self._limits.keep(alive)
        self._metrics.processes.set(len(alive))
        for process in dead:
            log.warning("a process is gone", process=process)
            for actor in self._tables:
                if process in actor.table.presence.elsewhere:
                    actor.presence.set_elsewhere(process, ABSENT)
        if new:  # one that only seemed to be dead was forgotten
            self._ask()
        if dead:
            await storage.write(processes.forget_dead)

    async def _catch_up(self) -> None:
        """Is anything stored that nobody has told of?"""
        await self._moderation.enforce_bans()
        self._note_downtimes(await self._runtime.storage.read(heartbeat.downtimes))
        await self._compare()

    async def _compare(self) -> None:
        """The tables in memory, and those in the database."""
        everything = list(self._tables)
        for at in range(0, len(everything), BATCH):
            actors = everything[at : at + BATCH]
            known = {actor.table.id: actor.table.log_end for actor in actors}
            stored = await self._runtime.storage.read(partial(repository.log_ends, tables=[*known]))
            for actor in actors:  # which may have changed while this was asked
                name = actor.table.id
                if stored.get(name) not in (known[name], actor.table.log_end):
                    self._follow(actor)

    def _tell_limits(self) -> None:
        bus = self._runtime.bus
        self._tables.recount_engines()
        for name, costs in self._limits.spent().items():
            bus.publish(TokensSpent(name, dict(costs)))
        for name, news in self._limits.news().items():
            bus.publish(CountsTold(name, dict(news.counts), news.is_whole))

    def _missed(self) -> None:
        """Something may have been told that was not heard: look at everything."""
        for actor in self._tables:
            self._follow(actor)
        self._runtime.background.spawn(self._quietly(self._catch_up()))
        self._tell_again()  # nor may others have heard anything
        self._ask()

    def _tell_again(self) -> None:
        for actor in self._tables:
            actor.presence.tell_others()
        self._limits.tell_again()

    def _ask(self) -> None:
        """Let others tell who is connected through them, and what they count."""
        for actor in self._tables:
            self._runtime.bus.publish(PresenceAsked(actor.table.id))
        self._runtime.bus.publish(CountsAsked())

    def _follow(self, actor: TableActor, *, everything: bool = True) -> None:
        """Take over what another process has written: one read at a time, however often it is told.
        `everything`: not only entries."""
        name = actor.table.id
        self._news[name] = self._news.get(name, False) or everything
        if name not in self._following:
            self._following.add(name)
            self._runtime.background.spawn(self._read_news(actor))

    async def _read_news(self, actor: TableActor) -> None:
        table = actor.table
        try:
            while table.id in self._news:
                everything, known = self._news.pop(table.id), table.session.revision
                await (actor.refresh() if everything else actor.ask(TakeEntries()))
                if table.session.revision > known:
                    delay = self._runtime.clock.now() - table.log[-1].at
                    self._metrics.behind.observe(max(0, delay) / 1000)
        except ApiError:
            actor.doubt()
        finally:
            self._following.discard(table.id)
            self._news.pop(table.id, None)

    def _received(self, process: str, message: BusMessage) -> None:
        tables = self._tables
        self._metrics.messages_heard.labels(message.kind).inc()
        match message:
            case TablesChanged(names) | TablesDropped(names):
                for name in names:
                    tables.note_news(name)
                for actor in filter(None, map(tables.loaded.get, names)):
                    self._table_changed(actor, message)
            case EntriesAppended(name, revision):
                tables.note_news(name)
                watched = tables.loaded.get(name)
                if watched is not None and watched.table.session.revision < revision:
                    self._follow(watched, everything=False)
            case PresenceTold(name) | PresenceAsked(name):
                found = tables.loaded.get(name)
                if found is not None:
                    _take_presence(found, process, message)
            case TokensSpent() | CountsTold() | CountsAsked():
                self._limits_told(process, message)
            case AdminCommandDone(AdminCommand.KICK, whom):
                self._moderation.kick_one(whom)
            case AdminCommandDone():
                self._runtime.background.spawn(self._moderation.enforce_bans())
            case DowntimeEnded(began, ended):
                self._note_downtimes([Downtime(began, ended)])

    def _note_downtimes(self, found: list[Downtime]) -> None:
        if self._runtime.clock.note_downtimes(found):
            self._tables.look_at_clocks()

    def _table_changed(self, actor: TableActor, message: TablesChanged | TablesDropped) -> None:
        if isinstance(message, TablesChanged):
            self._follow(actor)
        else:
            self._tables.forget(actor, removed=True)

    def _limits_told(self, process: str, message: TokensSpent | CountsTold | CountsAsked) -> None:
        match message:
            case TokensSpent(limit, costs):
                self._limits.charge(limit, costs)
            case CountsTold(limit, counts, is_whole):
                self._limits.hear(limit, process, News(counts, is_whole))
            case CountsAsked():
                self._limits.tell_again()


def _take_presence(actor: TableActor, process: str, message: PresenceTold | PresenceAsked) -> None:
    if isinstance(message, PresenceTold):
        actor.presence.set_elsewhere(
            process, Attendance(frozenset(message.seats), message.spectators)
        )
    elif actor.table.presence.subscribers:
        actor.presence.tell_others()
