"""When to stop thinking."""

import time
from dataclasses import dataclass, field
from threading import Event
from typing import Final

from cubarium.core.engine import Limit
from cubarium.jit import ENABLED

SLICE: Final = 20_000 if ENABLED else 200
"""Positions between two looks at the clock."""


@dataclass
class Clock:
    """Watches a limit."""

    limit: Limit
    nodes: int = 0
    stopped: Event = field(default_factory=Event)
    since: float = field(default_factory=time.perf_counter)

    def left(self) -> int:
        """How many positions may be looked at before the next look at the clock; 0: time is up."""
        if self.stopped.is_set():
            return 0
        if self.limit.seconds is not None:
            if time.perf_counter() - self.since >= self.limit.seconds:
                return 0
        if self.limit.nodes is None:
            return SLICE
        return max(0, min(SLICE, self.limit.nodes - self.nodes))
