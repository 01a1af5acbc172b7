"""The app: everything put together, started and stopped."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.routing import APIRoute
from sqlalchemy import Engine

from cubarium import __version__
from cubarium.play.workers import Workers
from cubarium.store import secret_key, tables
from cubarium.web import errors, heartbeat, sockets
from cubarium.web.context import actor_of, hub_of
from cubarium.web.description import describe
from cubarium.web.errors import Refused
from cubarium.web.hub import Hub
from cubarium.web.identity import Guests
from cubarium.web.limits import Buckets
from cubarium.web.metrics import Metrics
from cubarium.web.players import Players
from cubarium.web.routes import hints, previews, server
from cubarium.web.routes import tables as table_routes
from cubarium.web.security import Gate
from cubarium.web.services import games, positions, puzzles, records, studies
from cubarium.web.timekeeper import Timekeeper
from cubarium.web.warm_up import WarmUp

PING: Final = 5.0
"""Seconds between two pings."""

log = structlog.get_logger("cubarium.app")


@dataclass(frozen=True)
class ServerSetting:
    """How a server is set up."""

    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other origins whose pages may ask."""
    https: bool = False
    """Do people reach it through https? Then cookies are sent through https alone."""
    rate: float = 30.0
    """Requests a second from one address; 0: any number."""
    warm: bool = True
    """Are engines made ready before anybody asks for them?"""
    is_damaged: bool = False
    """Is the database damaged, and served all the same?"""


class Nowhere:
    """Takes messages for somebody who looks only once."""

    def send(self, text: str) -> None:
        del text


class Limits:
    """How often is too often, for what costs more than a look."""

    def __init__(self, rate: float) -> None:
        self._creating = Buckets(rate / 30, rate)
        self._working = Buckets(rate / 15, rate)

    def creating(self, request: Request) -> None:
        """Something new is made. Raises Refused."""
        _take(self._creating, request)

    def working(self, request: Request) -> None:
        """The server has to work for it. Raises Refused."""
        _take(self._working, request)


def _take(buckets: Buckets, request: Request) -> None:
    wait = buckets.take(request.client.host if request.client else "")
    if wait:
        raise Refused(429, "too_often", "Too much at once: wait a moment.", retry_after=wait)


def make_app(setting: ServerSetting, engine: Engine) -> FastAPI:
    """The app on a database that is prepared and locked."""
    metrics = Metrics()
    hub = Hub(engine, metrics)
    workers = Workers(setting.workers)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await workers.start()
        await hub.start()  # last: until now no server was there, and no clock has run
        background = (heartbeat.run(hub), app.state.timekeeper.run(), _ping(app))
        tasks = [hub.spawn(one) for one in background]
        if setting.warm:
            warm_up = WarmUp(workers)
            hub.changed.append(warm_up.watch)
            tasks.append(hub.spawn(warm_up.run()))
        log.info("started", version=__version__)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await workers.close()
            await hub.close()
            log.info("stopped")

    app = FastAPI(
        title="Cubarium",
        version=__version__,
        description="Tables for Quixo, Rubik's Cage, Cubulus and Cube O'. An unofficial "
        "implementation: the games and their names belong to their owners.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
    )
    state = app.state
    state.hub, state.workers, state.sockets = hub, workers, set()
    state.is_damaged = setting.is_damaged
    state.guests = Guests(_signing_key(engine), secure=setting.https)
    state.timekeeper = Timekeeper(hub)
    state.players = Players(hub, workers)
    state.limits = Limits(setting.rate)
    state.nowhere = Nowhere()
    state.forbids_study = forbids_study
    errors.install(app)
    describe(app)
    app.include_router(server.router)
    app.include_router(sockets.router)
    for router in (
        table_routes.router,
        hints.router,
        previews.router,
        games.router,
        positions.router,
        puzzles.router,
    ):
        app.include_router(router, prefix="/api")
    for router in (records.router, studies.router):
        app.include_router(router, prefix="/api", dependencies=[Depends(state.limits.working)])
    app.add_middleware(
        Gate,
        metrics=metrics,
        origins=setting.origins,
        pace=Buckets(setting.rate, setting.rate * 4),
        https=setting.https,
    )
    return app


def _signing_key(engine: Engine) -> bytes:
    with engine.connect() as connection:
        key = secret_key.read(connection)
    assert key is not None, "a database that is prepared has its key"
    return key


def _operation_id(route: APIRoute) -> str:
    return route.name


async def forbids_study(request: Request, game: str) -> bool:
    """Does who asks play a live game of this kind against people? Then engines say nothing."""
    digests = actor_of(request).digests
    if not digests:
        return False
    plays: bool = await hub_of(request).read(
        lambda connection: tables.plays_people(connection, digests, game)
    )
    return plays


async def _ping(app: FastAPI) -> None:
    while True:
        await asyncio.sleep(PING)
        for socket in list(app.state.sockets):
            socket.ping()
