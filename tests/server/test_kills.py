"""Many live games, and a server that is killed, or its database: nothing acknowledged is lost or
doubled."""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import count as count_from
from pathlib import Path
from random import Random

import httpx
import pytest

from cubarium.database.site_place import Place
from tests.postgres import Cluster, running_cluster
from tests.server.clients import Client, Player, new_table
from tests.server.journal import KINDS, check_logs, check_view, kept
from tests.server.processes import PATIENCE, Served

WATCHED = 8
"""Of this many tables, one has a spectator."""


class Tables:
    """All who play and watch."""

    def __init__(self, served: Served, count: int, rng: Random) -> None:
        self.served = served
        self.players: list[Player] = []
        self.spectators: list[Client] = []
        with httpx.Client(base_url=served.url, timeout=PATIENCE) as http:
            for number in range(count):
                self._seat(http, number, rng)

    def _seat(self, http: httpx.Client, number: int, rng: Random) -> None:
        kind = KINDS[number % len(KINDS)]
        seats = ["me", *["device"] * (kind["players"] - 1)]
        table, tokens = new_table(http, seats=seats, **kind)
        for seat, token in tokens.items():
            own = Random(rng.random())
            self.players.append(Player(self.served, table, token, seat=seat, rng=own))
        if number % WATCHED == 0:
            self.spectators.append(Client(self.served, table))

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def more(self, moves: int) -> None:
        """Until this many more moves are acknowledged."""
        enough = self.acknowledged + moves
        for player in self.players:
            player.go_on()
        async with asyncio.timeout(PATIENCE):
            while self.acknowledged < enough:
                await asyncio.sleep(0.005)

    def rest(self) -> None:
        """Nobody begins a move until more are wanted: the games are to last until the end."""
        for player in self.players:
            player.rests = True

    async def come(self) -> None:
        for one in self.spectators:
            if not one.is_here:
                await one.come()

    async def all_see(self, revisions: dict[str, int]) -> None:
        """Everybody reaches the same revision."""
        for one in (*self.players, *self.spectators):
            await one.until(lambda one=one: one.revision == revisions[one.table])  # type: ignore[misc]
            await one.go()


def kill(served: Served) -> None:
    """The server is gone at once, and comes again."""
    served.kill()
    served.start()


async def play_on(
    served: Served, tables: Tables, kills: int, rng: Random, end: Callable[[], None]
) -> list[int]:
    """Play, while something comes to its end now and then; how many moves were acknowledged before
    each time, and in the end."""
    tables.rest()
    playing = [asyncio.create_task(player.play()) for player in tables.players]
    await tables.come()
    marks, in_flight = [], 0
    for _ in range(kills):
        await tables.more(100)
        await asyncio.sleep(rng.random() * 0.2)
        ending = asyncio.create_task(asyncio.to_thread(end))
        marks.append(tables.acknowledged)
        in_flight += sum(player.pending is not None for player in tables.players)
        await asyncio.sleep(0.5)
        tables.rest()
        await ending
        await tables.come()
    assert in_flight, "moves were under way when it ended"
    await tables.more(200)
    marks.append(tables.acknowledged)
    for player in tables.players:
        player.hurry()
    await asyncio.gather(*playing)
    await tables.all_see({table: log[-1]["revision"] for table, log in kept(served.data).items()})
    return marks


def check_nothing_is_lost(
    place: Place, count: int, kills: int, end: Callable[[Served], None]
) -> None:
    rng = Random()
    with Served(place) as served:
        tables = Tables(served, count, rng)
        marks = asyncio.run(play_on(served, tables, kills, rng, partial(end, served)))
        served.stop()
    logs = kept(place)
    assert len(logs) == count
    assert marks == sorted(set(marks)), "the games went on after each time"
    check_logs(logs, tables.players)
    for viewer in (*tables.players, *tables.spectators):
        check_view(viewer, logs[viewer.table])


HOW_OFTEN = pytest.mark.parametrize(
    ("count", "kills"), [(24, 1), pytest.param(100, 8, marks=pytest.mark.soak)]
)


@HOW_OFTEN
def test_what_was_acknowledged_is_there_once(tmp_path: Path, count: int, kills: int) -> None:
    check_nothing_is_lost(tmp_path, count, kills, kill)


@pytest.mark.soak
def test_the_same_on_postgresql(cluster: Cluster) -> None:
    check_nothing_is_lost(cluster.site(), 100, 8, kill)


@HOW_OFTEN
def test_a_database_that_crashes(count: int, kills: int) -> None:
    """It may have stored what it could not acknowledge any more. Every other time the server is
    killed, too."""
    ends = count_from(1)

    def crash(served: Served) -> None:
        own.stop("immediate")
        if next(ends) % 2 == 0:
            served.kill()
        own.start()
        if served.process is None:
            served.start()

    with running_cluster() as own:
        check_nothing_is_lost(own.site(), count, kills, crash)
