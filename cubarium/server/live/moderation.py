"""What `cubarium admin` asks of the server that runs, beyond closing and deleting tables."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

import structlog

from cubarium.server.bans import Bans
from cubarium.server.live import broadcast
from cubarium.server.live.admin import carry_out
from cubarium.server.live.bus import AdminCommandDone, TablesDropped
from cubarium.server.live.registry import Registry
from cubarium.store import bans, guests
from cubarium.store.admin_commands import DONE, MISSING, AdminCommand, PendingCommand

if TYPE_CHECKING:
    from cubarium.server.live.sockets import Socket

log = structlog.get_logger("cubarium.moderation")


class Moderation:
    """Carries out admin commands."""

    def __init__(
        self, registry: Registry, who_is_banned: Bans, sockets: Iterable["Socket"]
    ) -> None:
        self._registry = registry
        self._bans = who_is_banned
        self._sockets = sockets

    async def load_bans(self) -> None:
        """What the database says."""
        now = self._registry.clock.now()
        found = await self._registry.storage.read(lambda connection: bans.bans(connection, now))
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
                return DONE if kicked or self._registry.bus.is_shared else MISSING
            case AdminCommand.HUSH:
                return await self._hush(command.table_id, int(command.argument))
            case AdminCommand.REVOKE:
                return await self._revoke(command.table_id, command.argument)
            case AdminCommand.FORGET:
                return str(await self.forget(bytes.fromhex(command.argument)))
        return await carry_out(self._registry, command.kind, command.table_id)

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
        self._registry.bus.publish(AdminCommandDone(command.kind, command.argument))

    def _kick(self, fits: Callable[["Socket"], bool]) -> int:
        """End the connections that fit; how many."""
        found = [socket for socket in self._sockets if fits(socket)]
        for socket in found:
            socket.kick()
        return len(found)

    async def _hush(self, table_id: str, number: int) -> str:
        change = partial(guests.hush, table=table_id, number=number)
        if not await self._registry.storage.write(change, table_id):
            return MISSING
        table = self._registry.tables.get(table_id)
        line = None if table is None else table.hush(number)
        if table is not None and line is not None:
            broadcast.send_line_removed(table, line)
        return DONE

    async def _revoke(self, table_id: str, guest: str) -> str:
        change = partial(guests.revoke, table=table_id, guest=guest)
        if not await self._registry.storage.write(change, table_id):
            return MISSING
        table = self._registry.tables.get(table_id)
        if table is not None:
            table.revoke(guest)
        return DONE

    async def forget(self, digest: bytes) -> int:
        """Delete what belongs to a guest; at how many tables. Games that go on are called off."""
        registry = self._registry
        found = await registry.storage.read(partial(guests.tables_of, digest=digest))
        for table_id in found:
            await carry_out(registry, AdminCommand.CLOSE, table_id)
            await registry.storage.write(partial(guests.forget, table=table_id, digest=digest))
            registry.bus.publish(TablesDropped([table_id]))
            table = registry.tables.get(table_id)
            if table is not None:
                registry.forget(table, removed=True)
        spoken = await registry.storage.read(partial(guests.spoken_lines, digest=digest))
        for table_id, number in spoken:
            await self._hush(table_id, number)
        return len(found)
