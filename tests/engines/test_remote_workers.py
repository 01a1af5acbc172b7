"""Engines on other machines: jobs go through the queue of the site's database."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import pytest

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.engines.job_queue import ANSWERS, Answer
from cubarium.engines.jobs import ChosenMove
from cubarium.engines.pool import Workers
from cubarium.engines.remote_workers import RemoteWorkers
from cubarium.engines.wire import AnswerKind
from tests.engines.test_pool import ENDLESS, QUICK
from tests.postgres import Cluster

PATIENCE = 60
REFUSED = replace(QUICK, engine="nobody")


@contextmanager
def worker(address: str) -> Iterator[subprocess.Popen[str]]:
    """`cubarium worker`, in a process of its own."""
    command = [sys.executable, "-m", "cubarium", "worker", "--workers", "1"]
    environment = {**os.environ, "CUBARIUM_DATABASE": address}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        assert "Engines think here" in process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@asynccontextmanager
async def asking(address: str) -> AsyncIterator[RemoteWorkers]:
    own = Workers(0)
    remote = RemoteWorkers(address, own)
    running = asyncio.create_task(remote.run())
    try:
        yield remote
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def begun(remote: RemoteWorkers) -> None:
    """Until a job is under way that a living worker has."""
    app = remote._app
    query = (
        "SELECT count(*) AS found FROM procrastinate_jobs WHERE status = 'doing' AND worker_id IN "
        "(SELECT id FROM procrastinate_workers WHERE last_heartbeat > now() - interval '3 s')"
    )
    async with asyncio.timeout(PATIENCE):
        while app is None or not (await app.connector.execute_query_one_async(query))["found"]:
            await asyncio.sleep(0.05)


async def until(remote: RemoteWorkers, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while remote.count != count:
            await asyncio.sleep(0.05)


async def test_a_worker_elsewhere_moves_and_another_one_takes_over(cluster: Cluster) -> None:
    name = cluster.new_database()
    address = cluster.address(name)
    async with asking(address) as remote, asyncio.timeout(3 * PATIENCE):
        with worker(address) as first:
            await until(remote, 1)
            for wrong in ("what?", "[1]", '["a", "done", "!"]', "null"):  # nobody's answer
                cluster.execute(name, f"SELECT pg_notify('{ANSWERS}', '{wrong}')")
            chosen = await remote.last(QUICK, owner="Ann", address="10.0.0.1")
            assert chosen.move in catalog.game(QUICK.spec).actions()
            with pytest.raises(CubariumError, match="nobody"):
                await remote.last(REFUSED)
            slow = asyncio.create_task(remote.last(ENDLESS, owner="Ann"))
            await begun(remote)
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
            assert await remote.last(QUICK)  # the worker is free, or this would wait
            waiting = asyncio.create_task(remote.last(ENDLESS, owner="Bea"))
            await begun(remote)
            late = asyncio.create_task(remote.last(QUICK))
            first.kill()
        with worker(address):
            await begun(remote)  # by the second one
            waiting.cancel()
            assert await late == chosen._replace(seconds=late.result().seconds)


async def test_without_workers_a_server_thinks_itself(cluster: Cluster) -> None:
    address = cluster.address(cluster.new_database())
    own = Workers(1)
    await own.start()
    try:
        assert await RemoteWorkers(address, own).last(QUICK)
    finally:
        await own.close()


def test_answers_travel_as_texts() -> None:
    answer = Answer("a1", AnswerKind.DONE, ChosenMove("a1e1", 0.5))
    assert Answer.read(answer.written()) == answer
