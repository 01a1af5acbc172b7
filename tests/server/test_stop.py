"""A server that is stopped while it starts leaves nothing open, and ends."""

import asyncio
import gc

import pytest
from psycopg import waiting

from tests.postgres import Cluster
from tests.server.inside import serving

SOONEST = 0.004
"""Seconds; what a server begins in the background takes many times as long."""


@pytest.mark.parametrize(
    "pause",
    [3, 11, *(pytest.param(number, marks=pytest.mark.soak) for number in range(12, 60))],
)
@pytest.mark.parametrize("yielding", [False, True])
async def test_soon_after_its_start(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, pause: int, *, yielding: bool
) -> None:
    if yielding:  # psycopg lets others run at every step
        monkeypatch.setattr(waiting, "MAX_BUSY_TIME", 0.0)
    async with asyncio.timeout(60), serving(cluster.site()):
        await asyncio.sleep(SOONEST * pause)
    gc.collect()  # a connection that was left open says so, which is an error
