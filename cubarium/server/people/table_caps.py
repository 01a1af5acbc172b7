"""How much one guest, and one address, may have at a time, in all processes of a site: tables where
engines play, and tables that wait for people."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from cubarium.database import repository
from cubarium.server.cluster.shared_counts import SharedCounts
from cubarium.server.cluster.storage import Storage
from cubarium.server.people.caps import DEFAULT_CAPS, Caps
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.rate_limits import SITE_TIMES, site_of
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity
from cubarium.tables.table import Table

AGAIN = 60.0
"""Seconds after which there may be room."""


@dataclass(frozen=True)
class TableCaps:
    """For one guest, and for all guests of one address: see caps.py."""

    limits: LimitLog
    caps: Caps = DEFAULT_CAPS
    held: SharedCounts = field(default_factory=SharedCounts)
    """Tables where engines play, by address, and by the guests of an address."""

    async def check_open(self, storage: Storage, identity: Identity, creator: bytes) -> None:
        """May somebody have one more table that waits for people? Raises ApiError."""
        own, made = await storage.read(
            lambda connection: repository.count_open(connection, identity.digests, creator)
        )
        if own >= self.caps.open_tables or made >= self.caps.open_tables_of_address:
            self.limits.hit("open_tables", identity.address)
            message = "Too many of your tables wait for people: let somebody sit down there first."
            raise ApiError(429, "too_many_open", message, retry_after=AGAIN)

    def check_engines(self, tables: Iterable[Table], identity: Identity, now: int) -> None:
        """May somebody have one more table where engines play? Raises ApiError."""
        self.recount(tables, now)
        of_address = self.caps.engine_tables_of_address
        allowed = self.caps.engine_tables, of_address, of_address * SITE_TIMES
        if any(
            self.held.total(name) >= most
            for name, most in zip(_names(identity), allowed, strict=False)
        ):
            self.limits.hit("engine_tables", identity.address)
            message = "You have too many games with engines at the same time: finish one of them."
            raise ApiError(429, "too_many_engines", message, retry_after=AGAIN)

    def recount(self, tables: Iterable[Table], now: int) -> None:
        """Who has how many tables where engines play? Whoever is connected through another process
        by now is counted there."""
        self.held.own = Counter(
            name
            for table in tables
            if table.has_engines and table.is_attended(now) and not table.presence.is_elsewhere
            for name in _names(table.presence.attendant)
        )


def _names(identity: Identity) -> tuple[str, ...]:
    """What somebody's tables are counted by: the guest, the address, and the site of the latter if
    it has one."""
    guest, site = f"{identity.address} {identity.name}", site_of(identity.address)
    return (guest, identity.address) if site is None else (guest, identity.address, site)
