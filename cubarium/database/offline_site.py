"""A site without a server that runs: admin commands change its database alone."""

from collections.abc import Callable, Coroutine
from random import Random
from typing import TypeVar

from sqlalchemy import Connection

from cubarium.database import heartbeat, repository
from cubarium.database.admin_commands import DONE, MISSING, OVER, PendingCommand
from cubarium.database.heartbeat import Downtime
from cubarium.database.summary import ENDED, summary
from cubarium.match.command_context import CommandContext
from cubarium.match.server_commands import Close

T = TypeVar("T")


class OfflineSite:
    """See ModeratedSite. Everything is done at once, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, query: Callable[[Connection], T]) -> T:
        return query(self._connection)

    async def change(self, table: str, change: Callable[[Connection], int], message: object) -> int:
        del table, message
        return change(self._connection)

    async def rewrite(self, table: str, change: Callable[[Connection], None]) -> None:
        del table
        change(self._connection)

    async def close(self, table: str) -> str:
        connection = self._connection
        stored = repository.load(connection, table)
        if stored is None:
            return MISSING
        if stored.row.status in ENDED:
            return OVER
        last, now = heartbeat.last_sign(connection) or 0, heartbeat.server_time(connection)
        # what changes now is no sign that a server is alive
        heartbeat.beat(connection, now, [Downtime(last, now)])
        closed = stored.session().apply(Close(), CommandContext(now, Random()))
        repository.append(connection, table, closed.entries, summary(closed.session, now))
        return DONE

    async def delete(self, table: str) -> bool:
        return repository.remove(self._connection, table)

    async def apply_bans(self, command: PendingCommand) -> None:
        del command  # they hold from the start of a server

    async def kick(self, command: PendingCommand) -> bool:
        del command  # there are no connections
        return False


def complete(work: Coroutine[object, None, T]) -> T:
    """Run work that never waits to its end, without an event loop, or beside one that runs."""
    try:
        work.send(None)
    except StopIteration as done:
        answer: T = done.value
        return answer
    raise RuntimeError("a site without a server waits for nothing")
