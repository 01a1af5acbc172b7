"""Limits that were hit: counted always, and told in the log without filling it."""

import time
from collections import OrderedDict
from typing import Final

import structlog

from cubarium.server.metrics import Metrics
from cubarium.server.rate_limits import site_of

PAUSE: Final = 60.0
"""Seconds before the same is told again of the same address, or of the same site."""
MOST: Final = 1000
"""So many lines are remembered."""

log = structlog.get_logger("cubarium.limits")


class LimitLog:
    """Who oversteps which limit. Only these lines tell addresses: a host who is attacked needs
    them, and nobody else is in them."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._logged: OrderedDict[tuple[str, str], float] = OrderedDict()

    def hit(self, limit: str, address: str = "") -> None:
        """An address has hit a limit."""
        self._metrics.limits.labels(limit).inc()
        now, key = time.monotonic(), (limit, site_of(address) or address)
        last = self._logged.get(key)
        if last is not None and now - last < PAUSE:
            return
        self._logged[key] = now
        self._logged.move_to_end(key)
        if len(self._logged) > MOST:
            self._logged.popitem(last=False)
        log.warning("a limit was hit", limit=limit, address=address)
