"""Many games on several processes of one site, with faults on the way. Each run raises
AssertionError if a move that was acknowledged is lost, doubled or changed."""

import asyncio
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from tests.postgres import Cluster, cluster_in, running_cluster
from tests.server.disks import small_disk
from tests.server.fault_proxy import SturdyPlayer, fault_proxy
from tests.server.journal import kept
from tests.server.processes import PATIENCE
from tests.server.site import (
    Crowd,
    SharedSite,
    clocks_of,
    set_clock,
    shared_site,
    site_with_wrong_clocks,
)

JUMPS: Final = (-86_400.0, -7_200.0, -2.0, 0.0, 2.0, 7_200.0, 86_400.0)
"""Seconds by which a clock may be wrong."""
MEGABYTES: Final = 120
"""Of a disk that can be full."""
FULL: Final = 40
"""Tenths of a second that it stays full."""


@dataclass
class FaultRun:
    """What has happened, and what was found."""

    games: int
    moves: int = 0
    """Acknowledged; all of them were there once, in order, and as everybody had seen them."""
    seconds: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    clocks_apart: int | None = None
    """Milliseconds by which two processes disagreed about a clock, at most; None: not measured."""


def kills_and_restarts(games: int, kills: int, restarts: int) -> FaultRun:
    """Processes are killed, the database is restarted or crashes."""
    faults = {"processes killed": kills, "databases restarted": restarts}
    with running_cluster() as cluster, shared_site(cluster) as site:
        return _endured(games, site, cluster, faults)


def clock_jumps(games: int, jumps: int, kills: int) -> FaultRun:
    """The clocks of two machines are hours apart, and jump; processes are killed, and come again by
    a wrong clock."""
    faults = {"clocks jumped": jumps, "processes killed": kills}
    with (
        tempfile.TemporaryDirectory() as folder,
        running_cluster() as cluster,
        site_with_wrong_clocks(cluster, Path(folder), 0, max(JUMPS)) as site,
    ):
        return _endured(games, site, cluster, faults)


def _endured(games: int, site: SharedSite, cluster: Cluster, faults: Mapping[str, int]) -> FaultRun:
    """Everybody plays on a clock, and nobody runs out of time."""
    found, since = FaultRun(games, faults=dict(faults)), time.monotonic()
    crowd = Crowd(site, games)
    ended = asyncio.run(_endure(crowd, cluster, faults, moves=max(60, games)))
    if ended:
        found.faults["databases that ended by it"] = ended
    for table in {player.table for player in crowd.players}:
        (here, revision), (there, same) = (clocks_of(one, table) for one in site.processes)
        assert revision == same
        apart = round(max(abs(a - b) for a, b in zip(here, there, strict=True)))
        assert apart < 1000
        found.clocks_apart = max(found.clocks_apart or 0, apart)
    kinds = {row["kind"] for log in kept(site.place).values() for row in log}
    assert "timed_out" not in kinds
    found.moves, found.seconds = crowd.acknowledged, time.monotonic() - since
    return found


async def _endure(crowd: Crowd, cluster: Cluster, faults: Mapping[str, int], moves: int) -> int:
    """All faults in any order; how many full disks have ended the database."""
    ended = 0
    playing = [asyncio.create_task(player.play()) for player in crowd.players]
    for one in crowd.spectators:
        await one.come()
    order = [fault for fault, count in faults.items() for _ in range(count)]
    rng = crowd.site.rng
    rng.shuffle(order)
    for fault in order:
        await crowd.more(moves)
        process = rng.choice(crowd.site.processes)
        match fault:
            case "processes killed":
                process.kill()
                await crowd.more(moves // 2)  # the others go on
                crowd.rest()
                await asyncio.to_thread(process.start)
            case "databases restarted":
                await asyncio.to_thread(cluster.stop, rng.choice(["fast", "immediate"]))
                await asyncio.to_thread(cluster.start)
            case "full disks":
                ended += await _fill_disk(crowd, cluster)
            case "clocks jumped":
                set_clock(process, rng.choice(JUMPS))
    await crowd.more(moves)
    await crowd.end(playing)
    return ended


def full_disks(games: int, times: int) -> FaultRun:
    """The database's disk is full: nothing can be stored, and it may end itself. With room it goes
    on, or is started again as its host would."""
    faults = {"full disks": times}
    with tempfile.TemporaryDirectory(prefix="cubarium-disk-") as folder:
        Path(folder).chmod(0o711)  # the user of the database gets through
        disk = Path(folder) / "disk"
        with (
            small_disk(disk, MEGABYTES),
            cluster_in(disk, min_wal_size="2MB", max_wal_size="4MB") as cluster,
            shared_site(cluster) as site,
        ):
            return _endured(games, site, cluster, faults)


async def _fill_disk(crowd: Crowd, cluster: Cluster) -> bool:
    """Until every process says that it can store nothing, and for a while; then make room. Has the
    database ended by it?"""
    filler = cluster.folder / "filler"
    told: set[str] = set()
    late = time.monotonic() + PATIENCE
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        while len(told) < len(crowd.site.processes):
            assert time.monotonic() < late, "the disk is full, and nobody says so"
            await asyncio.to_thread(_fill, filler)  # what the database has freed, too
            for one in crowd.site.processes:
                if (await http.get(f"{one.url}/healthz")).status_code == 503:
                    told.add(one.url)
            await asyncio.sleep(0.1)
    for _ in range(FULL):
        await asyncio.to_thread(_fill, filler)
        await asyncio.sleep(0.1)
    filler.unlink()
    await asyncio.sleep(1)  # it may be about to end
    has_ended = not cluster.is_running
    if has_ended:
        await asyncio.to_thread(cluster.start)
    return has_ended


def _fill(filler: Path) -> None:
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(65536))


def bad_network(cluster: Cluster, games: int) -> FaultRun:
    """Messages are lost, late, doubled and out of order; one process is killed meanwhile."""
    since = time.monotonic()
    found = FaultRun(games)

    async def run() -> None:
        async with fault_proxy(site.processes, Random(games)) as proxy:
            crowd = Crowd(site, games, proxy, SturdyPlayer)
            playing = [asyncio.create_task(player.play()) for player in crowd.players]
            await crowd.more(5 * games)
            site.processes[0].kill()
            await crowd.more(2 * games)
            await asyncio.to_thread(site.processes[0].start)
            await crowd.more(5 * games)
            await crowd.end(playing)
            found.faults, found.moves = {**proxy.done, "processes killed": 1}, crowd.acknowledged

    with shared_site(cluster) as site:
        asyncio.run(run())
    found.seconds = time.monotonic() - since
    return found
