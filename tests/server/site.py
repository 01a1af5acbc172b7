"""A site of several server processes on one PostgreSQL, and people who come to any of them."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import httpx

from cubarium.database.site_place import Place
from tests.postgres import Cluster
from tests.server.clients import Client, Player, Site, new_table
from tests.server.journal import KINDS, check_logs, check_view, kept
from tests.server.processes import PATIENCE, Served

WATCHED: Final = 4
"""Of this many tables, one has a spectator."""
CLOCK: Final = {"kind": "live", "base": 3600, "increment": 5}


@dataclass
class SharedSite:
    """Every socket is opened at any of its processes, whether it lives or not."""

    place: Place
    processes: list[Served]
    rng: Random = field(default_factory=Random)

    @property
    def socket_url(self) -> str:
        return self.rng.choice(self.processes).socket_url


@contextmanager
def shared_site(cluster: Cluster, count: int = 2, *options: str) -> Iterator[SharedSite]:
    """Several processes on a new database."""
    place = cluster.site()
    with ExitStack() as stack:
        found = [stack.enter_context(Served(place, *options)) for _ in range(count)]
        yield SharedSite(place, found)


@contextmanager
def site_with_wrong_clocks(cluster: Cluster, folder: Path, *wrong: float) -> Iterator[SharedSite]:
    """Several processes on a new database, each on a machine whose clock is wrong by this many
    seconds. `set_clock` lets it jump."""
    place = cluster.site()
    with ExitStack() as stack:
        found = []
        for number, seconds in enumerate(wrong):
            found.append(Served(place, clock=folder / f"clock-{number}"))
            set_clock(found[-1], seconds)
            stack.enter_context(found[-1])
        yield SharedSite(place, found)


def set_clock(process: Served, seconds: float) -> None:
    """The clock of a process's machine is wrong by this many seconds from now on."""
    assert process.clock is not None
    new = process.clock.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(process.clock)  # at no moment is it empty


class Crowd:
    """All who play and watch. Every seat has a connection of its own."""

    def __init__(
        self,
        site: SharedSite,
        games: int,
        through: Site | None = None,
        kind_of_player: type[Player] = Player,
    ) -> None:
        """`through`: where players open their sockets, if not at the site itself."""
        self.site = site
        self.players: list[Player] = []
        self.spectators: list[Client] = []
        with httpx.Client(base_url=site.processes[0].url, timeout=PATIENCE) as http:
            for number in range(games):
                kind = KINDS[number % len(KINDS)]
                seats = ["me", *["device"] * (kind["players"] - 1)]
                table, tokens = new_table(http, seats=seats, clock=CLOCK, **kind)
                for seat, token in tokens.items():
                    rng = Random(site.rng.random())
                    self.players.append(
                        kind_of_player(through or site, table, token, seat=seat, rng=rng)
                    )
                if number % WATCHED == 0:
                    self.spectators.append(Client(site, table))

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    async def more(self, moves: int) -> None:
        """Until this many more moves are acknowledged."""
        for player in self.players:
            player.go_on()
        enough, late = self.acknowledged + moves, time.monotonic() + PATIENCE
        while self.acknowledged < enough:
            over = sum(player.state.get("status") == "over" for player in self.players)
            told = f"{enough - self.acknowledged} of {moves} moves, seats of games that are over: "
            assert time.monotonic() < late, f"no more came; {told}{over} of {len(self.players)}"
            await asyncio.sleep(0.01)

    def rest(self) -> None:
        """Nobody begins a move until more are wanted: the games are to last until the end."""
        for player in self.players:
            player.rests = True

    async def end(self, playing: list[asyncio.Task[None]]) -> None:
        """Everybody finishes the move under way; all have seen the same, which is what is kept."""
        for player in self.players:
            player.hurry()
        await asyncio.gather(*playing)
        logs = kept(self.site.place)
        check_logs(logs, self.players)
        for one in (*self.players, *self.spectators):
            if one.served is not self.site:  # the last message may have been lost on the way
                await one.go()
                one.served, one.closed = self.site, 1000
            if one.closed is not None or one._reading is None:
                await one.come()
            last = logs[one.table][-1]["revision"]
            await one.until(lambda one=one, last=last: one.revision == last)  # type: ignore[misc]
            check_view(one, logs[one.table])
            await one.go()


def clocks_of(process: Served, table: str) -> tuple[list[float], int]:
    """By one process: what each seat has left or when its time is up, by how much its time is ahead
    of this program's, and the revision."""
    asked = time.monotonic()
    found = httpx.get(f"{process.url}/api/tables/{table}", timeout=PATIENCE).json()
    now = 1000 * (asked + time.monotonic()) / 2
    clock = found["state"]["clock"]
    left, running = list(clock["left"]), clock["running"]
    if running is not None:
        left[running] += clock["at"]
    return [*left, clock["at"] - now], found["revision"]
