"""How late the event loop is: everything that anybody waits for waits for it."""

import asyncio
import time
from typing import Final

from cubarium.server.process.metrics import Metrics

PERIOD: Final = 0.25
"""Seconds between two looks."""


async def run(metrics: Metrics) -> None:
    """Until the server ends."""
    while True:
        since = time.monotonic()
        await asyncio.sleep(PERIOD)
        metrics.loop_lag.observe(max(0.0, time.monotonic() - since - PERIOD))
