"""How much one guest, and one address, may have at a time: tables where engines play, and tables
that wait for people."""

from collections.abc import Iterable
from dataclasses import dataclass

from cubarium.server.errors import ApiError
from cubarium.server.identity import Actor
from cubarium.server.limit_log import LimitLog
from cubarium.server.live.storage import Storage
from cubarium.server.live.table import Table
from cubarium.store import repository

AGAIN = 60.0
"""Seconds after which there may be room."""


@dataclass(frozen=True)
class TableCaps:
    """For one guest, and for all guests of one address: a whole class may sit behind one."""

    limits: LimitLog
    engines: int = 12
    engines_of_address: int = 60
    open: int = 20
    open_of_address: int = 60

    async def check_open(self, storage: Storage, actor: Actor, creator: bytes) -> None:
        """May somebody have one more table that waits for people? Raises ApiError."""
        own, made = await storage.read(
            lambda connection: repository.count_open(connection, actor.digests, creator)
        )
        if own >= self.open or made >= self.open_of_address:
            self.limits.hit("open_tables", actor.address)
            message = "Too many of your tables wait for people: let somebody sit down there first."
            raise ApiError(429, "too_many_open", message, retry_after=AGAIN)

    def check_engines(self, tables: Iterable[Table], actor: Actor, now: int) -> None:
        """May somebody have one more table where engines play? Raises ApiError."""
        theirs = [
            table
            for table in tables
            if table.has_engines and table.attendant.address == actor.address
            if table.is_attended(now)
        ]
        own = sum(table.attendant.name == actor.name for table in theirs)
        if own >= self.engines or len(theirs) >= self.engines_of_address:
            self.limits.hit("engine_tables", actor.address)
            message = "You have too many games with engines at the same time: finish one of them."
            raise ApiError(429, "too_many_engines", message, retry_after=AGAIN)
