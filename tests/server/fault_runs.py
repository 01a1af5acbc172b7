"""Many games on several processes of one site, with faults on the way. Each run raises
AssertionError if a move that was acknowledged is lost, doubled or changed."""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

from tests.postgres import Cluster, running_cluster
from tests.server.fault_proxy import SturdyPlayer, fault_proxy
from tests.server.site import Crowd, clocks_of, shared_site


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
    found = FaultRun(games, faults={"processes killed": kills, "databases restarted": restarts})
    since = time.monotonic()
    with running_cluster() as cluster, shared_site(cluster) as site:
        crowd = Crowd(site, games)
        asyncio.run(_endure(crowd, cluster, kills, restarts, moves=max(60, games)))
        for table in {player.table for player in crowd.players}:
            (here, revision), (there, same) = (clocks_of(one, table) for one in site.processes)
            assert revision == same
            apart = max(abs(a - b) for a, b in zip(here, there, strict=True))
            assert apart < 1000
            found.clocks_apart = max(found.clocks_apart or 0, apart)
    found.moves, found.seconds = crowd.acknowledged, time.monotonic() - since
    return found


async def _endure(crowd: Crowd, cluster: Cluster, kills: int, restarts: int, moves: int) -> None:
    playing = [asyncio.create_task(player.play()) for player in crowd.players]
    for one in crowd.spectators:
        await one.come()
    faults = ["kill"] * kills + ["restart"] * restarts
    crowd.site.rng.shuffle(faults)
    for fault in faults:
        await crowd.more(moves)
        if fault == "kill":
            process = crowd.site.rng.choice(crowd.site.processes)
            process.kill()
            await crowd.more(moves // 2)  # the others go on
            await asyncio.to_thread(process.start)
        else:
            await asyncio.to_thread(cluster.stop, crowd.site.rng.choice(["fast", "immediate"]))
            await asyncio.to_thread(cluster.start)
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
