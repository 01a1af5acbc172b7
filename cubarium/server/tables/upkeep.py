"""What is done at a site from time to time: due tables, admin commands, old tables."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final

import structlog
from sqlalchemy import Connection

from cubarium.database import admin_commands, repository
from cubarium.match.clocks import DAY
from cubarium.server.people.moderation import Moderation
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.tables import OTHER_RULES, Tables
from cubarium.tables.errors import BROKEN_LOG, ApiError
from cubarium.tables.table import ABSENCE

POLL_SECONDS: Final = 1.0
"""Before the database is asked again what is to be done."""
SWEEP_POLLS: Final = 10
"""Idle tables are dropped from memory after this many polls."""
BATCH: Final = 100
"""Tables that are closed or deleted at a time."""
EXPIRY_MS: Final = 7 * DAY
"""For this long a table waits for players."""
SITE: Final = "site"
"""The lease on what concerns no table: one process does it for all."""

log = structlog.get_logger("cubarium.upkeep")


class Upkeep:
    """Looks after all tables of a site."""

    def __init__(
        self, runtime: Runtime, tables: Tables, moderation: Moderation, retain: int
    ) -> None:
        """`retain`: after this many days without a change a table is deleted; 0: never."""
        self._runtime, self._tables = runtime, tables
        self._moderation = moderation
        self._retain = retain
        self._unreadable: set[str] = set()

    async def run(self) -> None:
        """Until the server ends: load tables where something is due, let go of idle ones."""
        for poll in count(1):
            if not self._runtime.clock.is_down:
                await self._poll()
            if poll % SWEEP_POLLS == 0:
                self._tables.sweep()
                if self._tables.leases.claim(SITE):
                    await self._quietly(self.close_expired())
                    await self._quietly(self.delete_old())
            await asyncio.sleep(POLL_SECONDS)

    async def _poll(self) -> None:
        """Do what is due, though no client asks for it."""
        await self._quietly(self._tables.leases.poll())
        await self._quietly(self.load_due())
        if self._tables.leases.claim(SITE):
            await self._quietly(self._carry_out_admin_commands())

    async def _quietly(self, work: Coroutine[object, object, None]) -> None:
        """If it fails, it is tried again later."""
        try:
            await work
        except ApiError as error:
            log.warning("not now", why=error.body.message)
        except Exception:
            log.exception("a poll failed")

    async def delete_old(self) -> None:
        """Delete tables where nothing has happened for too long, some at a time."""
        if not self._retain:
            return
        since = self._runtime.clock.now() - self._retain * DAY
        found = await self._unwatched(partial(repository.unchanged, before=since, limit=BATCH))
        for table_id in found:
            await self._tables.delete(table_id)
        if found:
            log.info("old tables are deleted", tables=len(found))

    async def close_expired(self) -> None:
        """Call off games that have waited for players for too long, some at a time."""
        since = self._runtime.clock.now() - EXPIRY_MS
        query = partial(repository.expired, before=since, limit=BATCH)
        for table_id in await self._unwatched(query):
            with suppress(ApiError):
                await self._tables.end(table_id)

    async def _unwatched(self, query: Callable[[Connection], list[str]]) -> list[str]:
        """The tables that a query finds, but for those that are watched."""
        found, loaded = await self._runtime.storage.read(query), self._tables.loaded
        return [
            one for one in found if one not in loaded or not loaded[one].table.presence.subscribers
        ]

    async def load_due(self) -> None:
        """Bring tables into memory where something is to be done without anybody asking."""
        tables, now = self._tables, self._runtime.clock.now()
        due = await self._runtime.storage.read(partial(repository.due, now=now, absence=ABSENCE))
        absent = [one for one in due if one not in tables.loaded and one not in self._unreadable]
        for table_id in await tables.leases.take(absent):
            try:
                await tables.find(table_id)
            except ApiError as error:  # it has been deleted, or nothing can be read now
                if error.body.code in (OTHER_RULES, BROKEN_LOG):
                    log.warning("a table is left alone", table=table_id, why=error.body.message)
                    self._unreadable.add(table_id)
            except Exception:  # one table must not keep the others from being loaded
                self._unreadable.add(table_id)
                log.exception("a table can't be read", table=table_id)

    async def _carry_out_admin_commands(self) -> None:
        """Do what `cubarium admin` asks for."""
        storage = self._runtime.storage
        for one in await storage.read(admin_commands.pending):
            answer = await self._moderation.carry_out(one)
            await storage.write(partial(admin_commands.answer, number=one.id, text=answer))
