"""Engines on other machines: jobs go through the queue of the site's database."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from time import monotonic
from typing import Any

import pytest

from cubarium import catalog
from cubarium.database.database import prepared
from cubarium.database.site_place import postgres_database
from cubarium.engines import job_text, remote_workers
from cubarium.engines.job_queue import ANSWERED, ASKED, NewJob, opened
from cubarium.engines.job_text import MAX_BYTES
from cubarium.engines.jobs import ChosenMove, Job, MoveJob
from cubarium.engines.pool import Workers
from cubarium.engines.remote_workers import RemoteResult, RemoteWorkers
from tests.engines.test_pool import LARGE, QUICK, START
from tests.postgres import Cluster

PATIENCE = 60
MOST_SILENCE = 15.0
REFUSED = replace(QUICK, engine="no-engine")
SLOW = MoveJob(LARGE, START, "engine", 1)
"""It thinks for a second."""
ENDS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{}' AND pid <> {}"


class OwnWorkers(Workers):
    """The server's own engines; they move at once."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = 0

    async def last(self, job: Job[Any], **_: object) -> Any:
        del job
        self.asked += 1
        return ChosenMove("a1e1", 0.0)


@contextmanager
def worker(address: str) -> Iterator[subprocess.Popen[str]]:
    """`cubarium worker`, in a process of its own."""
    command = [sys.executable, "-m", "cubarium", "worker", "--workers", "1"]
    environment = {**os.environ, "CUBARIUM_DATABASE": address}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=environment) as process:
        assert process.stdout is not None
        assert "Engines think here" in process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@asynccontextmanager
async def asking(
    address: str, report: Callable[[RemoteResult, str], None] = lambda *_: None
) -> AsyncIterator[tuple[RemoteWorkers, OwnWorkers]]:
    own = OwnWorkers()
    remote = RemoteWorkers(address, own, report)
    running = asyncio.create_task(remote.run())
    try:
        yield remote, own
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.05)


@pytest.fixture
def site(cluster: Cluster) -> str:
    """The name of a database in the newest form."""
    name = cluster.new_database()
    prepared(postgres_database(cluster.address(name))).dispose()
    return name


async def test_a_worker_elsewhere_moves(cluster: Cluster, site: str) -> None:
    address = cluster.address(site)
    results: list[RemoteResult] = []

    def note(result: RemoteResult, _: str) -> None:
        results.append(result)

    async with asking(address, note) as (remote, own), asyncio.timeout(3 * PATIENCE):
        with worker(address):
            await until(lambda: remote.state.workers == 1)
            chosen = await remote.last(QUICK, owner="Ann", address="10.0.0.1")
            assert chosen.move in catalog.game(QUICK.spec).actions()
            assert own.asked == 0
            assert await remote.last(REFUSED)
            assert own.asked == 1, "what a worker refuses, the server does"
            slow = asyncio.create_task(remote.last(SLOW, owner="Ann"))
            taken = "SELECT count(*) FROM engine_jobs WHERE worker IS NOT NULL"
            await until(lambda: cluster.execute(site, taken) == [(1,)])
            slow.cancel()
            with pytest.raises(asyncio.CancelledError):
                await slow
            await until(lambda: not cluster.execute(site, "SELECT id FROM engine_jobs"))
            assert await remote.last(QUICK)  # the worker is free, or this would be late
            assert own.asked == 1
    assert results == [RemoteResult.DONE, RemoteResult.BROKEN, RemoteResult.DONE]


async def silence_after(
    cluster: Cluster,
    site: str,
    fault: Callable[[subprocess.Popen[str]], object],
    seconds: float = 0.0,
    moves: int = 12,
) -> tuple[float, str]:
    """The longest that one of these moves took when this befell the only worker, and what it said.
    `seconds`: the fault comes once a second for so long."""
    address = cluster.address(site)
    async with asking(address) as (remote, _), asyncio.timeout(3 * PATIENCE):
        with worker(address) as process:
            await until(lambda: remote.state.workers == 1)
            asked = [asyncio.create_task(remote.last(SLOW)) for _ in range(moves)]
            await asyncio.sleep(0.5)
            since = monotonic()
            fault(process)
            while monotonic() < since + seconds:
                await asyncio.sleep(1)
                fault(process)
            assert all(await asyncio.gather(*asked))
            silence = monotonic() - since
            assert await remote.last(SLOW)
            process.kill()
            assert process.stderr is not None
            return silence, process.stderr.read()


@pytest.mark.parametrize("moves", [3, pytest.param(12, marks=pytest.mark.soak)])
async def test_a_worker_that_is_killed(cluster: Cluster, site: str, moves: int) -> None:
    silence, _ = await silence_after(cluster, site, subprocess.Popen.kill, moves=moves)
    assert silence < MOST_SILENCE


@pytest.mark.soak
async def test_a_worker_that_is_told_to_end(cluster: Cluster, site: str) -> None:
    ended = []

    def end(process: subprocess.Popen[str]) -> None:
        process.terminate()
        ended.append(process.wait(PATIENCE))

    silence, said = await silence_after(cluster, site, end)
    assert silence < MOST_SILENCE
    assert ended == [0]
    assert said == ""


@pytest.mark.soak
async def test_a_worker_that_stands_still(cluster: Cluster, site: str) -> None:
    def stop(process: subprocess.Popen[str]) -> None:
        process.send_signal(signal.SIGSTOP)

    silence, _ = await silence_after(cluster, site, stop)
    assert silence < MOST_SILENCE


@pytest.mark.soak
async def test_a_worker_whose_connections_are_cut(cluster: Cluster, site: str) -> None:
    """Again and again; it comes back each time, and says no more than that."""

    def cut(_: subprocess.Popen[str]) -> None:
        cluster.execute(site, ENDS.format(site, "pg_backend_pid()"))

    silence, said = await silence_after(cluster, site, cut, 10)
    assert silence < 10 + MOST_SILENCE
    assert "Traceback" not in said


@pytest.mark.soak
async def test_a_database_that_is_restarted(cluster: Cluster, site: str) -> None:
    def restart(_: subprocess.Popen[str]) -> None:
        cluster.stop()
        cluster.start()

    silence, said = await silence_after(cluster, site, restart)
    assert silence < MOST_SILENCE
    assert "Traceback" not in said


async def test_workers_of_another_version_are_not_asked(
    cluster: Cluster, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rolling upgrade is no fault: the server is newer than its worker."""
    address = cluster.address(site)
    async with asking(address) as (remote, own), asyncio.timeout(3 * PATIENCE):
        with worker(address):
            await until(lambda: remote.state.workers == 1)
            monkeypatch.setattr(job_text, "__version__", "99.0")
            assert await remote.last(QUICK) == ChosenMove("a1e1", 0.0)
    assert own.asked == 1


async def test_a_job_that_a_worker_can_not_read(
    cluster: Cluster, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = cluster.address(site)
    monkeypatch.setattr(remote_workers, "write_job", lambda _: '{"kind": "secret story"}')
    async with asking(address) as (remote, own), asyncio.timeout(3 * PATIENCE):
        with worker(address) as process:
            await until(lambda: remote.state.workers == 1)
            assert await remote.last(QUICK, address="10.1.2.3")
            process.terminate()
            assert process.stderr is not None
            said = process.stderr.read()
    assert own.asked == 1
    assert said == "a job that can't be read here\n"


@pytest.mark.soak
async def test_a_worker_that_never_answers(
    cluster: Cluster, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its heart beats, but nothing comes of it: the server moves when the time is up."""
    monkeypatch.setattr(remote_workers, "GRACE_SECONDS", 0.5)
    address = cluster.address(site)
    alive = "INSERT INTO engine_workers VALUES ('x', '{}', now() + interval '1 h')"
    cluster.execute(site, alive.format(f'["{job_text.needs_of(QUICK)}"]').replace(":", "\\:"))
    async with asking(address) as (remote, own), asyncio.timeout(PATIENCE):
        await until(lambda: remote.state.workers == 1)
        waiting = asyncio.create_task(remote.last(QUICK))
        await until(lambda: remote.state.waiting == 1)
        assert await waiting
        assert own.asked == 1
        await until(lambda: not cluster.execute(site, "SELECT id FROM engine_jobs"))


async def test_notifications_are_not_believed(cluster: Cluster, site: str) -> None:
    """Any login may send them. A listener that hears nonsense listens on."""
    address = cluster.address(site)
    async with asking(address) as (remote, own), asyncio.timeout(PATIENCE):
        with worker(address):
            await until(lambda: remote.state.workers == 1)
            slow = asyncio.create_task(remote.last(SLOW))
            await until(lambda: bool(remote._asked))
            for channel in (ASKED, ANSWERED):
                for wrong in ("what?", '["a", "done", "!"]', "null", *remote._asked):
                    cluster.execute(site, f"SELECT pg_notify('{channel}', '{wrong}')")
            assert (await slow).move in catalog.game(SLOW.spec).actions()
            assert (await remote.last(QUICK)).seconds >= 0
    assert own.asked == 0


async def test_a_worker_that_floods_its_server(cluster: Cluster, site: str) -> None:
    """What it writes is cut off in the database, before it takes memory here."""
    cluster.execute(
        site,
        "INSERT INTO engine_workers VALUES ('x', repeat('x', 5000000), now() + interval '1 h')",
    )
    async with opened(cluster.address(site)) as queue:
        await queue.put([NewJob("a", "needs", "x" * 5_000_000, "", 60.0)])
        taken = await queue.take("x", ["needs"])
        assert taken is not None
        assert len(taken.body) == MAX_BYTES + 1
        await queue.answer("x", "a", "y" * 5_000_000)
        assert len((await queue.collect(["a"]))["a"]) == MAX_BYTES + 1
        assert (await queue.look_round()).offers == frozenset()


async def test_without_workers_a_server_thinks_itself(cluster: Cluster, site: str) -> None:
    own = OwnWorkers()
    assert await RemoteWorkers(cluster.address(site), own).last(QUICK)
    assert own.asked == 1


async def test_a_queue_that_can_not_be_reached(cluster: Cluster) -> None:
    """The server does without, and says why."""
    told: list[tuple[RemoteResult, str]] = []
    address = cluster.address("no_such_database")

    def note(result: RemoteResult, why: str) -> None:
        told.append((result, why))

    async with asking(address, note) as (remote, own), asyncio.timeout(PATIENCE):
        await until(lambda: bool(told))
        assert await remote.last(QUICK)
    assert own.asked == 1
    assert told[0][0] is RemoteResult.LOST
    assert "does not exist" in told[0][1]
