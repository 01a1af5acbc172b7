"""What a site does for people when very many are there at once.

python -m bench.loads [--sites bots,postgres,postgres-2] [--spectators 1000] [--sockets 2000]
                      [--engines 20] [--tables 100] [--seconds 5]

spectators  this many watch one table of Quixo: how long until a move is acknowledged, and until
            each of them has it
storm       this many sockets play at half as many tables when a server is killed; where there are
            several, they come to the others: how long until a socket is back, from the moment when
             the server answers again; half as many from one address, with limits
idle         this many sockets are open and silent, and people move at a few tables: how long a move
             takes, and what makes all of them wait now and then
engines     people move once a second at this many tables while other people's games against level 5
            are played as fast as the engines think: how long people wait, without and with them

Sites are those of bench/server.py. People come back as the page does.
"""

import argparse
import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from multiprocessing import get_context
from random import Random
from typing import Any, Final

import httpx
import uvloop

from bench.crowd import (
    HOST,
    MANY,
    Asked,
    Crowd,
    Game,
    Line,
    many_files,
    measure,
    scripts,
    total_cpu,
)
from bench.report import report
from bench.server import commands, percentile, started

WATCHED: Final = 20
"""Moves a second at the table that is watched."""
BUSY, BUSY_RATE, BUSY_SECONDS = 10, 90.0, 20.0
"""Tables where people move among idle sockets, their moves a second, and for how long: what comes
every few seconds is to be seen."""
WAITS: Final = (0.25, 0.5, 1.0)
"""Seconds until a client tries again, as ui/src/net/socket.ts has them; the last one for ever."""
LEVEL: Final = "level5"
SCHOOL: Final = ("--behind-one-address", "--rate", "900", "--proxy", "")
"""Limits hold, and all who come are one address."""
Row = dict[str, Any]


class Server:
    """One process of a site, which can be killed and started again where it was."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._stack = ExitStack()
        self.port, self.process = 0, 0

    def start(self) -> None:
        command = [*self._command, "--port", str(self.port)]
        self.port, self.process = self._stack.enter_context(started(command))

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)

    def close(self) -> None:
        self._stack.close()


@contextmanager
def site(name: str, *options: str) -> Iterator[list[Server]]:
    """A fresh site that can be hurt."""
    with ExitStack() as stack:
        found = [Server([*one, *options]) for one in commands(stack, None, name)]
        for server in found:
            server.start()
            stack.callback(server.close)
        yield found


@dataclass
class Audience:
    """Those who watch one table: each tells when it has heard of a move."""

    game: Game
    over: bool = False
    times: list[float] = field(default_factory=list)

    def join(self, number: int) -> bytes:
        del number
        return json.dumps({"type": "join", "table": self.game.table, "scenes": False}).encode()

    def came(self, number: int, message: bytes) -> None:
        """It is shown how the table stands."""

    def told(self, number: int, message: bytes) -> None:
        del number, message
        self.times.append(time.perf_counter() - self.game.sent)

    def acknowledged(self) -> None:
        raise AssertionError("who watches sends no command")

    def failed(self, why: str) -> None:
        self.game.failed(why)


async def spectators(crowd: Crowd, game: Game, asked: Asked, count: int) -> dict[str, Any]:
    """They come, and the game goes on."""
    loop, audience = asyncio.get_running_loop(), Audience(game)
    lines = []
    for at in range(0, count, MANY):
        new = []
        for port in islice(cycle(asked.ports), min(MANY, count - at)):
            new.append(line := Line(f"{HOST}:{port}", audience, 0))
            await loop.create_connection(lambda line=line: line, HOST, port)  # type: ignore[misc]
        await asyncio.gather(*(line.joined for line in new))
        lines += new
    await asyncio.sleep(2)  # until nobody is told of newcomers any more
    audience.times.clear()
    cpu = total_cpu(asked.servers)
    measured = await crowd.play([game])
    audience.over = True
    for line in lines:
        line.transport.abort()
    return {
        "to_ack": measured.to_ack,
        "to_all": audience.times,
        "cpu": (total_cpu(asked.servers) - cpu) / max(1, measured.moves),
    }


@dataclass
class Returning:
    """A seat that comes back whenever it is cut off."""

    game: Game
    seat: int
    ports: list[int]
    rng: Random
    over: bool = False
    back: float = 0.0
    """When it was there again."""
    tries: int = 0
    goes: list[asyncio.Task[None]] = field(default_factory=list)

    def join(self, number: int) -> bytes:
        return self.game.join(number)

    def came(self, number: int, message: bytes) -> None:
        """It is shown how the table stands."""

    def told(self, number: int, message: bytes) -> None:
        """Somebody has moved."""

    def acknowledged(self) -> None:
        raise AssertionError("nothing was sent")

    def failed(self, why: str) -> None:
        """Cut off: try again, at any of the servers."""
        del why
        if not self.over:
            self.back = 0.0
            self.goes.append(asyncio.get_running_loop().create_task(self.come()))

    async def come(self) -> None:
        loop = asyncio.get_running_loop()
        while not self.back:
            wait = WAITS[min(self.tries, len(WAITS) - 1)]
            await asyncio.sleep(wait * (0.5 + self.rng.random()))
            self.tries += 1
            port = self.rng.choice(self.ports)
            line = Line(f"{HOST}:{port}", self, self.seat)
            with suppress(OSError):
                await loop.create_connection(lambda line=line: line, HOST, port)  # type: ignore[misc]
                await line.joined
                self.back = time.monotonic()
                return


async def storm(games: list[Game], ports: list[int], ears: Any) -> list[float]:
    """Everybody plays a little, and waits for the worst; when each was back."""
    rng = Random(1)
    people = [Returning(game, seat, ports, rng) for game in games for seat in range(2)]
    for at in range(0, len(people), MANY):
        await asyncio.gather(*(one.come() for one in people[at : at + MANY]))
    for one in people:
        one.tries = 0
    ears.send("ready")
    await asyncio.to_thread(ears.recv)
    await asyncio.sleep(min(WAITS) / 3)  # by now everybody has noticed, and nobody is back
    while not all(one.back for one in people):
        await asyncio.sleep(0.02)
    await asyncio.sleep(1)
    for one in people:
        one.over = True
    return [one.back for one in people]


def _crowd(what: str, asked: Asked, count: int, ears: Any) -> None:
    """In a process of its own: spectators, idle sockets, or a storm."""
    many_files()

    async def run() -> Any:
        crowd = Crowd(asked)
        games = [Game(crowd, script) for script in islice(cycle(scripts()), asked.tables)]
        await crowd.come(games)
        if what == "spectators":
            return await spectators(crowd, games[0], asked, count)
        if what == "idle":
            return (await crowd.play(games[:BUSY])).to_ack
        await crowd.play(games)
        for game in games:
            game.close()
        return await storm(games, asked.ports, ears)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        ears.send(runner.run(run()))


def _started_crowd(what: str, asked: Asked, count: int) -> Any:
    context = get_context("spawn")
    mouth, ears = context.Pipe()
    context.Process(target=_crowd, args=(what, asked, count, ears), daemon=True).start()
    ears.close()
    return mouth


def spectators_row(name: str, count: int, seconds: float) -> Row:
    with site(name) as servers:
        ports, processes = [one.port for one in servers], [one.process for one in servers]
        asked = Asked(ports, processes, 1, seconds, WATCHED, scenes=False)
        found = _started_crowd("spectators", asked, count).recv()
    return {
        "what": f"{name}: {count} spectators",
        "p50 ms": percentile(found["to_ack"], 0.5),
        "p99 ms": percentile(found["to_ack"], 0.99),
        "all, p50 ms": percentile(found["to_all"], 0.5),
        "all, p99 ms": percentile(found["to_all"], 0.99),
        "server CPU ms/move": 1000 * found["cpu"],
    }


def idle_row(name: str, sockets: int) -> Row:
    with site(name) as servers:
        ports, processes = [one.port for one in servers], [one.process for one in servers]
        asked = Asked(ports, processes, sockets // 2, BUSY_SECONDS, BUSY_RATE, scenes=False)
        times = _started_crowd("idle", asked, sockets).recv()
    return {
        "what": f"{name}: {BUSY_RATE:.0f} moves/s among {sockets} idle sockets",
        "p50 ms": percentile(times, 0.5),
        "p99 ms": percentile(times, 0.99),
        "all, p50 ms": None,
        "all, p99 ms": 1000 * max(times),
        "server CPU ms/move": None,
    }


def storm_row(name: str, sockets: int, seconds: float, *options: str) -> Row:
    with site(name, *options) as servers:
        ports = [one.port for one in servers]
        asked = Asked(ports, [], sockets // 2, seconds, 0, scenes=False)
        mouth = _started_crowd("storm", asked, sockets)
        mouth.recv()
        killed = time.monotonic()
        servers[0].kill()
        mouth.send("go")
        servers[0].start()
        up = killed if len(servers) > 1 else time.monotonic()
        back = [one for one in mouth.recv() if one > killed]
    since = [max(0.0, one - up) for one in back]
    return {
        "what": f"{name}: {len(back)} of {sockets} sockets come back {' '.join(options)}".rstrip(),
        "p50 ms": percentile(since, 0.5),
        "p99 ms": percentile(since, 0.99),
        "all, p50 ms": None,
        "all, p99 ms": 1000 * max(since),
        "server CPU ms/move": None,
    }


async def against_engines(port: int, count: int, seconds: float) -> int:
    """So many people who answer every move of an engine at once; how many moves they made."""
    made = 0

    async def play(number: int) -> None:
        nonlocal made
        rng, late = Random(number), time.monotonic() + seconds
        seats = {"game": "quixo", "players": 2, "seats": ["me", LEVEL]}
        headers = {"Authorization": f"Bearer the secret of somebody, number {number}"}
        async with httpx.AsyncClient(
            base_url=f"http://{HOST}:{port}", headers=headers, timeout=60
        ) as client:
            table = ""
            while time.monotonic() < late:
                if not table:
                    answer = (await client.post("/api/tables", json=seats)).raise_for_status()
                    table = answer.json()["update"]["table"]
                shown = (
                    await client.get(f"/api/tables/{table}", params={"scenes": "false"})
                ).json()
                state = shown["state"]
                if state["status"] == "over":
                    table = ""
                elif state["turn"].get("seat") == 0:
                    move = {"move": rng.choice(state["legal"]), "id": f"{number}-{rng.random()}"}
                    body = {"type": "move", "board_revision": state["board_revision"], **move}
                    await client.post(f"/api/tables/{table}/commands", json=body)
                    made += 1
                else:
                    await asyncio.sleep(0.05)

    await asyncio.gather(*map(play, range(count)))
    return made


def _against_engines(port: int, count: int, seconds: float) -> int:
    return asyncio.run(against_engines(port, count, seconds))


def engines_rows(name: str, engines: int, tables: int, seconds: float) -> Iterator[Row]:
    """Without engines, and with them."""
    for count in (0, engines):
        with site(name) as servers, ProcessPoolExecutor(2, get_context("spawn")) as pool:
            ports, processes = [one.port for one in servers], [one.process for one in servers]
            if count:  # what engines compile is no part of this
                pool.submit(_against_engines, ports[-1], 1, 15).result()
            playing = pool.submit(_against_engines, ports[-1], count, seconds + 5)
            asked = Asked(ports, processes, tables, seconds, tables, scenes=False)
            found = pool.submit(measure, asked.__dict__).result()
            moves = playing.result()
        what = f"{moves / (seconds + 5):.0f} moves/s against {count} engines" if count else "alone"
        yield {
            "what": f"{name}: {tables} tables of people, {what}",
            "p50 ms": percentile(found["to_ack"], 0.5),
            "p99 ms": percentile(found["to_ack"], 0.99),
            "all, p50 ms": percentile(found["to_event"], 0.5),
            "all, p99 ms": percentile(found["to_event"], 0.99),
            "server CPU ms/move": None,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description="A table server when very many are there.")
    parser.add_argument("--sites", default="bots,postgres,postgres-2", help="see bench/server.py")
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--engines", type=int, default=20)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=5.0)
    asked = parser.parse_args()
    many_files()
    rows: list[Row] = []
    for name in asked.sites.split(","):
        rows.append(spectators_row(name, asked.spectators, asked.seconds))
        rows.append(idle_row(name, asked.sockets))
        rows.append(storm_row(name, asked.sockets, asked.seconds))
        rows.append(storm_row(name, asked.sockets // 2, asked.seconds, *SCHOOL))
        rows += engines_rows(name, asked.engines, asked.tables, asked.seconds)
    report("loads", "A site when very many are there", rows)


if __name__ == "__main__":
    main()
