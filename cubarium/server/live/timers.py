"""Clocks that run out, and tables that are due."""

import asyncio
from functools import partial
from typing import Final

import structlog

from cubarium.engines import registry
from cubarium.server.errors import Refused
from cubarium.server.live.admin import obeyed
from cubarium.server.live.hub import OTHER_RULES, Hub
from cubarium.server.live.table import LiveTable
from cubarium.store import admin_commands, repository

MOST_LAG: Final = 300
"""So many milliseconds of a turn are given back at most, for the time that messages take."""
POLL: Final = 1.0
"""Seconds before the database is asked again what is to be done."""
SWEEP: Final = 10
"""Tables that nobody needs are let go of after this many polls."""
AGAIN: Final = 2.0
"""Seconds before a time-out that could not be written is tried again."""
FAR: Final = 24 * 60 * 60 * 1000
"""Timers are not set for longer; the table is looked at again then."""

log = structlog.get_logger("cubarium.timekeeper")


def charge(hub: Hub, table: LiveTable, lag: int) -> int:
    """What the turn has cost so far, less a part of the lag."""
    elapsed = table.live.clocks.elapsed(hub.now(), hub.uncharged(table))
    return max(0, elapsed - min(max(lag, 0), MOST_LAG))


class Timekeeper:
    """Watches the clocks of all tables in memory, and wakes those that are not."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._unreadable: set[str] = set()
        hub.changed.append(self.watch)

    def watch(self, table: LiveTable) -> None:
        """A table has changed: set its timer anew."""
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        live = table.live
        deadline = live.clocks.deadline(self._hub.uncharged(table))
        seat = live.to_move
        if deadline is None or seat is None or live.engine(seat, registry.LOWEST):
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
                seat, left = live.to_move, live.clocks.shown(hub.now(), hub.uncharged(table))
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
        """Until the server ends: wake tables that are due, let go of idle ones."""
        polls = 0
        while True:
            if not self._hub.clock.is_down:
                await self._poll()
            polls += 1
            if polls % SWEEP == 0:
                self._hub.sweep()
            await asyncio.sleep(POLL)

    async def _poll(self) -> None:
        """Is anything to be done that nobody here asks for? Whatever happens, it is asked again."""
        try:
            await self.wake()
            await self._obey()
        except Refused as error:
            log.warning("not now", why=error.fault.message)
        except Exception:
            log.exception("a poll failed")

    async def wake(self) -> None:
        """Bring tables into memory where something is to be done without anybody asking."""
        hub, now = self._hub, self._hub.now()
        for table_id in await hub.read(lambda connection: repository.due(connection, now)):
            if table_id in hub.tables or table_id in self._unreadable:
                continue
            try:
                await hub.find(table_id)
            except Refused as error:  # it has been deleted, or nothing can be read now
                if error.fault.code == OTHER_RULES:
                    self._unreadable.add(table_id)
            except Exception:  # one table must not keep the others from waking
                self._unreadable.add(table_id)
                log.exception("a table can't be read", table=table_id)

    async def _obey(self) -> None:
        """Do what `cubarium admin` asks for."""
        hub = self._hub
        for order in await hub.read(admin_commands.open_orders):
            done = await obeyed(hub, order.kind, order.table_id)
            await hub.write(partial(admin_commands.answer, order=order.id, text=done))
