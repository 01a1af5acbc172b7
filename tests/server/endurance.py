"""Many games for a long time, with rude clients and kills: nothing is lost, and people wait for
nothing.

python -m tests.server.endurance [--games 500] [--minutes 60] [--kills 12] [--thought 5]

Every game has an address, a clock, and people who move about every five seconds; whoever has ended
a game opens the next one. All traffic stays on this machine.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import uvloop
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.clients import Player
from tests.server.journal import KINDS, check_logs, check_view, kept
from tests.server.processes import PATIENCE, Served
from tests.server.rude_clients import disturb

THOUGHT: Final = 5.0
"""Seconds that somebody thinks about a move, on average."""
CLOCK: Final = {"kind": "live", "base": 600, "increment": 20}
"""Nobody who thinks like that runs out of time."""
LOST: Final = (ConnectionError, ConnectionClosed, InvalidHandshake, InvalidMessage)


@dataclass
class Endured:
    """What has happened; times in seconds."""

    games: int = 0
    moves: int = 0
    kills: int = 0
    again: int = 0
    """Moves that were under way when the server was killed."""
    timed_out: int = 0
    times: list[float] = field(default_factory=list)
    """From a move to its acknowledgement, while a server ran."""
    back: list[float] = field(default_factory=list)
    """From a kill until everybody was back."""

    def summary(self) -> dict[str, Any]:
        ordered = sorted(self.times)

        def part(share: float) -> float:
            return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)

        told = {name: value for name, value in asdict(self).items() if name != "times"}
        shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "most": 1}
        told |= {f"{name} ms": part(share) for name, share in shares.items()}
        return {**told, "back": [round(one, 1) for one in self.back]}


@dataclass(eq=False)
class Regular(Player):
    """Thinks before each move, until the game is over."""

    thought: float = THOUGHT
    took: list[tuple[float, float]] = field(default_factory=list)
    """When each move was sent, and when it was acknowledged."""

    async def play(self) -> None:
        while self.pending is not None or not self._is_over():
            try:
                if self._reading is None or self._reading.done():
                    await self.come()
                if self.pending is None:
                    await self._think()
                if self.pending is not None or not self._is_over():
                    since = time.monotonic()
                    await self._move()
                    self.took.append((since, time.monotonic()))
            except LOST:
                await asyncio.sleep(self.rng.random())

    async def _think(self) -> None:
        """Wait for the turn, and think; who does either still hears that the server goes."""
        await self.until(lambda: self._may_move() or self._is_over(), patience=600)
        with suppress(TimeoutError):
            await self.until(self._is_over, patience=self.rng.expovariate(1 / self.thought))

    def _is_over(self) -> bool:
        return self.stops or (bool(self.state) and self.state["status"] == "over")


class Site:
    """A server, its games, and those who disturb them."""

    def __init__(self, served: Served, thought: float, seed: int) -> None:
        self.served = served
        self.thought = thought
        self.rng = Random(seed)
        self.endured = Endured()
        self.players: set[Regular] = set()
        """Those who play now."""
        self.everybody: list[Regular] = []
        self.stops = False
        self._kinds = cycle(KINDS)
        self._downs: list[tuple[float, float]] = []

    async def go_on(self, number: int) -> None:
        """One game after another, by the same people."""
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        while not self.stops:
            players = await self._open(address)
            self.players.update(players)
            self.everybody.extend(players)
            await asyncio.gather(*(player.play() for player in players))
            self.players.difference_update(players)
            if not self.stops:
                await asyncio.gather(*(player.go() for player in players))

    async def _open(self, address: str) -> list[Regular]:
        kind = next(self._kinds)
        seats = ["me", *["device"] * (kind["players"] - 1)]
        wanted = {**kind, "seats": seats, "clock": CLOCK, "public": self.rng.random() < 0.1}
        headers = {"X-Forwarded-For": address, "Idempotency-Key": f"{self.rng.random()}" * 2}
        while True:
            try:
                async with httpx.AsyncClient(base_url=self.served.url, timeout=PATIENCE) as http:
                    made = await http.post("/api/tables", json=wanted, headers=headers)
                assert made.status_code in (201, 429), made.text
                if made.status_code == 201:
                    break
            except httpx.TransportError:
                pass  # it was killed
            await asyncio.sleep(1)
        self.endured.games += 1
        table, tokens = made.json()["update"]["table"], made.json()["tokens"]
        return [
            Regular(
                self.served,
                table,
                token,
                address,
                seat=int(seat),
                rng=Random(self.rng.random()),
                thought=self.thought,
            )
            for seat, token in tokens.items()
        ]

    async def kill(self) -> None:
        since = time.monotonic()
        self.served.kill()
        self.endured.again += sum(player.pending is not None for player in self.players)
        await asyncio.to_thread(self.served.start)
        async with asyncio.timeout(PATIENCE):
            while not all(player.state and player.closed is None for player in self.players):
                await asyncio.sleep(0.05)
        self.endured.kills += 1
        self.endured.back.append(time.monotonic() - since)
        self._downs.append((since, time.monotonic()))

    async def run(self, games: int, seconds: float, kills: int) -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        playing = []
        for number in range(games):
            playing.append(asyncio.create_task(self.go_on(number)))
            await asyncio.sleep(min(0.02, seconds / games / 10))
        left = begun + seconds - loop.time()
        table = next(iter(self.players)).table
        rude = get_context("spawn").Process(target=disturb, args=(self.served.port, table, left))
        rude.start()
        for number in range(kills):
            await asyncio.sleep(begun + (number + 1) * seconds / (kills + 1) - loop.time())
            await self.kill()
            print(
                f"kill {number + 1}: all were back after {self.endured.back[-1]:.1f} s", flush=True
            )
        await asyncio.sleep(begun + seconds - loop.time())
        await asyncio.to_thread(rude.join)
        self.stops = True
        for player in list(self.players):
            player.hurry()
        await asyncio.gather(*playing)
        await self._settle()

    async def _settle(self) -> None:
        """Everybody who is still there has seen everything."""
        logs = await asyncio.to_thread(kept, self.served.data)
        for player in self.everybody:
            if player.closed is None and player.state:
                end = len(logs[player.table])
                await player.until(lambda player=player, end=end: player.revision == end)  # type: ignore[misc]
                await player.go()

    def check(self) -> Endured:
        """Raises AssertionError if anything is not as it should be."""
        endured, logs = self.endured, kept(self.served.data)
        check_logs(
            {table: logs[table] for table in {one.table for one in self.everybody}}, self.everybody
        )
        for player in self.everybody:
            endured.moves += len(player.acknowledged)
            endured.times += [
                end - since
                for since, end in player.took
                if not any(since < up and end > down for down, up in self._downs)
            ]
            check_view(player, logs[player.table])
        kinds = Counter(row["kind"] for log in logs.values() for row in log)
        endured.timed_out = kinds["timed_out"]
        assert not endured.timed_out, "nobody has run out of time"
        return endured


def endure(
    folder: Path, games: int, seconds: float, kills: int, thought: float = THOUGHT, seed: int = 1
) -> Endured:
    """Let a server endure it. Raises AssertionError."""
    with Served(folder, "--rate", "30", "--proxy", "127.0.0.1", "--workers", "1") as served:
        site = Site(served, thought, seed)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(site.run(games, seconds, kills))
        served.stop()
    return site.check()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="at a time")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--thought", type=float, default=THOUGHT, help="seconds for a move")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        endured = endure(Path(folder), asked.games, 60 * asked.minutes, asked.kills, asked.thought)
    print(json.dumps(endured.summary(), indent=1))


if __name__ == "__main__":
    main()
