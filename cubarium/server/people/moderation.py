"""Moderation by a server that runs: it also changes what it has in memory."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import structlog
from sqlalchemy import Connection

from cubarium.database import bans, moderation_cases
from cubarium.database.admin_commands import DONE, MISSING, OVER, PendingCommand
from cubarium.server.cluster.bus import AdminCommandDone, TablesDropped
from cubarium.server.people.bans import Bans
from cubarium.tables.errors import ApiError
from cubarium.tables.inbox import HushLine, RevokeKeys

if TYPE_CHECKING:
    from cubarium.server.tables.runtime import Runtime
    from cubarium.server.tables.sockets import Socket
    from cubarium.server.tables.tables import Tables

T = TypeVar("T")

log = structlog.get_logger("cubarium.moderation")


class Moderation:
    """Carries out admin commands."""

    def __init__(
        self,
        runtime: "Runtime",
        tables: "Tables",
        who_is_banned: Bans,
        sockets: Iterable["Socket"],
    ) -> None:
        self._runtime, self._tables = runtime, tables
        self._bans = who_is_banned
        self._sockets = sockets

    async def load_bans(self) -> None:
        """What the database says."""
        now = self._runtime.clock.now()
        found = await self._runtime.storage.read(lambda connection: bans.bans(connection, now))
        self._bans.load(found)

    async def carry_out(self, command: PendingCommand) -> str:
        """Carry out an admin command; its answer."""
        log.info("an admin command", command=command.kind, table=command.table_id)
        return await moderation_cases.carry_out(command, self)

    async def forget(self, digest: bytes) -> int:
        """Delete what belongs to a guest; at how many tables. Games that go on are called off."""
        return await moderation_cases.forget(digest, self)

    async def enforce_bans(self) -> None:
        """Read who is banned, and let go of those who are here."""
        await self.load_bans()
        self._kick(lambda socket: socket.is_banned(self._bans))

    def kick_one(self, whom: str) -> int:
        """End the connections of a guest or an address; how many."""
        one = Bans()
        one.load([bans.Ban(whom, "", 0, None)])
        return self._kick(lambda socket: socket.is_banned(one))

    def _kick(self, fits: Callable[["Socket"], bool]) -> int:
        """End the connections that fit; how many."""
        found = [socket for socket in self._sockets if fits(socket)]
        for socket in found:
            socket.kick()
        return len(found)

    def _tell_others(self, command: PendingCommand) -> None:
        """Connections are with any process."""
        self._runtime.bus.publish(AdminCommandDone(command.kind, command.argument))

    # what commands change: see ModeratedSite

    async def read(self, query: Callable[[Connection], T]) -> T:
        return await self._runtime.storage.read(query)

    async def change(
        self, table: str, change: Callable[[Connection], int], message: HushLine | RevokeKeys
    ) -> int:
        count = await self._runtime.storage.write(change, table)
        actor = self._tables.loaded.get(table)
        if count and actor is not None:
            await actor.ask(message)
        return count

    async def rewrite(self, table: str, change: Callable[[Connection], None]) -> None:
        await self._runtime.storage.write(change)
        self._runtime.bus.publish(TablesDropped([table]))
        actor = self._tables.loaded.get(table)
        if actor is not None:
            self._tables.forget(actor, removed=True)

    async def close(self, table: str) -> str:
        try:
            return DONE if await self._tables.end(table) else OVER
        except ApiError as error:
            if error.status != 404:
                raise
            return MISSING

    async def delete(self, table: str) -> bool:
        return await self._tables.delete(table)

    async def apply_bans(self, command: PendingCommand) -> None:
        await self.enforce_bans()
        self._tell_others(command)

    async def kick(self, command: PendingCommand) -> bool:
        kicked = self.kick_one(command.argument)
        self._tell_others(command)
        return kicked > 0 or self._runtime.bus.is_shared
