"""Many games on several processes of one site, with faults on the way. Each run raises
AssertionError if a move that was acknowledged is lost, doubled or changed."""

import asyncio
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.postgres import Cluster, running_cluster
from tests.server.fault_proxy import SturdyPlayer, fault_proxy
from tests.server.journal import kept
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
    asyncio.run(_endure(crowd, cluster, faults, moves=max(60, games)))
    for table in {player.table for player in crowd.players}:
        (here, revision), (there, same) = (clocks_of(one, table) for one in site.processes)
        assert revision == same
        apart = max(abs(a - b) for a, b in zip(here, there, strict=True))
        assert apart < 1000
        found.clocks_apart = max(found.clocks_apart or 0, apart)
    kinds = {row["kind"] for log in kept(site.place).values() for row in log}
    assert "timed_out" not in kinds
    found.moves, found.seconds = crowd.acknowledged, time.monotonic() - since
    return found


async def _endure(crowd: Crowd, cluster: Cluster, faults: Mapping[str, int], moves: int) -> None:
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
                await asyncio.to_thread(process.start)
            case "databases restarted":
                await asyncio.to_thread(cluster.stop, rng.choice(["fast", "immediate"]))
                await asyncio.to_thread(cluster.start)
            case "clocks jumped":
                set_clock(process, rng.choice(JUMPS))
    await crowd.more(moves)
    await crowd.end(playing)


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
