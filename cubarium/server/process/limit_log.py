"""Limits that were hit: counted always, and told in the log without filling it."""

import structlog

from cubarium.server.process.metrics import Metrics
from cubarium.server.process.paced_log import PacedLog
from cubarium.server.process.rate_limits import site_of

log = structlog.get_logger("cubarium.limits")


class LimitLog:
    """Who oversteps which limit. Only these lines tell addresses: a host who is attacked needs
    them, and nobody else is in them."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._paced = PacedLog()

    def hit(self, limit: str, address: str = "") -> None:
        """An address has hit a limit."""
        self._metrics.limits.labels(limit).inc()
        if self._paced.is_due((limit, site_of(address) or address)):
            log.warning("a limit was hit", limit=limit, address=address)
