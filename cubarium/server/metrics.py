"""What the server counts, in the form of Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

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
        self.connections = Gauge("cubarium_connections", "Open connections.", registry=of)
        self.tables = Gauge("cubarium_tables_in_memory", "Tables in memory.", registry=of)
        self.commits = Gauge("cubarium_commits", "Commits of the database.", registry=of)
        self.changes = Gauge("cubarium_changes", "Changes that these commits held.", registry=of)
        self.engine_jobs = Gauge("cubarium_engine_jobs", "Engine jobs.", ["state"], registry=of)
        self.storage_failures = Counter(
            "cubarium_storage_failures", "Writes that failed.", registry=of
        )

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
