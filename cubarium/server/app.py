"""The app: everything put together, started and stopped."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Final

import structlog
from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError
from starlette.routing import BaseRoute

from cubarium import __version__, catalog
from cubarium.server.cluster import heartbeat
from cubarium.server.courses import courses, games, great_games
from cubarium.server.http import address_endpoints as addresses
from cubarium.server.http import errors, health
from cubarium.server.http.connections import Connections
from cubarium.server.http.known_hosts import KnownHosts
from cubarium.server.http.openapi import describe
from cubarium.server.http.security import SecurityMiddleware
from cubarium.server.http.services import ServerApp, check_work
from cubarium.server.http.site_path import SitePathMiddleware
from cubarium.server.parts import Parts, build
from cubarium.server.pictures import endpoints as pictures
from cubarium.server.pictures import record_pictures
from cubarium.server.process import free_memory, garbage, loop_lag
from cubarium.server.process.rate_limits import Buckets
from cubarium.server.puzzles import endpoints as puzzles
from cubarium.server.puzzles import wins
from cubarium.server.reviews import endpoints as reviews
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.server.studies import endpoints as analysis
from cubarium.server.studies import positions, records
from cubarium.server.tables import endpoints as table_endpoints
from cubarium.server.tables import hints, history, previews, sockets

HANDSHAKES: Final = 2.0
"""Sockets that may be opened for each request a second: after a restart a whole school comes back
at once, through one address."""
MOST_SOCKETS: Final = 1_000_000
"""No limit of its own: connections have one, in connections.py."""

MODULES: Final = (
    addresses,
    table_endpoints,
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


def _titles() -> str:
    *others, last = (catalog.info(name).title for name in catalog.names())
    return f"{', '.join(others)} and {last}"


def make_app(configuration: ServerConfiguration, engine: Engine) -> ServerApp:
    """The app on a database that is prepared and locked."""
    parts = build(configuration, engine)
    services = parts.services

    @asynccontextmanager
    async def lifespan(app: ServerApp) -> AsyncIterator[None]:
        del app
        async with _running(configuration, parts):
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


@asynccontextmanager
async def _running(configuration: ServerConfiguration, parts: Parts) -> AsyncIterator[None]:
    """The work in the background, from the start to the end."""
    runtime, tables, workers = parts.runtime, parts.tables, parts.workers
    storage, background = runtime.storage, runtime.background
    await workers.start()
    storage.writer.start()
    await storage.writer.write(runtime.clock.start)  # until now no clock has run
    await parts.services.moderation.load_bans()
    work = [
        heartbeat.run(runtime.clock, storage.writer, runtime.bus, tables.look_at_clocks),
        parts.upkeep.run(),
        parts.peers.run(),
        loop_lag.run(runtime.metrics),
        garbage.run(),
        free_memory.run(),
    ]
    if parts.remote is not None:
        work.append(parts.remote.run())
    if configuration.warm:
        work.append(runtime.warm_up.run())
    tasks = [background.spawn(one) for one in work]
    log.info("started", version=__version__)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await workers.close()
        await background.close()
        tables.close()
        try:
            await storage.writer.write(runtime.clock.stop)
        except DatabaseError as error:
            log.warning("no last heartbeat", error=str(error.orig))
        await storage.close()
        log.info("stopped")


def _operation_id(route: APIRoute) -> str:
    return route.name
