"""What `cubarium admin` asks of the server that runs."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import Connection

from cubarium.database import bans, guests
from cubarium.database.admin_commands import DONE, MISSING, OVER, AdminCommand, PendingCommand
from cubarium.server.cluster.bus import AdminCommandDone, TablesDropped
from cubarium.server.people.bans import Bans
from cubarium.tables.errors import ApiError
from cubarium.tables.inbox import HushLine, Message, RevokeKeys

if TYPE_CHECKING:
    from cubarium.server.tables.runtime import Runtime
    from cubarium.server.tables.sockets import Socket
    from cubarium.server.tables.tables import Tables

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
        """Do it; the answer."""
        log.info("an admin command", command=command.kind, table=command.table_id)
        match command.kind:
            case AdminCommand.BAN | AdminCommand.UNBAN:
                await self.enforce_bans()  # they are written already
                self._tell_others(command)
                return DONE
            case AdminCommand.KICK:
                kicked = self.kick_one(command.argument)
                self._tell_others(command)
                return DONE if kicked or self._runtime.bus.is_shared else MISSING
            case AdminCommand.HUSH:
                return await self._hush(command.table_id, int(command.argument))
            case AdminCommand.REVOKE:
                return await self._revoke(command.table_id, command.argument)
            case AdminCommand.FORGET:
                return str(await self.forget(bytes.fromhex(command.argument)))
            case AdminCommand.CLOSE:
                return await self._close(command.table_id)
            case AdminCommand.DELETE:
                return DONE if await self._tables.delete(command.table_id) else MISSING
        raise ValueError(command.kind)

    async def enforce_bans(self) -> None:
        """Read who is banned, and let go of those who are here."""
        await self.load_bans()
        self._kick(lambda socket: socket.is_banned(self._bans))

    def kick_one(self, whom: str) -> int:
        """End the connections of a guest or an address; how many."""
        one = Bans()
        one.load([bans.Ban(whom, "", 0, None)])
        return self._kick(lambda socket: socket.is_banned(one))

    def _tell_others(self, command: PendingCommand) -> None:
        """Connections are with any process."""
        self._runtime.bus.publish(AdminCommandDone(command.kind, command.argument))

    def _kick(self, fits: Callable[["Socket"], bool]) -> int:
        """End the connections that fit; how many."""
        found = [socket for socket in self._sockets if fits(socket)]
        for socket in found:
            socket.kick()
        return len(found)

    async def _close(self, table_id: str) -> str:
        try:
            return DONE if await self._tables.end(table_id) else OVER
        except ApiError as error:
            if error.status != 404:
                raise
            return MISSING

    async def _hush(self, table_id: str, number: int) -> str:
        change = partial(guests.hush, table=table_id, number=number)
        return await self._change(table_id, change, HushLine(number))

    async def _revoke(self, table_id: str, guest: str) -> str:
        change = partial(guests.revoke, table=table_id, guest=guest)
        return await self._change(table_id, change, RevokeKeys(guest))

    async def _change(
        self, table_id: str, change: Callable[[Connection], int], message: Message
    ) -> str:
        """Change a table in the database, and in memory if it is there."""
        if not await self._runtime.storage.write(change, table_id):
            return MISSING
        actor = self._tables.loaded.get(table_id)
        if actor is not None:
            await actor.ask(message)
        return DONE

    async def forget(self, digest: bytes) -> int:
        """Delete what belongs to a guest; at how many tables. Games that go on are called off."""
        storage = self._runtime.storage
        found = await storage.read(partial(guests.tables_of, digest=digest))
        for table_id in found:
            await self._close(table_id)
            await storage.write(partial(guests.forget, table=table_id, digest=digest))
            self._runtime.bus.publish(TablesDropped([table_id]))
            actor = self._tables.loaded.get(table_id)
            if actor is not None:
                self._tables.forget(actor, removed=True)
        spoken = await storage.read(partial(guests.spoken_lines, digest=digest))
        for table_id, number in spoken:
            await self._hush(table_id, number)
        return len(found)
