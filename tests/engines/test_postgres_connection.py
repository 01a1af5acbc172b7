"""Connections of work in the background do not outlive it."""

import asyncio

import psycopg
import pytest
from psycopg import waiting

from cubarium.engines.postgres_connection import connected
from tests.postgres import Cluster


async def test_cancelled_while_it_is_left(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a server that is stopped right after its start does it to what it has begun."""
    monkeypatch.setattr(waiting, "MAX_BUSY_TIME", 0.0)  # psycopg lets others run at every step
    address = cluster.address(cluster.new_database())
    found: list[psycopg.AsyncConnection[object]] = []

    async def listen() -> None:
        async with connected(address) as connection:
            found.append(connection)
            await asyncio.Event().wait()

    task = asyncio.create_task(listen())
    while not found and not task.done():
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert found[0].closed
