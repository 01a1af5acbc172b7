"""Readers that do not read: the memory that they cost a server, and what is left without them.

python -m tests.server.readers [--readers 400] [--seconds 11]

All of them have one address, and watch a table of Cube O' with drawings; two people play there, and
at the next table when the game is over. All traffic stays on this machine.
"""

import argparse
import asyncio
import json
import os
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx

from bench.crowd import HELLO, many_files
from tests.server.clients import new_table
from tests.server.crowd import Regular
from tests.server.processes import PATIENCE, Served, Target

ADDRESS: Final = "127.7.0.1"
THOUGHT: Final = 0.01
WARM_UP: Final = 3.0
"""Seconds of play before memory is first measured: what the first table needs stays."""
CALM: Final = 30.0
"""Seconds after which what is still held is held for good."""
PERIOD: Final = 0.1


@dataclass(frozen=True)
class Held:
    """Resident memory of a server, in megabytes."""

    before: float
    peak: float
    after: float
    entries: int
    """That were made at tables."""


def say(one: socket.socket, **message: Any) -> None:
    """Send a message through a WebSocket, in a frame that is masked with zeros."""
    text = json.dumps(message).encode()
    size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    one.sendall(b"\x81" + size + bytes(4) + text)


class Reader:
    """A socket that asks for tables, and reads nothing that comes."""

    def __init__(self, target: Target | Served, address: str = ADDRESS) -> None:
        """Raises OSError if it is not let in."""
        at = ("127.0.0.1", target.port)
        self._socket = socket.create_connection(at, PATIENCE, source_address=(address, 0))
        self._socket.sendall(HELLO.format(host="127.0.0.1").encode())
        if b" 101 " not in self._socket.recv(4096):
            self.close()
            raise ConnectionRefusedError

    def join(self, table: str) -> None:
        say(self._socket, type="join", table=table, scenes=True)

    def close(self) -> None:
        self._socket.close()


class Watched:
    """Games that two people play, one after another, and readers who watch them."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self.readers: list[Reader] = []
        self.table = ""
        self.entries = 0

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            with httpx.Client(base_url=self._served.url, timeout=PATIENCE) as http:
                self.table, tokens = new_table(http, game="cubeo", seats=["me", "device"])
            for reader in self.readers:
                reader.join(self.table)
            players = [
                Regular(
                    self._served, self.table, token, seat=seat, rng=Random(seat), thought=THOUGHT
                )
                for seat, token in tokens.items()
            ]
            try:
                await asyncio.gather(*(player.play() for player in players))
            finally:
                self.entries += players[0].revision
                await asyncio.gather(*(player.go() for player in players))

    @contextmanager
    def watched(self, count: int) -> Iterator[None]:
        """Readers come, and go at the end."""
        with ExitStack() as stack:
            for _ in range(count):
                self.readers.append(one := Reader(self._served))
                stack.callback(one.close)
                one.join(self.table)
            yield
            self.readers.clear()


def resident(process: int) -> float:
    """Its memory in megabytes."""
    pages = int(Path(f"/proc/{process}/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def hold(served: Served, readers: int, seconds: float) -> Held:
    """Let readers come, and go after a while."""
    games = Watched(served)
    playing = asyncio.create_task(games.play())
    await asyncio.sleep(WARM_UP)
    before = peak = resident(served.pid)
    with games.watched(readers):
        until = time.monotonic() + seconds
        while time.monotonic() < until and not playing.done():
            peak = max(peak, resident(served.pid))
            await asyncio.sleep(PERIOD)
    playing.cancel()
    await asyncio.wait([playing])
    until = time.monotonic() + CALM
    while (after := resident(served.pid)) > 1.1 * before and time.monotonic() < until:
        await asyncio.sleep(PERIOD)
    return Held(before, peak, after, games.entries)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=11.0)
    asked = parser.parse_args()
    many_files()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), "--rate", "30") as served:
        print(json.dumps(asdict(asyncio.run(hold(served, asked.readers, asked.seconds))), indent=1))
        served.stop()


if __name__ == "__main__":
    main()
