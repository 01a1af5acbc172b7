"""What each admin command does: the same whether a server runs or not."""

from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from cubarium.database import guests
from cubarium.database.admin_commands import DONE, MISSING, AdminCommand, PendingCommand
from cubarium.tables.inbox import HushLine, RevokeKeys

T = TypeVar("T")


class ModeratedSite(Protocol):
    """What commands change: the database, and what a server that runs knows of it."""

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Ask the database."""
        ...

    async def change(
        self, table: str, change: Callable[[Connection], int], message: HushLine | RevokeKeys
    ) -> int:
        """Change a table in the database, and tell the table if something has changed there."""
        ...

    async def rewrite(self, table: str, change: Callable[[Connection], None]) -> None:
        """Change a table in the database beneath its log; it has to be read anew."""
        ...

    async def close(self, table: str) -> str:
        """End a game without a winner; DONE, OVER or MISSING."""
        ...

    async def delete(self, table: str) -> bool:
        """Delete a table. Was it there?"""
        ...

    async def apply_bans(self, command: PendingCommand) -> None:
        """Let go of those who are banned now; the bans are written already."""
        ...

    async def kick(self, command: PendingCommand) -> bool:
        """End the connections of a guest or an address. Could there be any?"""
        ...


async def carry_out(command: PendingCommand, site: ModeratedSite) -> str:
    """Carry out a command; its answer."""
    table, argument = command.table_id, command.argument
    match command.kind:
        case AdminCommand.BAN | AdminCommand.UNBAN:
            await site.apply_bans(command)
            return DONE
        case AdminCommand.KICK:
            return _answer(await site.kick(command))
        case AdminCommand.HUSH:
            return _answer(await hush(table, int(argument), site))
        case AdminCommand.REVOKE:
            change = partial(guests.revoke, table=table, guest=argument)
            return _answer(await site.change(table, change, RevokeKeys(argument)))
        case AdminCommand.FORGET:
            return str(await forget(bytes.fromhex(argument), site))
        case AdminCommand.CLOSE:
            return await site.close(table)
        case AdminCommand.DELETE:
            return _answer(await site.delete(table))
    raise ValueError(command.kind)


def _answer(is_done: int) -> str:
    return DONE if is_done else MISSING


async def hush(table: str, number: int, site: ModeratedSite) -> int:
    """Take a line of the chat away; how many there were."""
    change = partial(guests.hush, table=table, number=number)
    return await site.change(table, change, HushLine(number))


async def forget(digest: bytes, site: ModeratedSite) -> int:
    """Delete what belongs to a guest; at how many tables. Games that go on are called off."""
    tables = await site.read(partial(guests.tables_of, digest=digest))
    for table in tables:
        await site.close(table)
        await site.rewrite(table, partial(guests.forget, table=table, digest=digest))
    for table, number in await site.read(partial(guests.spoken_lines, digest=digest)):
        await hush(table, number, site)
    return len(tables)
