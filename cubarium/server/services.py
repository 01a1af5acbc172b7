"""The parts of a server, made once and handed to whoever needs them."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from fastapi import Depends, FastAPI, Response
from starlette.requests import HTTPConnection

from cubarium.core.puzzles import Puzzle
from cubarium.engines.pool import Workers
from cubarium.server.bans import Bans
from cubarium.server.errors import ApiError
from cubarium.server.identity import Actor, Guests, address_of
from cubarium.server.limit_log import LimitLog
from cubarium.server.live.lookups import Lookups
from cubarium.server.live.review_cache import ReviewCache
from cubarium.server.metrics import Metrics
from cubarium.server.pictures.cache import Pictures
from cubarium.server.rate_limits import Buckets
from cubarium.server.shared_limits import SharedLimits

if TYPE_CHECKING:
    from cubarium.server.live.commands import Commands
    from cubarium.server.live.registry import Registry
    from cubarium.server.live.reviews import Reviews
    from cubarium.server.live.sockets import Socket

CREATIONS: Final = 1 / 30
WORK: Final = 1 / 15
"""The share of requests that may make something, and that may let an engine work."""


LAN_COMMAND: Final = "cubarium serve --lan"
"""What starts a server for people nearby, where nothing else is said."""


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

    registry: "Registry"
    commands: "Commands"
    reviews: "Reviews"
    workers: Workers
    guests: Guests
    metrics: Metrics
    limits: RateLimits
    limit_log: LimitLog
    bans: Bans
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
    pictures: Pictures = field(default_factory=Pictures)
    review_cache: ReviewCache = field(default_factory=ReviewCache)
    lookups: Lookups = field(default_factory=Lookups)
    fresh_puzzles: dict[str, Puzzle] = field(default_factory=dict)
    """Those that do not come with the program, by name."""
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


async def actor_of(connection: HTTPConnection, services: ServicesDep) -> Actor:
    """Who asks, by cookie or token."""
    return services.guests.actor(connection)


async def known_or_new_actor(
    connection: HTTPConnection, response: Response, services: ServicesDep
) -> Actor:
    """Who asks; a newcomer gets a cookie."""
    return services.guests.actor(connection, response)


async def check_creation(connection: HTTPConnection, services: ServicesDep) -> None:
    """Raises ApiError if too much is made."""
    services.limits.check_creation(connection)


async def check_work(connection: HTTPConnection, services: ServicesDep) -> None:
    """Raises ApiError if too much work is asked for."""
    services.limits.check_work(connection)


ActorDep: TypeAlias = Annotated[Actor, Depends(actor_of)]
NewActorDep: TypeAlias = Annotated[Actor, Depends(known_or_new_actor)]
