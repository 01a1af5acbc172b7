"""The parts of a server, made once and handed to whoever needs them."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from fastapi import Depends, FastAPI, Response
from starlette.requests import HTTPConnection

from cubarium.core.puzzles import Puzzle
from cubarium.engines.pool import Workers
from cubarium.lru import Lru
from cubarium.server.cluster.shared_limits import SharedLimits
from cubarium.server.people.bans import Bans
from cubarium.server.people.guests import Guests, address_of
from cubarium.server.process.addresses import LAN_COMMAND
from cubarium.server.process.aside import Aside
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.rate_limits import Buckets
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity

if TYPE_CHECKING:
    from cubarium.server.people.moderation import Moderation
    from cubarium.server.pictures.cache import Pictures
    from cubarium.server.reviews.pipeline import Reviews
    from cubarium.server.studies.lookups import Lookups
    from cubarium.server.tables.runtime import Runtime
    from cubarium.server.tables.sockets import Socket
    from cubarium.server.tables.tables import Tables

CREATIONS: Final = 1 / 30
WORK: Final = 1 / 15
"""The share of requests that may make something, and that may let an engine work."""


class RateLimits:
    """Limits for what costs more than a look, by address."""

    def __init__(self, rate: float, log: LimitLog) -> None:
        self.creations = Buckets(rate * CREATIONS, rate)
        self.work = Buckets(rate * WORK, rate)
        self._log = log

    def check_creation(self, connection: HTTPConnection) -> None:
        """Something new is made. Raises ApiError."""
        self._take(self.creations, connection, "creations")

    def check_work(self, connection: HTTPConnection) -> None:
        """The server has to work for it. Raises ApiError."""
        self._take(self.work, connection, "work")

    def _take(self, buckets: Buckets, connection: HTTPConnection, limit: str) -> None:
        address = address_of(connection)
        wait = buckets.take(address)
        if wait:
            self._log.hit(limit, address)
            raise ApiError(429, "too_often", "Too much at once: wait a moment.", retry_after=wait)


@dataclass
class Services:
    """What endpoints work with."""

    runtime: "Runtime"
    tables: "Tables"
    moderation: "Moderation"
    table_reviews: "Reviews"
    record_reviews: "Reviews"
    workers: Workers
    guests: Guests
    metrics: Metrics
    limits: RateLimits
    limit_log: LimitLog
    bans: Bans
    pictures: "Pictures"
    lookups: "Lookups"
    fresh_puzzles: Lru[str, Puzzle]
    """Those that do not come with the program, by name."""
    shared_limits: SharedLimits = field(default_factory=SharedLimits)
    https: bool = False
    """Do people reach it through https?"""
    path: str = ""
    """The path of the site below its host."""
    addresses: Sequence[str] = ()
    """Where people nearby can open the page."""
    lan_command: str = LAN_COMMAND
    is_damaged: bool = False
    """Is the database damaged, and served all the same?"""
    observers: Container[str] = ()
    """The addresses that may see the metrics."""
    pages: Aside = field(default_factory=Aside)
    """Answers about the past of tables are written there."""
    sockets: set["Socket"] = field(default_factory=set)


class ServerApp(FastAPI):
    """An app with its services."""

    services: Services


def services_of(connection: HTTPConnection) -> Services:
    """The services of the app that is asked."""
    app: ServerApp = connection.app
    return app.services


async def find_services(connection: HTTPConnection) -> Services:
    """The same, for endpoints. What an endpoint depends on is `async`, though it awaits nothing:
    anything else is called in a thread, which takes longer than the work."""
    return services_of(connection)


ServicesDep: TypeAlias = Annotated[Services, Depends(find_services)]


async def identity_of(connection: HTTPConnection, services: ServicesDep) -> Identity:
    """Who asks, by cookie or token."""
    return services.guests.identity(connection)


async def known_or_new_identity(
    connection: HTTPConnection, response: Response, services: ServicesDep
) -> Identity:
    """Who asks; a newcomer gets a cookie."""
    return services.guests.identity(connection, response)


async def check_creation(connection: HTTPConnection, services: ServicesDep) -> None:
    """Raises ApiError if too much is made."""
    services.limits.check_creation(connection)


async def check_work(connection: HTTPConnection, services: ServicesDep) -> None:
    """Raises ApiError if too much work is asked for."""
    services.limits.check_work(connection)


IdentityDep: TypeAlias = Annotated[Identity, Depends(identity_of)]
NewIdentityDep: TypeAlias = Annotated[Identity, Depends(known_or_new_identity)]
