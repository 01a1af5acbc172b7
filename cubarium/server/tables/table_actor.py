"""A table in the memory of this process. Whatever arrives for it is handled one at a time.

A command is judged by the session, written with its effects, and only then taken over, acknowledged
and told: what a client has been told is on the disk.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.match.clocks import Span
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.command_rules import own_seat
from cubarium.match.commands import AnyCommand, FillSeat
from cubarium.match.effects import GiveKey
from cubarium.match.events import Said
from cubarium.match.match import Match
from cubarium.match.revision import Revision
from cubarium.match.server_commands import EndTurn
from cubarium.match.server_rules import ServerRefusal
from cubarium.match.session import Applied
from cubarium.server.cluster.storage import Conflict
from cubarium.server.http.errors import api_error
from cubarium.server.tables.clock_timer import RETRY_SECONDS, ClockTimer
from cubarium.server.tables.presence_tracker import PresenceTracker
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.table_engines import TableEngines
from cubarium.server.tables.table_record import TableRecord, no_such_table
from cubarium.tables import broadcast
from cubarium.tables.errors import ApiError, illegal_move
from cubarium.tables.identity import Identity
from cubarium.tables.inbox import (
    AddKey,
    Delete,
    HushLine,
    Message,
    PersonCommand,
    Recall,
    Refresh,
    RevokeKeys,
    Settle,
    TakeEntries,
)
from cubarium.tables.messages import Update
from cubarium.tables.subscriber import Subscriber
from cubarium.tables.table_log import BrokenLog
from cubarium.tables.views import catch_up, snapshot

if TYPE_CHECKING:
    from cubarium.server.tables.tables import Tables

MAX_TRIES: Final = 5
"""If another process was first this often, something else is wrong."""
SETTLE_SECONDS: Final = 1.0
"""Between two questions to a database that does not answer."""
MAX_MISSED_EVENTS: Final = 50
"""A client that has missed more gets a snapshot: it costs less than that many animations."""
GONE_STATUSES: Final = (404, 409)
"""Of a table that is no more, or that can't be read."""

log = structlog.get_logger("cubarium.tables")


class TableActor:
    """One table, its inbox, and what runs beside it: its clock, its engines, who is there."""

    def __init__(self, record: TableRecord, runtime: Runtime, tables: "Tables") -> None:
        self.table = record.table
        self.is_gone = False
        """Is it no longer in memory?"""
        self.used = runtime.clock.now()
        """When it was last asked for, or changed."""
        self._runtime, self._tables = runtime, tables
        self._record = record
        self._settling: asyncio.Task[None] | None = None
        self._inbox: deque[tuple[Message, asyncio.Future[bool]]] = deque()
        self._is_handling = False
        self._timer = ClockTimer(self, runtime, tables.leases)
        self._engines = TableEngines(self, runtime, tables.leases)
        self.presence = PresenceTracker(self, runtime)

    @property
    def is_idle(self) -> bool:
        """Can it be dropped from memory?"""
        busy = self._is_handling or self._engines.is_busy
        return not (busy or self.table.presence.subscribers)

    async def play_past(self, match: Match) -> None:
        """Know the boards of all acts of a match: see Tables.play_past."""
        await self._tables.play_past(match)

    @property
    def is_thinking(self) -> bool:
        """Does an engine think about its move?"""
        return self._engines.is_thinking

    # the inbox

    async def ask(self, message: Message) -> bool:
        """Handle a message after those that came before it, to its end even if the caller goes
        away. Has anything changed? Raises ApiError, MatchRefused, InvalidMove or IllegalMove."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._inbox.append((message, answer))
        if not self._is_handling:
            self._is_handling = True
            self._runtime.background.keep(self._handle_all())
        return await asyncio.shield(answer)

    async def _handle_all(self) -> None:
        try:
            while self._inbox:
                message, answer = self._inbox.popleft()
                try:
                    answer.set_result(await self._try(message))
                except Exception as error:  # noqa: BLE001 (the caller gets it)
                    answer.set_exception(error)
        finally:
            self._is_handling = False

    async def _try(self, message: Message) -> bool:
        """Handle a message. If another process was first, what it has done is taken over, and the
        work begins anew."""
        for _ in range(MAX_TRIES):
            if self.is_gone:
                raise no_such_table()
            if self._record.is_doubtful:
                await self._sync()
            await self._record.learn_commands()
            try:
                return await self._handle(message)
            except Conflict:
                self.doubt()
            except ApiError:
                if self._record.is_doubtful:
                    self.doubt()
                raise
        raise ApiError(503, "storage", "Too many want the same at once.", retry_after=1)

    async def _handle(self, message: Message) -> bool:
        match message:
            case PersonCommand():
                await self._carry_out(message)
            case AddKey(owner, seat, key):
                own_seat(self.table.held_by(owner), seat)
                await self._record.add_key(seat, key)
            case TakeEntries():
                return await self._take_entries()
            case Refresh(since):
                return self._record.read_at < since and await self._sync()
            case Recall():
                return await self._recall()
            case Settle():
                pass  # whatever arrives is preceded by that, see _try
            case RevokeKeys(guest):
                self.table.revoke(guest)
            case HushLine(number):
                line = self.table.hush(number)
                if line is not None:
                    broadcast.send_line_removed(self.table, line)
            case Delete():
                await self._record.remove()
                self._tables.forget(self, removed=True)
            case EndTurn() if not self._runtime.clock.is_settled:
                why = "Another process may have to tell of a downtime."
                raise CommandRefused(ServerRefusal.TOO_EARLY, why, retry_after=RETRY_SECONDS)
            case command:
                applied = self.table.session.apply(command, self._context())
                await self._record.commit(applied, Identity(), "", applied.entries[0].at)
                self._announce(len(applied.entries))
        return True

    # commands of people

    async def execute(
        self, identity: Identity, command: AnyCommand, acknowledge: Callable[[Revision], None]
    ) -> None:
        """Carry out a command. The sender is told the revision of its event before anybody else
        hears of it, and the same revision whenever the command comes again. It is finished even if
        the sender has gone. Raises ApiError."""
        metrics = self._runtime.metrics
        try:
            with metrics.command_seconds.time():
                await self.ask(PersonCommand(identity, command, acknowledge))
        except ApiError as error:
            metrics.refusals.labels(error.body.code).inc()
            raise
        metrics.commands.labels(command.type).inc()

    async def _carry_out(self, asked: PersonCommand) -> None:
        table, identity, command = self.table, asked.identity, asked.command
        known = table.known_revision(identity, command)
        if known is not None:
            asked.acknowledge(known)
            return
        now = self._runtime.clock.now()
        try:
            applied = self._judge(identity, command, now)
        except ApiError:
            # perhaps by what was true before another process changed the table
            if not (self._runtime.bus.is_shared and await self._sync()):
                raise
            await self._carry_out(asked)
            return
        await self._record.commit(applied, identity, command.id, now)
        for effect in applied.effects:
            if isinstance(effect, GiveKey):
                self.presence.note_return([effect.seat], identity)
        if not applied.entries:
            asked.acknowledge(table.session.revision)
        else:
            asked.acknowledge(applied.entries[0].revision)
            self._announce(len(applied.entries))
        if any(isinstance(effect, Said) for effect in applied.effects):
            broadcast.send_chat_line(table, table.chat[-1])

    def _judge(self, identity: Identity, command: AnyCommand, now: int) -> Applied:
        table, clock = self.table, self._runtime.clock
        if isinstance(command, FillSeat):
            self._tables.check_engines(identity)
        context = table.context(
            identity,
            now,
            clock.uncharged(table),
            clock.away(table),
            registry.titles,
            self._runtime.rng,
        )
        try:
            return table.session.apply(command, context)
        except IllegalMove as error:
            raise illegal_move(table.game, error) from error
        except CubariumError as error:
            raise api_error(error) from error

    def _context(self) -> CommandContext:
        """What commands of the server are judged by."""
        clock, now = self._runtime.clock, self._runtime.clock.now()
        elapsed = self.table.session.clocks.elapsed(now, clock.uncharged(self.table))
        return CommandContext(now, self._runtime.rng, elapsed=elapsed)

    # the database

    async def refresh(self, since: float = math.inf) -> bool:
        """Take over what another process may have changed, unless it was read `since` then, by the
        time of the event loop. Was there anything? Raises ApiError if there is no such table."""
        if not self._runtime.bus.is_shared or self._record.read_at >= since:
            return False
        return await self.ask(Refresh(since))

    def doubt(self) -> None:
        """More may be stored than is known here: the database is asked as soon as it answers, even
        if nothing else arrives."""
        self._record.is_doubtful = True
        if self._settling is None or self._settling.done():
            self._settling = self._runtime.background.spawn(self._settle())

    async def _settle(self) -> None:
        await asyncio.sleep(SETTLE_SECONDS)
        while self._record.is_doubtful and not self.is_gone:
            with suppress(ApiError):
                await self.ask(Settle())
            await asyncio.sleep(SETTLE_SECONDS)

    async def _recall(self) -> bool:
        try:
            return await self._record.recall(self._tables.fold) or await self._sync()
        except BrokenLog as error:
            raise api_error(error) from error

    async def _take_entries(self) -> bool:
        try:
            count = await self._record.take_entries()
        except BrokenLog:  # or the database has lost what is known here
            return await self._sync()
        if count:
            self._announce(count)
        return bool(count)

    async def _sync(self) -> bool:
        """Take over what the database says, and tell all subscribers. Was there anything?"""
        try:
            found = await self._record.sync()
        except (ApiError, BrokenLog) as error:
            refused = error if isinstance(error, ApiError) else api_error(error)
            if refused.status in GONE_STATUSES:
                self._tables.forget(self, removed=True)
            raise refused from error
        if found.went_back:
            self._engines.cancel()  # it may think about a board that never was
            broadcast.send_snapshots(self.table, *self._time())
            self.react()
        elif found.entries:
            self._announce(found.entries)
        elif found.has_changed_rights:
            broadcast.send_update(self.table, 0, *self._time())
        for line in found.lines:
            broadcast.send_chat_line(self.table, line)
        for line in found.hushed:
            broadcast.send_line_removed(self.table, line)
        return bool(found)

    # what runs beside it

    def _announce(self, count: int) -> None:
        """The last entries are new: tell all subscribers, and see what is to be done."""
        self.used = max(self.used, self.table.log[-1].at)
        broadcast.send_update(self.table, count, *self._time())
        self.react()

    def react(self) -> None:
        """Something has changed: what is to be done now?"""
        self._timer.set()
        self._engines.react()
        self._runtime.warm_up.watch(self.table)

    # who is there

    def subscriber(
        self, identity: Identity, view: Seat | None = None, *, scenes: bool = True
    ) -> Subscriber:
        """A viewer who looks once, through the eyes of a seat of theirs. Raises CommandRefused."""
        subscriber = self.table.subscriber(identity, view, scenes=scenes)
        self.presence.note_return(subscriber.holds, identity)
        return subscriber

    def wake_engines(self) -> None:
        """A player is here: engines that waited for one go on."""
        if self.table.has_engines and not self._engines.is_thinking:
            self.react()

    # what it shows

    def _time(self) -> tuple[int, list[Span]]:
        """What time it is, and when the clock that runs here stood still."""
        return self._runtime.clock.now(), self._runtime.clock.uncharged(self.table)

    def snapshot(self, subscriber: Subscriber) -> Update:
        """All about the table as it stands now."""
        subscriber.known_presence = self.table.presence.present()
        return snapshot(self.table, subscriber, *self._time())

    def catch_up(self, subscriber: Subscriber, known: Revision | None) -> Update:
        """What a subscriber has missed who knows the table as it was at a revision."""
        revision = self.table.session.revision
        log_start = self.table.log_start
        if known is None or not log_start < known <= revision <= known + MAX_MISSED_EVENTS:
            return self.snapshot(subscriber)
        subscriber.known_presence = self.table.presence.present()
        return catch_up(self.table, subscriber, known, *self._time())

    def close(self) -> None:
        """It is in memory no longer, or the server ends."""
        self.is_gone = True
        self._timer.cancel()
        self.presence.cancel()
        self._engines.cancel()
