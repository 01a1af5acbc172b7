"""Clients of a table server: very many, and so light that the server is what is measured.

They speak just enough of WebSocket and of docs/protocol.md. The moves of most games are known
before they begin, so nobody reads a message further than to see what it is; where chance deals
cards, whoever is to move chooses among the legal moves that the message tells.
"""

import asyncio
import json
import os
import resource
import time
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol, TypeVar, cast

import httpx
import uvloop

from cubarium import catalog
from cubarium.core.turn import Ended

N = TypeVar("N", int, float)
HOST: Final = "127.0.0.1"
PLIES: Final = 200
SCRIPTS: Final = 16
WARM_UP: Final = 1.0
"""Seconds of play before anything is measured."""
TICK: Final = 0.002
MANY: Final = 16
"""So many tables are made at the same time."""
HELLO: Final = (
    "GET /ws?protocol=2 HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


@dataclass(frozen=True)
class Asked:
    """What is measured. `rate`: moves a second at all tables together; 0: as fast as it goes."""

    ports: list[int]
    """Of the processes of a site; the seats of a table are at different ones."""
    servers: list[int]
    """Those processes."""
    tables: int
    seconds: float
    rate: float
    scenes: bool
    game: str = "quixo"


@dataclass
class Measured:
    """What was found; times in seconds, sizes in bytes."""

    moves: int = 0
    seconds: float = 0.0
    to_ack: list[float] = field(default_factory=list)
    to_event: list[float] = field(default_factory=list)
    server_cpu: float = 0.0
    client_cpu: float = 0.0
    memory: int = 0
    """How much the server has grown with the tables and their sockets, before the first move."""


class Listener(Protocol):
    """Whoever speaks through a WebSocket."""

    over: bool
    """Does it want to hear nothing more?"""

    def join(self, seat: int) -> bytes: ...

    def told(self, seat: int, message: bytes) -> None: ...

    def came(self, seat: int, message: bytes) -> None: ...

    def acknowledged(self) -> None: ...

    def failed(self, why: str) -> None: ...


class Line(asyncio.Protocol):
    """One seat's WebSocket."""

    def __init__(self, host: str, game: Listener, seat: int) -> None:
        self.host = host
        self._game = game
        self._seat = seat
        self._got = bytearray()
        self._open = False
        self.joined = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.transport.write(HELLO.format(host=self.host).encode())

    def connection_lost(self, error: Exception | None) -> None:
        if not self._game.over:
            self._game.failed(f"a connection was lost: {error}")

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """One frame, masked with zeros: that leaves it as it is."""
        size = len(text)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else _long(kind, size)
        self.transport.write(head + b"\0\0\0\0" + text)

    def data_received(self, data: bytes) -> None:
        got = self._got
        got += data
        if not self._open:
            end = got.find(b"\r\n\r\n")
            if end < 0:
                return
            del got[: end + 4]
            self._open = True
            self.send(self._game.join(self._seat))
        at = 0
        while (found := _frame(got, at)) is not None:
            kind, begin, end = found
            self._heard(kind, got, begin, end)
            at = end
        if at:
            del got[:at]

    def _heard(self, kind: int, got: bytearray, begin: int, end: int) -> None:
        if kind == PING:
            self.send(bytes(got[begin:end]), PONG)
        elif kind == CLOSE:
            self._game.failed(f"the server has closed: {bytes(got[begin:end])!r}")
        elif got.startswith(b'{"type":"ack"', begin):
            self._game.acknowledged()
        elif got.startswith(b'{"type":"ping"', begin):
            number = json.loads(got[begin:end])["number"]
            self.send(b'{"type":"pong","number":%d}' % number)
        elif got.startswith(b'{"type":"error"', begin):
            self._game.failed(bytes(got[begin:end][:300]).decode())
        elif not self.joined.done():
            self._game.came(self._seat, bytes(got[begin:end]))
            self.joined.set_result(None)
        elif got.find(b'"type":"update"', begin, end) >= 0:
            self._game.told(self._seat, bytes(got[begin:end]))


def _long(kind: int, size: int) -> bytes:
    return bytes((0x80 | kind, 0x80 | 126)) + size.to_bytes(2, "big")


def _frame(got: bytearray, at: int) -> tuple[int, int, int] | None:
    """The kind of the frame that begins there, and from where to where its text goes."""
    have = len(got) - at
    if have < 2:
        return None
    size, begin = got[at + 1] & 127, at + 2
    if size > 125:
        more = 2 if size == 126 else 8
        if have < 2 + more:
            return None
        size, begin = int.from_bytes(got[begin : begin + more], "big"), begin + more
    end = begin + size
    return (got[at] & 15, begin, end) if end <= len(got) else None


class Game:
    """One table, where two seats move in turn as the script says."""

    def __init__(self, crowd: "Crowd", script: list[str]) -> None:
        self._crowd = crowd
        self._script = script
        self._made: dict[str, Any] = {}
        self._at = 0
        self._heard = [0, 0]
        self.sent = 0.0
        """When the last move was due."""
        self._busy = False
        self._due: deque[float] = deque()
        self._lines: list[Line] = []
        self.over = False

    async def make(self, client: httpx.AsyncClient) -> None:
        game = self._crowd.asked.game
        configuration = {"game": game, "players": 2, "seats": ["me", "device"]}
        answer = await client.post("/api/tables", json=configuration)
        self._made = answer.raise_for_status().json()

    async def connect(self, host: str, ports: list[int]) -> None:
        loop = asyncio.get_running_loop()
        for seat in range(2):
            port = ports[seat % len(ports)]
            line = Line(f"{host}:{port}", self, seat)
            await loop.create_connection(lambda line=line: line, host, port)  # type: ignore[misc]
            self._lines.append(line)
            await line.joined

    @property
    def table(self) -> str:
        name: str = self._made["update"]["table"]
        return name

    def join(self, seat: int) -> bytes:
        form = {"type": "join", "table": self.table, "token": self._made["tokens"][str(seat)]}
        form["scenes"] = self._crowd.asked.scenes
        return json.dumps(form).encode()

    def move(self, due: float) -> None:
        """Make the next move now, or as soon as the one before it is known to the opponent."""
        if self._busy:
            self._due.append(due)
            return
        chosen = self._chosen()
        if chosen is None:
            self._crowd.ended.set()
            return
        seat, move = chosen
        self._busy, self.sent = True, due
        command = {"type": "move", "id": str(self._at), **move}
        message = {"type": "command", "table": self.table, "command": command}
        self._lines[seat].send(json.dumps(message).encode())

    def _chosen(self) -> tuple[int, dict[str, Any]] | None:
        """Who moves now, and what; None: the game has come to its end."""
        if self._at == len(self._script):
            return None
        return self._at % 2, {"board_revision": self._at, "move": self._script[self._at]}

    def acknowledged(self) -> None:
        self._crowd.measured.moves += 1
        self._crowd.measured.to_ack.append(time.perf_counter() - self.sent)

    def came(self, seat: int, message: bytes) -> None:
        """A seat is shown how the table stands."""

    def told(self, seat: int, message: bytes) -> None:
        """A seat has heard of one more move: if the opponent made it, it is this seat's turn."""
        del message
        self._heard[seat] += 1
        if seat == self._at % 2 or self._heard[seat] <= self._at:
            return
        self._next()

    def _next(self) -> None:
        """Everybody who matters has the move: the next one may come."""
        now = time.perf_counter()
        self._crowd.measured.to_event.append(now - self.sent)
        self._at += 1
        self._busy = False
        if self._due:
            self.move(self._due.popleft())
        elif not self._crowd.asked.rate and not self.over:
            self.move(now)

    def failed(self, why: str) -> None:
        if not self._crowd.failed.done():
            self._crowd.failed.set_exception(RuntimeError(why))

    def close(self) -> None:
        self.over = True
        for line in self._lines:
            line.transport.abort()


class ChosenGame(Game):
    """One table where whoever is to move takes one of the legal moves."""

    def __init__(self, crowd: "Crowd", number: int) -> None:
        super().__init__(crowd, [])
        self._rng = Random(number)
        self._turn: tuple[int, dict[str, Any]] | None = None

    def came(self, seat: int, message: bytes) -> None:
        self._look(seat, message)

    def told(self, seat: int, message: bytes) -> None:
        if self._look(seat, message) or self._turn is None:
            self._next()

    def _look(self, seat: int, message: bytes) -> bool:
        """Is it this seat's turn? At the end of the game it is nobody's."""
        state = json.loads(message)["state"]
        if state["status"] == "over":
            self._turn = None
        is_mine: bool = state["status"] == "live" and state["turn"].get("seat") == seat
        if is_mine:
            move = self._rng.choice(state["legal"])
            self._turn = seat, {"board_revision": state["board_revision"], "move": move}
        return is_mine

    def _chosen(self) -> tuple[int, dict[str, Any]] | None:
        return self._turn


class Crowd:
    """All clients."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.measured = Measured()
        self.ended = asyncio.Event()
        """Has a game come to the end of its script?"""
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def run(self) -> Measured:
        """Come, play, go. Raises RuntimeError when something goes wrong on the way."""
        games: list[Game] = (
            [Game(self, script) for script in islice(cycle(scripts()), self.asked.tables)]
            if self.asked.game == "quixo"
            else [ChosenGame(self, number) for number in range(self.asked.tables)]
        )
        working: asyncio.Future[Any] = asyncio.ensure_future(self._work(games))
        await asyncio.wait([working, self.failed], return_when=asyncio.FIRST_COMPLETED)
        for game in games:
            game.close()
        if self.failed.done():
            working.cancel()
            self.failed.result()
        measured: Measured = await working
        return measured

    async def _work(self, games: list[Game]) -> Measured:
        before = _total(_memory, self.asked.servers)
        await self.come(games)
        grown = _total(_memory, self.asked.servers) - before
        measured = await self.play(games)
        measured.memory = grown
        return measured

    async def come(self, games: list[Game]) -> None:
        """Open the tables, and sit down."""
        ports = self.asked.ports
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{ports[0]}", timeout=60) as client:
            for at in range(0, len(games), MANY):
                await asyncio.gather(*(game.make(client) for game in games[at : at + MANY]))
        for at in range(0, len(games), MANY):
            async with asyncio.timeout(60):
                await asyncio.gather(*(game.connect(HOST, ports) for game in games[at : at + MANY]))

    async def play(self, games: list[Game]) -> Measured:
        begun = time.perf_counter()
        if self.asked.rate:
            pace = asyncio.create_task(self._pace(games, begun))
        else:
            for game in games:
                game.move(begun)
        await asyncio.sleep(WARM_UP)
        self.measured = measured = Measured()
        begun, client = time.perf_counter(), time.process_time()
        server = total_cpu(self.asked.servers)
        try:
            async with asyncio.timeout(self.asked.seconds):
                await self.ended.wait()
        except TimeoutError:
            pass
        measured.seconds = time.perf_counter() - begun
        measured.server_cpu = total_cpu(self.asked.servers) - server
        measured.client_cpu = time.process_time() - client
        self.measured = Measured()  # what comes late counts no more
        if self.asked.rate:
            pace.cancel()
        return measured

    async def _pace(self, games: list[Game], begun: float) -> None:
        """Moves at a steady rate, whether the server keeps up or not."""
        made = 0
        while True:
            await asyncio.sleep(TICK)
            due = 1 + int((time.perf_counter() - begun) * self.asked.rate)
            for at in range(made, due):
                games[at % len(games)].move(begun + at / self.asked.rate)
            made = due


def scripts() -> list[list[str]]:
    """Long random games of Quixo that end nowhere."""
    game, rng = catalog.load("quixo", 2), Random(1)
    found = []
    for _ in range(SCRIPTS):
        state, seen, script = game.initial(), set(), list[str]()
        while len(script) < PLIES:
            move = rng.choice(game.moves(state))
            after = game.play(state, move)
            if isinstance(game.turn(after), Ended) or game.text(after) in seen:
                continue
            state = after
            seen.add(game.text(state))
            script.append(game.write(move))
        found.append(script)
    return found


def _total(measured: Callable[[int], N], found: list[int]) -> N:
    """Of several processes together."""
    return sum(map(measured, found[1:]), measured(found[0]))


def total_cpu(processes: list[int]) -> float:
    """CPU-seconds that these have used."""
    return _total(_cpu, processes) if processes else 0.0


def _cpu(process: int) -> float:
    """CPU-seconds that a process has used."""
    parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _memory(process: int) -> int:
    """Bytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def many_files() -> None:
    """Let this process, and those that it starts, open as many sockets as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def measure(asked: dict[str, Any]) -> dict[str, Any]:
    """In a process of its own."""
    many_files()

    async def run() -> Measured:
        return await Crowd(Asked(**asked)).run()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return asdict(runner.run(run()))
