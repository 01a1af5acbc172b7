"""What the server counts, in the form of Prometheus."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

if TYPE_CHECKING:  # it needs PostgreSQL's driver
    from cubarium.engines.job_queue import QueueState

__all__ = ["CONTENT_TYPE_PLAIN_0_0_4", "Metrics"]

_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of = self.registry
        self.commands = Counter("cubarium_commands", "Commands carried out.", ["kind"], registry=of)
        self.refusals = Counter("cubarium_refusals", "Commands refused.", ["code"], registry=of)
        self.requests = Counter("cubarium_requests", "HTTP answers.", ["status"], registry=of)
        self.limits = Counter("cubarium_limits", "Limits that were hit.", ["limit"], registry=of)
        self.command_seconds = Histogram(
            "cubarium_command_seconds",
            "From a command to its acknowledgement.",
            buckets=_BUCKETS,
            registry=of,
        )
        self.sockets = Gauge("cubarium_sockets", "Open sockets.", registry=of)
        self.outbox_bytes = Gauge(
            "cubarium_outbox_bytes",
            "Waiting to be sent through sockets; what several share counts for each.",
            registry=of,
        )
        self.fallen_behind = Counter(
            "cubarium_fallen_behind",
            "Times that snapshots took the place of what waited for a slow client.",
            registry=of,
        )
        self.connections = Gauge("cubarium_connections", "Open connections.", registry=of)
        self.tables = Gauge("cubarium_tables_in_memory", "Tables in memory.", registry=of)
        self.commits = Counter("cubarium_commits", "Commits of the database.", registry=of)
        self.changes = Counter("cubarium_changes", "Changes that these commits held.", registry=of)
        self.commit_seconds = Histogram(
            "cubarium_commit_seconds", "To commit.", buckets=_BUCKETS, registry=of
        )
        self.loop_lag = Histogram(
            "cubarium_loop_lag_seconds",
            "How late the event loop is.",
            buckets=_BUCKETS,
            registry=of,
        )
        self.engine_wait = Histogram(
            "cubarium_engine_wait_seconds",
            "Until a worker begins a job.",
            ["kind"],
            buckets=(*_BUCKETS, 10, 30, 60),
            registry=of,
        )
        self.worker_deaths = Counter("cubarium_worker_deaths", "Workers that died.", registry=of)
        self.database_bytes = Gauge(
            "cubarium_database_bytes", "Of the database and its write-ahead log.", registry=of
        )
        ProcessCollector(registry=of)
        self.engine_jobs = Gauge("cubarium_engine_jobs", "Engine jobs.", ["state"], registry=of)
        self.remote_jobs = Counter(
            "cubarium_remote_jobs", "Jobs for workers elsewhere.", ["result"], registry=of
        )
        self.remote_workers = Gauge(
            "cubarium_remote_workers", "Living workers elsewhere.", registry=of
        )
        self.remote_waiting = Gauge(
            "cubarium_remote_jobs_waiting", "Jobs that no worker has taken yet.", registry=of
        )
        self.remote_oldest = Gauge(
            "cubarium_remote_oldest_seconds", "How long the oldest of them waits.", registry=of
        )
        self.storage_failures = Counter(
            "cubarium_storage_failures", "Writes that failed.", registry=of
        )
        self.conflicts = Counter(
            "cubarium_conflicts", "Writes that another process was faster than.", registry=of
        )
        self.processes = Gauge("cubarium_processes", "Living processes of the site.", registry=of)
        self.messages_heard = Counter(
            "cubarium_messages_heard",
            "Messages from other processes; unknown: those of another version.",
            ["kind"],
            registry=of,
        )
        self.behind = Histogram(
            "cubarium_behind_seconds",
            "From a change in another process until it is taken over here.",
            buckets=_BUCKETS,
            registry=of,
        )

    def committed(self, changes: int, seconds: float) -> None:
        """The database has taken changes."""
        self.commits.inc()
        self.changes.inc(changes)
        self.commit_seconds.observe(seconds)

    def watch_remote(self, state: Callable[[], "QueueState"]) -> None:
        """Tell of the queue for workers elsewhere whenever the numbers are looked at."""
        self.remote_workers.set_function(lambda: state().workers)
        self.remote_waiting.set_function(lambda: state().waiting)
        self.remote_oldest.set_function(lambda: state().oldest)

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
