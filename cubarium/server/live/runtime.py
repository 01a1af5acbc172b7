"""What the parts of a running server share."""

from dataclasses import dataclass
from random import Random

from cubarium.engines.jobs import Thinkers
from cubarium.server.live.background import Background
from cubarium.server.live.bus import Bus
from cubarium.server.live.server_clock import ServerClock
from cubarium.server.live.storage import Storage
from cubarium.server.live.table_caps import TableCaps
from cubarium.server.live.warm_up import WarmUp
from cubarium.server.metrics import Metrics


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
