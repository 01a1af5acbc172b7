"""The app: everything put together, started and stopped."""

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from random import SystemRandom
from secrets import token_hex
from typing import Final

import structlog
from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError
from starlette.routing import BaseRoute

from cubarium import __version__, catalog
from cubarium.engines.jobs import Thinkers
from cubarium.engines.pool import Urgency, Workers
from cubarium.server import errors
from cubarium.server.api import (
    addresses,
    analysis,
    courses,
    games,
    great_games,
    health,
    hints,
    history,
    pictures,
    positions,
    previews,
    puzzles,
    record_pictures,
    records,
    reviews,
    tables,
    wins,
)
from cubarium.server.bans import Bans
from cubarium.server.caps import DEFAULT_CAPS, Caps
from cubarium.server.connections import Connections, Networks
from cubarium.server.identity import Guests
from cubarium.server.known_hosts import KnownHosts
from cubarium.server.limit_log import LimitLog
from cubarium.server.live import free_memory, garbage, heartbeat, loop_lag, sockets
from cubarium.server.live.background import Background
from cubarium.server.live.bots import Bots
from cubarium.server.live.commands import Commands
from cubarium.server.live.moderation import Moderation
from cubarium.server.live.peers import Peers
from cubarium.server.live.registry import Registry
from cubarium.server.live.reviews import Reviews
from cubarium.server.live.server_clock import ServerClock
from cubarium.server.live.storage import Storage
from cubarium.server.live.table_caps import TableCaps
from cubarium.server.live.timers import Timers
from cubarium.server.live.warm_up import WarmUp
from cubarium.server.metrics import Metrics
from cubarium.server.openapi import describe
from cubarium.server.paced_log import PacedLog
from cubarium.server.rate_limits import Buckets
from cubarium.server.security import SecurityMiddleware
from cubarium.server.services import LAN_COMMAND, RateLimits, ServerApp, Services, check_work
from cubarium.server.shared_limits import SharedLimits
from cubarium.server.site_path import SitePathMiddleware
from cubarium.store import postgres, secret_key

HANDSHAKES: Final = 2.0
"""Sockets that may be opened for each request a second: after a restart a whole school comes back
at once, through one address."""
MOST_SOCKETS: Final = 1_000_000
"""No limit of its own: connections have one, in connections.py."""

MODULES: Final = (
    addresses,
    tables,
    history,
    hints,
    previews,
    pictures,
    games,
    great_games,
    courses,
    positions,
    puzzles,
    reviews,
    wins,
)
"""What is below /api and needs no engine."""

log = structlog.get_logger("cubarium.app")


@dataclass(frozen=True)
class ServerConfiguration:
    """How a server is configured."""

    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other origins whose pages may ask."""
    hosts: tuple[str, ...] = ()
    """The names that the server may be called by, see KnownHosts; none: those of this machine."""
    listens_at: str = ""
    """The name or address of this machine where it listens."""
    https: bool = False
    """Do people reach it through https? Then cookies are sent through https alone."""
    rate: float = 30.0
    """Requests a second from one address; 0: no limit by address holds at all."""
    connections: int = 1000
    """Connections, and sockets, that one address may have open."""
    caps: Caps = DEFAULT_CAPS
    """How much one guest and one address may have at a time."""
    retain: int = 0
    """After this many days without a change a table is deleted; 0: never."""
    observers: str = "127.0.0.0/8,::1"
    """The addresses that may see the metrics."""
    warm: bool = True
    """Are engines made ready before anybody asks for them?"""
    is_damaged: bool = False
    """Is the database damaged, and served all the same?"""
    addresses: tuple[str, ...] = ()
    """Where people nearby can open the page."""
    lan_command: str = LAN_COMMAND
    """What starts a server that they can reach, on this machine."""
    path: str = ""
    """The path of the site below its host, without a slash at its end."""


def _titles() -> str:
    *others, last = (catalog.info(name).title for name in catalog.names())
    return f"{', '.join(others)} and {last}"


def make_app(configuration: ServerConfiguration, engine: Engine) -> ServerApp:
    """The app on a database that is prepared and locked."""
    services = _services(configuration, engine)

    @asynccontextmanager
    async def lifespan(app: ServerApp) -> AsyncIterator[None]:
        del app
        async with _running(configuration, services):
            yield

    app = ServerApp(
        title="Cubarium",
        version=__version__,
        description=f"Tables for {_titles()}. An unofficial implementation: the games and their "
        "names belong to their owners.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.services = services
    services.metrics.outbox_bytes.set_function(
        lambda: sum(one.waiting for one in list(services.sockets))
    )
    errors.install(app)
    describe(app)
    app.router.routes.extend(_routes())
    pace = Buckets(configuration.rate, configuration.rate * 4)
    handshakes = Buckets(configuration.rate * HANDSHAKES, configuration.rate * 20)
    sockets_open = Connections(
        services.limit_log, configuration.connections if configuration.rate else 0, MOST_SOCKETS
    )
    services.shared_limits.buckets.update(requests=pace, handshakes=handshakes)
    services.shared_limits.counts["sockets"] = sockets_open.counts
    app.add_middleware(
        SecurityMiddleware,
        metrics=services.metrics,
        origins=configuration.origins,
        hosts=KnownHosts(configuration.hosts, configuration.listens_at),
        limits=services.limit_log,
        bans=services.bans,
        guests=services.guests,
        pace=pace,
        handshakes=handshakes,
        sockets=sockets_open,
        https=configuration.https,
    )
    if configuration.path:
        app.add_middleware(SitePathMiddleware, path=configuration.path)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """The same for every app of a process: FastAPI works long on them when one is first asked."""
    router = APIRouter(generate_unique_id_function=_operation_id)
    router.include_router(health.router)
    router.include_router(sockets.router)
    for module in MODULES:
        router.include_router(module.router, prefix="/api")
    for module in (records, record_pictures, analysis):
        router.include_router(module.router, prefix="/api", dependencies=[Depends(check_work)])
    return tuple(router.routes)


def _services(configuration: ServerConfiguration, engine: Engine) -> Services:
    metrics = Metrics()
    limit_log = LimitLog(metrics)
    registry = _registry(Storage(engine, metrics), metrics)
    registry.caps = TableCaps(limit_log, configuration.caps) if configuration.rate else None
    with engine.connect() as connection:
        key = secret_key.read(connection)
    assert key is not None, "a database that is prepared has its key"
    limits = RateLimits(configuration.rate, limit_log)
    return Services(
        registry=registry,
        commands=Commands(registry, metrics),
        reviews=Reviews(registry.storage, registry.background),
        workers=_workers(configuration, metrics),
        guests=Guests(key, secure=configuration.https, path=configuration.path),
        metrics=metrics,
        limits=limits,
        shared_limits=SharedLimits(
            {"creations": limits.creations, "work": limits.work},
            {} if registry.caps is None else {"engine_tables": registry.caps.held},
        ),
        limit_log=limit_log,
        bans=Bans(registry.clock.now),
        https=configuration.https,
        path=configuration.path,
        addresses=configuration.addresses,
        lan_command=configuration.lan_command,
        is_damaged=configuration.is_damaged,
        observers=Networks(configuration.observers, "--metrics-for"),
    )


def _registry(storage: Storage, metrics: Metrics) -> Registry:
    """The tables of this process, which is one of several where the database allows it."""
    clock, background, rng = ServerClock(), Background(), SystemRandom()
    if storage.engine.dialect.name != "postgresql":
        return Registry(storage, clock, background, rng)
    from cubarium.server.live.postgres_bus import PostgresBus

    clock.process = process = token_hex(8)
    address = postgres.plain_address(storage.engine.url)
    bus = PostgresBus(storage, address, process, metrics)
    storage.writer.announce = bus.publish_changes
    return Registry(storage, clock, background, rng, bus, process)


def _workers(configuration: ServerConfiguration, metrics: Metrics) -> Workers:
    caps = configuration.caps
    workers = Workers(
        configuration.workers,
        waiting=caps.studies_waiting,
        per_owner=caps.studies,
        per_address=caps.studies_of_address,
    )

    def died(code: int) -> None:
        metrics.worker_deaths.inc()
        log.warning("a worker has died", code=code)

    def began(urgency: Urgency, seconds: float) -> None:
        metrics.engine_wait.labels(urgency.name.lower()).observe(seconds)

    workers.died, workers.began = died, began
    return workers


def _thinkers(
    own: Workers, engine: Engine, metrics: Metrics
) -> tuple[Thinkers, list[Coroutine[object, object, None]]]:
    """Who thinks for the engine seats, and what keeps in touch with them: where processes share a
    database, workers on other machines may."""
    if engine.dialect.name != "postgresql":
        return own, []
    from cubarium.engines.remote_workers import RemoteResult, RemoteWorkers

    remote, paced = RemoteWorkers(postgres.plain_address(engine.url), own), PacedLog()

    def report(result: RemoteResult, why: str) -> None:
        metrics.remote_jobs.labels(result).inc()
        if why and paced.is_due((result, why)):
            log.warning("an engine elsewhere did not move", result=result, why=why)

    remote.report = report
    metrics.watch_remote(lambda: remote.state)
    return remote, [remote.run()]


@asynccontextmanager
async def _running(configuration: ServerConfiguration, services: Services) -> AsyncIterator[None]:
    """The work in the background, from the start to the end."""
    registry, workers = services.registry, services.workers
    storage, background = registry.storage, registry.background
    moderation = Moderation(registry, services.bans, services.sockets)
    timers = Timers(registry, moderation, configuration.retain)
    thinkers, remote = _thinkers(workers, storage.engine, services.metrics)
    bots, warm_up = Bots(registry, thinkers), WarmUp(workers)
    registry.watchers = [timers.watch, bots.watch]
    await workers.start()
    storage.writer.start()
    await storage.writer.write(registry.clock.start)  # until now no clock has run
    await moderation.load_bans()
    peers = Peers(registry, moderation, services.shared_limits, services.metrics)
    work = [
        heartbeat.run(registry),
        timers.run(),
        peers.run(),
        loop_lag.run(services.metrics),
        garbage.run(),
        free_memory.run(),
        *remote,
    ]
    if configuration.warm:
        registry.watchers.append(warm_up.watch)
        work.append(warm_up.run())
    tasks = [background.spawn(one) for one in work]
    log.info("started", version=__version__)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await workers.close()
        await background.close()
        registry.close()
        try:
            await storage.writer.write(registry.clock.stop)
        except DatabaseError as error:
            log.warning("no last heartbeat", error=str(error.orig))
        await storage.close()
        log.info("stopped")


def _operation_id(route: APIRoute) -> str:
    return route.name
