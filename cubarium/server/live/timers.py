"""Clocks that run out, and tables where something is due."""

import asyncio
from collections.abc import Coroutine
from functools import partial
from typing import Final

import structlog

from cubarium.engines import registry as engines
from cubarium.match.clocks import DAY
from cubarium.match.command_context import MOST_LAG
from cubarium.server.errors import BROKEN_LOG, ApiError
from cubarium.server.live.admin import carry_out
from cubarium.server.live.moderation import Moderation
from cubarium.server.live.registry import OTHER_RULES, Registry
from cubarium.server.live.table import ABSENCE, Table
from cubarium.store import admin_commands, repository
from cubarium.store.admin_commands import AdminCommand

POLL: Final = 1.0
"""Seconds before the database is asked again what is to be done."""
SWEEP: Final = 10
"""Tables that nobody needs are let go of after this many polls."""
RETRY: Final = 2.0
"""Seconds before a time-out that could not be written is tried again."""
BATCH: Final = 100
"""Tables that are closed or deleted at a time."""
EXPIRY: Final = 7 * DAY
"""Milliseconds that a table waits for people."""
FAR: Final = 24 * 60 * 60 * 1000
"""Timers are not set for longer; the table is looked at again then."""

SITE: Final = "site"
"""The lease on what concerns no table: one process does it for all."""

log = structlog.get_logger("cubarium.timers")


class Timers:
    """Watches the clocks of all tables in memory, and loads those where something is due."""

    def __init__(self, registry: Registry, moderation: Moderation, retain: int) -> None:
        """`retain`: after this many days without a change a table is deleted; 0: never."""
        self._registry = registry
        self._moderation = moderation
        self._retain = retain
        self._unreadable: set[str] = set()

    def watch(self, table: Table) -> None:
        """A table has changed: set its timer anew."""
        self._silence(table)
        session, clock = table.session, self._registry.clock
        if session.clocks.running is None:
            return
        deadline = session.clocks.deadline(clock.uncharged(table))
        seat = session.to_move
        if deadline is None or seat is None or session.engine(seat, engines.LOWEST):
            return
        if not self._registry.leases.claim(table.id):
            return
        wait = min(FAR, max(0, deadline + MOST_LAG - clock.now()))
        self._ring_after(wait / 1000, table, session.board_revision)

    def _silence(self, table: Table) -> None:
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None

    def _ring_after(self, seconds: float, table: Table, board: int) -> None:
        self._silence(table)
        table.timer = asyncio.get_running_loop().call_later(seconds, self._ring, table, board)

    def _ring(self, table: Table, board: int) -> None:
        table.timer = None
        self._registry.background.spawn(self._time_out(table, board))

    async def _time_out(self, table: Table, board: int) -> None:
        registry = self._registry

        async def end() -> None:
            session, now = table.session, registry.clock.now()
            seat = session.to_move
            if session.board_revision != board or seat is None:
                return
            if session.clocks.shown(now, registry.clock.uncharged(table))[seat] > 0:
                self.watch(table)
                return
            if not registry.clock.is_settled:
                self._ring_after(RETRY, table, board)
                return
            applied = session.extended(session.match.time_out(seat), now)
            await registry.commit(table, applied)

        try:
            await registry.change(table, end)
        except ApiError:
            if registry.tables.get(table.id) is table:  # nothing can be written: try again
                self._ring_after(RETRY, table, board)

    async def run(self) -> None:
        """Until the server ends: load tables where something is due, let go of idle ones."""
        polls = 0
        while True:
            if not self._registry.clock.is_down:
                await self._poll()
            polls += 1
            if polls % SWEEP == 0:
                self._registry.sweep()
                if self._registry.leases.claim(SITE):
                    await self._quietly(self.close_expired())
                    await self._quietly(self.delete_old())
            await asyncio.sleep(POLL)

    async def _poll(self) -> None:
        """Is anything to be done that nobody here asks for?"""
        await self._quietly(self._registry.leases.poll())
        await self._quietly(self.load_due())
        if self._registry.leases.claim(SITE):
            await self._quietly(self._carry_out_admin_commands())

    async def _quietly(self, work: Coroutine[object, object, None]) -> None:
        """Whatever happens, it is tried again."""
        try:
            await work
        except ApiError as error:
            log.warning("not now", why=error.body.message)
        except Exception:
            log.exception("a poll failed")

    async def delete_old(self) -> None:
        """Tables where nothing has happened for too long go, some at a time."""
        registry = self._registry
        if not self._retain:
            return
        since = registry.clock.now() - self._retain * DAY
        found = await registry.storage.read(
            lambda connection: repository.unchanged(connection, since, BATCH)
        )
        for table_id in found:
            table = registry.tables.get(table_id)
            if table is None or not table.subscribers:
                await carry_out(registry, AdminCommand.DELETE, table_id)
        if found:
            log.info("old tables are deleted", tables=len(found))

    async def close_expired(self) -> None:
        """Tables that have waited for people for too long wait no longer, some at a time."""
        registry = self._registry
        since = registry.clock.now() - EXPIRY
        found = await registry.storage.read(
            lambda connection: repository.expired(connection, since, BATCH)
        )
        for table_id in found:
            table = registry.tables.get(table_id)
            if table is None or not table.subscribers:
                await carry_out(registry, AdminCommand.CLOSE, table_id)

    async def load_due(self) -> None:
        """Bring tables into memory where something is to be done without anybody asking."""
        registry, now = self._registry, self._registry.clock.now()
        due = await registry.storage.read(
            lambda connection: repository.due(connection, now, ABSENCE)
        )
        absent = [one for one in due if one not in registry.tables and one not in self._unreadable]
        for table_id in await registry.leases.take(absent):
            try:
                await registry.find(table_id)
            except ApiError as error:  # it has been deleted, or nothing can be read now
                if error.body.code in (OTHER_RULES, BROKEN_LOG):
                    log.warning("a table is left alone", table=table_id, why=error.body.message)
                    self._unreadable.add(table_id)
            except Exception:  # one table must not keep the others from being loaded
                self._unreadable.add(table_id)
                log.exception("a table can't be read", table=table_id)

    async def _carry_out_admin_commands(self) -> None:
        """Do what `cubarium admin` asks for."""
        storage = self._registry.storage
        for one in await storage.read(admin_commands.pending):
            answer = await self._moderation.carry_out(one)
            await storage.write(partial(admin_commands.answer, number=one.id, text=answer))
