"""When to stop thinking."""

import time
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Final

from cubarium.core.engine import Limit
from cubarium.jit import ENABLED

SLICE: Final = 20_000 if ENABLED else 200
"""Positions between two looks at the clock."""
FEW: Final = 2_000
"""The same at first, when memory is touched for the first time, which is slow."""


@dataclass
class Clock:
    """Watches a limit."""

    limit: Limit
    nodes: int = 0
    stopped: Event = field(default_factory=Event)
    since: float = field(default_factory=time.perf_counter)

    def part(self, parts: int) -> "Clock":
        """A clock for the next one of this many parts of what is left."""
        limit = self.limit
        if limit.seconds is not None:
            elapsed = time.perf_counter() - self.since
            limit = replace(limit, seconds=max(0.0, limit.seconds - elapsed) / parts)
        if limit.nodes is not None:
            limit = replace(limit, nodes=max(0, limit.nodes - self.nodes) // parts)
        return Clock(limit, stopped=self.stopped if parts == 1 else Event())

    def left(self) -> int:
        """How many positions may be visited before the next look at the clock; 0: time is up."""
        told = self.limit.stopped
        if self.stopped.is_set() or (told is not None and told.is_set()):
            return 0
        seconds = self.limit.seconds
        if seconds is not None and time.perf_counter() - self.since >= seconds:
            return 0
        some = min(SLICE, FEW + self.nodes // 16)
        if self.limit.nodes is None:
            return some
        return max(0, min(some, self.limit.nodes - self.nodes))
