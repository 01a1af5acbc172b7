"""People who play one game after another, in a process of their own: they stand for machines of
their own, which have time for them."""

import asyncio
import gc
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Final

import httpx
import uvloop
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from cubarium.database.site_place import Place
from tests.server.clients import Player
from tests.server.journal import KINDS, check_logs, check_view, kept
from tests.server.processes import PATIENCE, Target

CLOCK: Final = {"kind": "live", "base": 600, "increment": 20}
"""Nobody who thinks for seconds runs out of time."""
LOST: Final = (ConnectionError, ConnectionClosed, InvalidHandshake, InvalidMessage)
BEGINNING: Final = 0.02
"""Seconds between two games that begin."""
GAMES: Final = 1000
"""No crowd plays more of them at a time: addresses and tables' names are told apart by that."""


@dataclass(frozen=True)
class Told:
    """What a crowd has to tell at the end."""

    games: int
    moves: int
    times: Sequence[tuple[float, float]]
    """When each move was sent and when it was acknowledged."""


@dataclass(eq=False)
class Regular(Player):
    """Thinks before each move, until the game is over."""

    thought: float = 5.0
    took: list[tuple[float, float]] = field(default_factory=list)

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


class Games:
    """What a crowd plays on a server."""

    def __init__(self, target: Target, thought: float, number: int) -> None:
        self.target = target
        self.thought = thought
        self.number = number
        self.rng = Random(number)
        self.players: set[Regular] = set()
        """Those who play now."""
        self.everybody: list[Regular] = []
        self.opened = 0
        self.stops = False
        self._kinds = cycle(KINDS)

    async def run(self, games: int, ears: Connection) -> None:
        """Play until told to stop; answer what is asked on the way."""
        playing = []
        for at in range(games):
            playing.append(asyncio.create_task(self._go_on(GAMES * self.number + at)))
            await asyncio.sleep(BEGINNING)
        while not self.players:
            await asyncio.sleep(BEGINNING)
        ears.send(next(iter(self.players)).table)
        gc.collect()
        gc.freeze()
        asked = ""
        while asked != "stop":
            asked = await asyncio.to_thread(ears.recv)
            if asked == "pending":
                ears.send(sum(player.pending is not None for player in self.players))
            if asked == "back":
                await self._all_back()
                ears.send(time.monotonic())
        self.stops = True
        for player in list(self.players):
            player.hurry()
        await asyncio.gather(*playing)

    async def _all_back(self) -> None:
        async with asyncio.timeout(2 * PATIENCE):
            while not all(player.state and player.closed is None for player in self.players):
                await asyncio.sleep(0.05)

    async def _go_on(self, number: int) -> None:
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
                # reading certificates would stop everybody of this process for a while
                async with httpx.AsyncClient(
                    base_url=self.target.url, timeout=PATIENCE, verify=False
                ) as http:
                    made = await http.post("/api/tables", json=wanted, headers=headers)
                assert made.status_code in (201, 429), made.text
                if made.status_code == 201:
                    break
            except httpx.TransportError:
                pass  # it was killed
            await asyncio.sleep(1)
        self.opened += 1
        table, tokens = made.json()["update"]["table"], made.json()["tokens"]
        return [
            Regular(
                self.target,
                table,
                token,
                address,
                seat=int(seat),
                rng=Random(self.rng.random()),
                thought=self.thought,
            )
            for seat, token in tokens.items()
        ]

    async def settle(self, data: Place) -> Told:
        """Everybody who is still there has seen everything, and it is as the database has it.
        Raises AssertionError."""
        logs = await asyncio.to_thread(kept, data)
        for player in self.everybody:
            if player.closed is None and player.state:
                end = len(logs[player.table])
                await player.until(lambda player=player, end=end: player.revision == end)  # type: ignore[misc]
                await player.go()
        check_logs({one.table: logs[one.table] for one in self.everybody}, self.everybody)
        for player in self.everybody:
            check_view(player, logs[player.table])
        return Told(
            self.opened,
            sum(len(player.acknowledged) for player in self.everybody),
            [one for player in self.everybody for one in player.took],
        )


class Crowd:
    """A process with a part of the games."""

    def __init__(
        self, target: Target, data: Place, games: int, thought: float, number: int
    ) -> None:
        context = get_context("spawn")
        self._mouth, ears = context.Pipe()
        given = (target, data, games, thought, number, ears)
        self._process = context.Process(target=_play, args=given, daemon=True)
        self._process.start()
        ears.close()

    def ask(self, what: str) -> None:
        """`pending`: how many moves are under way; `back`: when everybody is back; `stop`."""
        self._mouth.send(what)

    def hear(self) -> object:
        """What it says: at first a table's name, then answers, and at the end what there is to
        tell. Raises EOFError if the process has failed."""
        return self._mouth.recv()


def _play(
    target: Target, data: Place, games: int, thought: float, number: int, ears: Connection
) -> None:
    async def run() -> None:
        played = Games(target, thought, number)
        await played.run(games, ears)
        ears.send(await played.settle(data))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())
