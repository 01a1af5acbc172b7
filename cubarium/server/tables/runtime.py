"""What the parts of a running server share."""

from dataclasses import dataclass
from random import Random

from cubarium.engines.jobs import Thinkers
from cubarium.server.cluster.bus import Bus
from cubarium.server.cluster.server_clock import ServerClock
from cubarium.server.cluster.storage import Storage
from cubarium.server.people.table_caps import TableCaps
from cubarium.server.process.background import Background
from cubarium.server.process.metrics import Metrics
from cubarium.server.tables.warm_up import WarmUp


@dataclass(frozen=True)
class Runtime:
    """One process of a site."""

    storage: Storage
    clock: ServerClock
    background: Background
    bus: Bus
    rng: Random
    thinkers: Thinkers
    """They think for the engine seats."""
    warm_up: WarmUp
    metrics: Metrics
    caps: TableCaps | None = None
    """None: anybody may have any number of tables."""
    process: str | None = None
    """Its name among the processes that `bus` reaches; None: it is alone."""
