"""Who is at a table: noted, and told to those who watch it and to other processes."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from cubarium.core.turn import Seat
from cubarium.database import heartbeat
from cubarium.server.cluster.bus import PresenceTold
from cubarium.server.tables.runtime import Runtime
from cubarium.tables import broadcast
from cubarium.tables.identity import Identity
from cubarium.tables.presence import ABSENT, Attendance
from cubarium.tables.subscriber import Subscriber

if TYPE_CHECKING:
    from cubarium.server.tables.table_actor import TableActor

PERIOD_SECONDS: Final = 1.0
"""Between two messages about who is at a table."""


class PresenceTracker:
    """The connections of one table. They change at once, outside its inbox: a slow disk keeps no
    viewer from the board."""

    def __init__(self, actor: "TableActor", runtime: Runtime) -> None:
        self._actor, self._table, self._runtime = actor, actor.table, runtime
        self._timer: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        """By the time of the event loop."""
        self._told_others = ABSENT
        """Who is connected here, as other processes were last told."""

    def enter(self, subscriber: Subscriber) -> None:
        """A connection begins to watch."""
        self._table.presence.enter(subscriber)
        self.note_return(subscriber.holds, subscriber.identity)
        self._tell_soon()

    def leave(self, subscriber: Subscriber) -> None:
        """A connection no longer watches."""
        presence, now = self._table.presence, self._runtime.clock.now()
        presence.leave(subscriber, now)
        if self._table.counts(subscriber.holds):
            presence.attended = now
        self._actor.used = now
        self._tell_soon()

    def set_elsewhere(self, process: str, attendance: Attendance) -> None:
        """Who is connected through another process; none: it may have died."""
        presence, now = self._table.presence, self._runtime.clock.now()
        before = presence.set_elsewhere(process, attendance, now)
        if attendance == before:
            return
        if self._table.counts([*before.seats, *attendance.seats]):
            presence.attended = now
            self._actor.wake_engines()
        self._tell_soon()

    def note_return(self, seats: Sequence[Seat], identity: Identity) -> None:
        """A holder of these seats acts, or looks: engines play for them, and if it is the first
        sign of them since a restart, their clocks run from now on."""
        table, clock = self._table, self._runtime.clock
        if table.counts(seats):
            table.presence.note_attendant(identity, clock.now())
            self._actor.wake_engines()
        for seat in seats:
            if clock.note_return(table, seat):
                self._runtime.background.spawn(self._write_return(seat))
                if seat == table.session.clocks.running:
                    self._actor.react()

    async def _write_return(self, seat: Seat) -> None:
        restarted, table = self._runtime.clock.restarted, self._table
        assert restarted is not None
        change = partial(
            heartbeat.returned,
            table=table.id,
            seat=seat,
            restarted=restarted,
            at=table.returns[seat, restarted],
        )
        await self._runtime.storage.write(change, table.id)

    def _tell_soon(self) -> None:
        """Tell of a change soon, but once in a while at most: where a thousand people come at once,
        each of them would have to be told of each. A player who leaves and comes back at once has
        changed nothing."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._told_at + PERIOD_SECONDS)
            self._timer = loop.call_at(at, self._tell)

    def _tell(self) -> None:
        self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        broadcast.send_presence(self._table)
        if self._table.presence.attendance() != self._told_others:
            self.tell_others()

    def tell_others(self) -> None:
        """Tell other processes who is connected here."""
        seats, spectators = self._told_others = self._table.presence.attendance()
        self._runtime.bus.publish(PresenceTold(self._table.id, sorted(seats), spectators))

    def cancel(self) -> None:
        """Tell nothing more."""
        if self._timer is not None:
            self._timer.cancel()
