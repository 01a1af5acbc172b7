"""How soon another server process hears of a change, and what that costs.

python -m bench.fanout [--seconds 4] [--rate 200] [--ways notify,redis,nats]

Processes commit small changes to one PostgreSQL, one after another, as writers of servers commit
groups of moves, and tell of each; one more process listens. The ways: LISTEN/NOTIFY in the
transaction itself, Redis (PUBLISH) and NATS after it. First all as fast as they can, then each at a
steady rate. All servers are started for it on this machine; Redis and NATS are Debian's
`redis-server` and `nats-server`, and a way whose server is not installed is left out.
"""

import argparse
import asyncio
import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeAlias

import psycopg

from bench.report import report
from bench.server import percentile
from tests.postgres import Cluster, running_cluster

CHANNEL: Final = "bench"
PAYLOAD: Final = "x" * 300
"""A move as it is told."""
SENDERS: Final = (1, 2, 4)
TICK: Final = os.sysconf("SC_CLK_TCK")
Tell: TypeAlias = Callable[[str], Awaitable[object]]
Hear: TypeAlias = Callable[[str], None]


@dataclass(frozen=True)
class Way:
    """How changes are told: its name, the port of its broker, and the database."""

    name: str
    port: int
    database: str

    @asynccontextmanager
    async def teller(self) -> AsyncIterator[Tell]:
        """Tells after a commit; where the commit itself tells, nothing."""
        if self.name == "redis":
            from redis.asyncio import Redis

            async with Redis(port=self.port) as client:
                yield lambda text: client.publish(CHANNEL, text)
        elif self.name == "nats":
            import nats

            connection = await nats.connect(f"nats://127.0.0.1:{self.port}")

            async def publish(text: str) -> None:
                await connection.publish(CHANNEL, text.encode())
                await connection.flush()

            yield publish
            await connection.close()
        else:

            async def nothing(text: str) -> None:
                del text

            yield nothing

    async def listen(self, hear: Hear, ready: Callable[[], None]) -> None:
        """Until it is cancelled."""
        if self.name == "redis":
            from redis.asyncio import Redis

            async with Redis(port=self.port) as client, client.pubsub() as heard:
                await heard.subscribe(CHANNEL)
                ready()
                async for message in heard.listen():
                    if message["type"] == "message":
                        hear(message["data"].decode())
        elif self.name == "nats":
            import nats

            connection = await nats.connect(f"nats://127.0.0.1:{self.port}")
            subscription = await connection.subscribe(CHANNEL, pending_msgs_limit=-1)
            ready()
            async for one in subscription.messages:
                hear(one.data.decode())
        else:
            async with await psycopg.AsyncConnection.connect(
                self.database, autocommit=True
            ) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                ready()
                async for notification in listening.notifies():
                    hear(notification.payload)


async def send(way: Way, number: int, seconds: float, rate: float) -> tuple[int, float]:
    """Commit and tell; how often, and how many CPU-seconds that took."""
    async with (
        await psycopg.AsyncConnection.connect(way.database, autocommit=True) as connection,
        way.teller() as tell,
    ):
        begun, cpu, sent = time.monotonic(), time.process_time(), 0
        while time.monotonic() < begun + seconds:
            if rate:
                await asyncio.sleep(max(0.0, begun + sent / rate - time.monotonic()))
            text = f"{time.monotonic()} {PAYLOAD}"
            async with connection.pipeline(), connection.transaction():
                await connection.execute(
                    "INSERT INTO changes (process, text) VALUES (%s, %s)", (number, text)
                )
                if way.name == "notify":
                    await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))
            await tell(text)
            sent += 1
        return sent, time.process_time() - cpu


def _send(way: Way, number: int, seconds: float, rate: float, mouth: Connection) -> None:
    mouth.send(asyncio.run(send(way, number, seconds, rate)))


def _listen(way: Way, seconds: float, mouth: Connection) -> None:
    delays: list[float] = []

    def hear(text: str) -> None:
        delays.append(time.monotonic() - float(text.partition(" ")[0]))

    cpu = 0.0

    def ready() -> None:
        nonlocal cpu
        cpu = time.process_time()
        mouth.send("ready")

    async def run() -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await way.listen(hear, ready)

    asyncio.run(run())
    mouth.send((delays, time.process_time() - cpu))


def measured(way: Way, senders: int, seconds: float, rate: float, servers: list[int]) -> Any:
    """One row."""
    context = get_context("spawn")
    mouth, ear = context.Pipe()
    hearing = context.Process(target=_listen, args=(way, seconds + 3, ear))
    hearing.start()
    mouth.recv()
    before = sum(map(_cpu, servers))
    pipes = []
    for number in range(senders):
        own, theirs = context.Pipe()
        context.Process(target=_send, args=(way, number, seconds, rate, theirs)).start()
        pipes.append(own)
    told = [one.recv() for one in pipes]
    sent = sum(count for count, _ in told)
    delays, listener = mouth.recv()
    assert len(delays) == sent, "everything was heard"
    clients = sum(cpu for _, cpu in told) + listener
    return {
        "what": f"{way.name}, {senders} at once, {f'{rate:.0f}/s each' if rate else 'fast'}",
        "changes/s": round(sent / seconds),
        "heard p50 ms": percentile(delays, 0.5),
        "heard p99 ms": percentile(delays, 0.99),
        "CPU ms: database and broker": 1000 * (sum(map(_cpu, servers)) - before) / sent,
        "clients": 1000 * clients / sent,
    }


def _cpu(process: int) -> float:
    """CPU-seconds of a process and of all below it, those that have ended too."""
    parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    own = sum(map(int, parts[11:15])) / TICK
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    below = (int(one) for path in tasks for one in path.read_text("utf-8").split())
    return own + sum(map(_cpu, below))


@contextmanager
def _broker(name: str) -> Iterator[tuple[int, list[int]]]:
    """A fresh one: its port, and its processes."""
    if name == "notify":
        yield 0, []
        return
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = {
        "redis": ["redis-server", "--bind", "127.0.0.1", "--port", port, "--save", ""],
        "nats": ["nats-server", "--addr", "127.0.0.1", "--port", port],
    }[name]
    with subprocess.Popen(
        list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.05)
            yield port, [process.pid]
        finally:
            process.terminate()


def _postmaster(cluster: Cluster) -> int:
    return int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rate", type=float, default=200.0, help="changes a second of a process")
    parser.add_argument("--ways", default="notify,redis,nats")
    asked = parser.parse_args()
    rows: list[dict[str, Any]] = []
    with running_cluster() as cluster:
        for name in asked.ways.split(","):
            if name != "notify" and shutil.which(f"{name}-server") is None:
                print(f"{name}-server is not installed: left out.")
                continue
            database = cluster.new_database()
            cluster.execute(database, "CREATE TABLE changes (process INT, text TEXT)")
            with _broker(name) as (port, processes):
                way = Way(name, port, cluster.address(database))
                servers = [_postmaster(cluster), *processes]
                rows += [
                    measured(way, senders, asked.seconds, rate, servers)
                    for rate in (0.0, asked.rate)
                    for senders in SENDERS
                ]
    rows.sort(key=lambda row: row["what"].partition(", ")[2])
    report("fanout", "Telling other processes of a change", rows)


if __name__ == "__main__":
    main()
