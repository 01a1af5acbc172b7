"""Clocks that run out, tables that are due, and the server's pulse."""

import asyncio
from functools import partial
from typing import Final

import structlog
from sqlalchemy.exc import DatabaseError

from cubarium.play import engines
from cubarium.store import orders, pulse, tables
from cubarium.web.errors import Refused
from cubarium.web.hub import Hub
from cubarium.web.obeying import obeyed
from cubarium.web.table import LiveTable

MOST_LAG: Final = 300
"""So many milliseconds of a turn are given back at most, for the time that messages take."""
BEAT: Final = 0.5
"""Seconds between two beats of the pulse: so much more than was used may be charged at most when
the server is killed."""
AGAIN: Final = 2.0
"""Seconds before a time-out that could not be written is tried again."""
OPEN: Final = 30_000
"""An outage that is still open is taken to last for so many milliseconds more."""
FAR: Final = 24 * 60 * 60 * 1000
"""Timers are not set for longer; the table is looked at again then."""

log = structlog.get_logger("cubarium.timekeeper")


def charge(hub: Hub, table: LiveTable, lag: int) -> int:
    """What the turn has cost so far, less a part of the lag."""
    elapsed = table.live.clocks.elapsed(hub.now(), hub.outages)
    return max(0, elapsed - min(max(lag, 0), MOST_LAG))


class Timekeeper:
    """Watches the clocks of all tables in memory, and wakes those that are not."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._rounds = 0
        self._last = hub.now()
        self._unreadable: set[str] = set()
        self.beats = True
        """Could the last beat be written?"""
        hub.changed.append(self.watch)

    def watch(self, table: LiveTable) -> None:
        """A table has changed: set its timer anew."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        live = table.live
        deadline = live.clocks.deadline(self._hub.outages)
        seat = live.to_move
        if deadline is None or seat is None or live.engine(seat, engines.LOWEST):
            return
        wait = min(FAR, max(0, deadline + MOST_LAG - self._hub.now()))
        loop = asyncio.get_running_loop()
        table.timer = loop.call_later(wait / 1000, self._ring, table, live.position)

    def _ring(self, table: LiveTable, position: int) -> None:
        table.timer = None
        self._hub.spawn(self._time_up(table, position))

    async def _time_up(self, table: LiveTable, position: int) -> None:
        hub = self._hub
        async with table.lock:
            try:
                await hub.check(table)
                live = table.live
                seat, left = live.to_move, live.clocks.shown(hub.now(), hub.outages)
                if live.position != position or seat is None:
                    return
                if left[seat] > 0:
                    self.watch(table)
                    return
                await hub.append(table, [(event, None) for event in live.match.time_out(seat)])
            except Refused:
                if hub.tables.get(table.id) is table:  # nothing can be written now: try again
                    loop = asyncio.get_running_loop()
                    table.timer = loop.call_later(AGAIN, self._ring, table, position)

    async def run(self) -> None:
        """Until the server ends: beat, wake tables that are due, let go of idle ones."""
        await self._look()
        while True:
            await asyncio.sleep(BEAT)
            self._rounds += 1
            await self._beat()
            if self.beats and self._rounds % 2 == 0:
                await self._look()
            if self._rounds % 20 == 0:
                self._hub.sweep()

    async def _look(self) -> None:
        """Is anything to be done that nobody here asks for? Whatever happens, the pulse goes on."""
        try:
            await self.wake()
            await self._obey()
        except Refused as error:
            log.warning("not now", why=error.fault.message)
        except Exception:
            log.exception("a round failed")

    async def _beat(self) -> None:
        """Say that the server is alive. While that can't be written nobody can move, and nobody is
        charged: it is an outage that is still open, and closed by the next beat."""
        hub = self._hub
        beat = pulse.beat if self.beats else pulse.came_back
        try:
            await hub.writer.write(lambda connection: beat(connection, hub.now()))
            if not self.beats:
                hub.outages = await hub.read(pulse.outages)
        except (DatabaseError, Refused) as error:
            if self.beats:
                log.warning("no pulse", error=str(getattr(error, "orig", error)))
            self.beats = False
            hub.outages = [one for one in hub.outages if one[0] < self._last]
            hub.outages.append((self._last, hub.now() + OPEN))
            return
        self._last = hub.now()
        if not self.beats:
            self.beats = True
            for table in list(hub.tables.values()):
                self.watch(table)

    async def wake(self) -> None:
        """Bring tables into memory where something is to be done without anybody asking."""
        hub, now = self._hub, self._hub.now()
        for table_id in await hub.read(lambda connection: tables.due(connection, now)):
            if table_id in hub.tables or table_id in self._unreadable:
                continue
            try:
                await hub.find(table_id)
            except Refused:  # it has been deleted, or nothing can be read now
                continue
            except Exception:  # one table must not keep the others from waking
                self._unreadable.add(table_id)
                log.exception("a table can't be read", table=table_id)

    async def _obey(self) -> None:
        """Do what `cubarium admin` asks for."""
        hub = self._hub
        for order in await hub.read(orders.open_orders):
            done = await obeyed(hub, order.kind, order.table_id)
            await hub.write(partial(orders.answer, order=order.id, text=done))
