"""The parts of a server, each made whole, in the order in which they need one another."""

from dataclasses import dataclass
from random import SystemRandom
from secrets import token_hex
from typing import TYPE_CHECKING

import structlog
from sqlalchemy import Engine

from cubarium.database import postgres, secret_key
from cubarium.engines.pool import Urgency, Workers
from cubarium.server.cluster.bus import Bus, SoleBus
from cubarium.server.cluster.server_clock import ServerClock
from cubarium.server.cluster.shared_limits import SharedLimits
from cubarium.server.cluster.storage import Storage
from cubarium.server.http.connections import Networks
from cubarium.server.http.services import RateLimits, Services
from cubarium.server.peers import Peers
from cubarium.server.people.bans import Bans
from cubarium.server.people.guests import Guests
from cubarium.server.people.moderation import Moderation
from cubarium.server.people.table_caps import TableCaps
from cubarium.server.pictures.cache import Pictures
from cubarium.server.process.background import Background
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.paced_log import PacedLog
from cubarium.server.reviews.review_cache import ReviewCache
from cubarium.server.reviews.reviews import Reviews
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.server.studies.lookups import Lookups
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.sockets import Socket
from cubarium.server.tables.tables import Tables
from cubarium.server.tables.upkeep import Upkeep
from cubarium.server.tables.warm_up import WarmUp

if TYPE_CHECKING:
    from cubarium.engines.remote_workers import RemoteResult, RemoteWorkers

log = structlog.get_logger("cubarium.app")


@dataclass(frozen=True)
class Parts:
    """All of a server; nothing runs yet."""

    runtime: Runtime
    tables: Tables
    services: Services
    upkeep: Upkeep
    peers: Peers
    workers: Workers
    remote: "RemoteWorkers | None"


def build(configuration: ServerConfiguration, engine: Engine) -> Parts:
    """Make the parts of a server."""
    metrics = Metrics()
    limit_log = LimitLog(metrics)
    limits = RateLimits(configuration.rate, limit_log)
    workers = _workers(configuration, metrics)
    caps = TableCaps(limit_log, configuration.caps) if configuration.rate else None
    is_shared = engine.dialect.name == "postgresql"
    process = token_hex(8) if is_shared else None
    clock = ServerClock(process)
    remote = _remote_workers(engine, workers, metrics) if is_shared else None
    storage, bus = _storage(engine, metrics, clock, process)
    runtime = Runtime(
        storage=storage,
        clock=clock,
        background=Background(),
        bus=bus,
        rng=SystemRandom(),
        thinkers=remote or workers,
        warm_up=WarmUp(workers),
        metrics=metrics,
        caps=caps,
        process=process,
    )
    tables = Tables(runtime)
    with engine.connect() as connection:
        key = secret_key.read(connection)
    assert key is not None, "a database that is prepared has its key"
    bans, sockets = Bans(clock.now), set[Socket]()
    moderation = Moderation(runtime, tables, bans, sockets)
    shared_limits = SharedLimits(
        {"creations": limits.creations, "work": limits.work},
        {} if caps is None else {"engine_tables": caps.held},
    )
    services = Services(
        runtime=runtime,
        tables=tables,
        moderation=moderation,
        reviews=Reviews(storage, runtime.background),
        workers=workers,
        guests=Guests(key, secure=configuration.https, path=configuration.path),
        metrics=metrics,
        limits=limits,
        shared_limits=shared_limits,
        limit_log=limit_log,
        bans=bans,
        pictures=Pictures(),
        review_cache=ReviewCache(),
        lookups=Lookups(),
        sockets=sockets,
        https=configuration.https,
        path=configuration.path,
        addresses=configuration.addresses,
        lan_command=configuration.lan_command,
        is_damaged=configuration.is_damaged,
        observers=Networks(configuration.observers, "--metrics-for"),
    )
    return Parts(
        runtime,
        tables,
        services,
        Upkeep(runtime, tables, moderation, configuration.retain),
        Peers(runtime, tables, moderation, shared_limits),
        workers,
        remote,
    )


def _storage(
    engine: Engine, metrics: Metrics, clock: ServerClock, process: str | None
) -> tuple[Storage, Bus]:
    """The database, and how processes that share it reach each other."""
    if process is None:
        return Storage(engine, metrics, clock.note_failure), SoleBus()
    from cubarium.server.cluster.postgres_bus import PostgresBus, announcer

    storage = Storage(engine, metrics, clock.note_failure, announcer(process))
    return storage, PostgresBus(storage, postgres.plain_address(engine.url), process, metrics)


def _workers(configuration: ServerConfiguration, metrics: Metrics) -> Workers:
    caps = configuration.caps

    def note_death(code: int) -> None:
        metrics.worker_deaths.inc()
        log.warning("a worker has died", code=code)

    def note_wait(urgency: Urgency, seconds: float) -> None:
        metrics.engine_wait.labels(urgency.name.lower()).observe(seconds)

    return Workers(
        configuration.workers,
        waiting=caps.studies_waiting,
        per_owner=caps.studies,
        per_address=caps.studies_of_address,
        died=note_death,
        began=note_wait,
    )


def _remote_workers(engine: Engine, own: Workers, metrics: Metrics) -> "RemoteWorkers":
    """Workers on other machines, which may think where processes share a database."""
    from cubarium.engines.remote_workers import RemoteWorkers

    paced = PacedLog()

    def report(result: "RemoteResult", why: str) -> None:
        metrics.remote_jobs.labels(result).inc()
        if why and paced.is_due((result, why)):
            log.warning("an engine elsewhere did not move", result=result, why=why)

    remote = RemoteWorkers(postgres.plain_address(engine.url), own, report)
    metrics.watch_remote(lambda: remote.state)
    return remote
