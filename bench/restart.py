"""How long it takes until all clients are back after a restart, where every game is a long one.

    python -m bench.restart [--tables 500] [--entries 400,2500]

There are tables of all games, each with a log of about this many entries, a clock, and two clients
with boards that try to come back as the page does, with the revision that they know, while the
server starts. No game has more than some four hundred entries; longer logs are of Quixo alone, and
most of their moves are taken back. Times are from the moment the server listens; CPU is the
server's.
"""

import argparse
import asyncio
import json
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, Final

import uvloop

from bench.crowd import HOST, Line, many_files, total_cpu
from bench.first_look import GAMES, keep, play, store
from bench.loads import WAITS
from bench.report import report
from bench.server import OPTIONS, percentile, started
from cubarium.database import repository
from cubarium.database.database import prepared
from cubarium.match.configuration import Configuration
from cubarium.match.session import Entry, Session
from cubarium.tables.identity import digest

SEATS: Final = 2
LONG: Final = 420
"""Entries of the longest games."""
BEHIND: Final = 12
"""Entries before the end of a log where a game still goes on."""
PATIENCE: Final = 300.0
"""Seconds that a bench waits for the last client."""


def token(table: str, seat: int) -> str:
    return f"the secret of seat {seat} at {table}"


def logs(entries: int) -> Iterator[tuple[Configuration, list[Entry]]]:
    """A log of each game that goes on."""
    takes_back = entries > LONG
    for game in GAMES[:1] if takes_back else GAMES:
        configuration, log = play(game, takes_back=takes_back)
        log = log[: min(entries, len(log)) - BEHIND]
        while Session.open(configuration).after(log).to_move is None:
            log.pop()
        yield configuration, log


def fill(folder: Path, tables: int, entries: int) -> list[tuple[str, int]]:
    """Make a database; the names of its tables, and where they stand."""
    engine = prepared(folder)
    made = [*logs(entries)]
    found = []
    for number, (configuration, log) in enumerate(islice(cycle(made), tables)):
        name = f"table{number}"
        store(engine, name, configuration, log)
        keep(engine, name, configuration, log)
        with engine.begin() as connection:
            for seat in range(SEATS):
                repository.add_key(connection, name, seat, digest(token(name, seat)))
        found.append((name, len(log)))
    engine.dispose()
    return found


class Returning:
    """A client that comes back as the page does."""

    def __init__(self, table: str, seat: int, revision: int | None, number: int) -> None:
        self._join: dict[str, Any] = {"type": "join", "table": table, "token": token(table, seat)}
        self._join |= {"view": seat, "scenes": True, "revision": revision}
        self._rng = Random(number)
        self._line: Line | None = None
        self.over = False
        self.back = 0.0

    def join(self, seat: int) -> bytes:
        del seat
        return json.dumps(self._join).encode()

    def came(self, seat: int, message: bytes) -> None:
        """It is shown how the table stands."""

    def told(self, seat: int, message: bytes) -> None:
        """Something has happened."""

    def acknowledged(self) -> None:
        raise AssertionError("nothing was sent")

    def failed(self, why: str) -> None:
        """Cut off, or refused: it tries again."""
        if self._line is not None and not self._line.joined.done():
            self._line.joined.set_exception(ConnectionError(why))

    async def come(self, port: int) -> None:
        loop, tries = asyncio.get_running_loop(), 0
        while not self.back:
            await asyncio.sleep(WAITS[min(tries, len(WAITS) - 1)] * (0.5 + self._rng.random()))
            tries += 1
            self._line = line = Line(f"{HOST}:{port}", self, 0)
            with suppress(OSError):
                await loop.create_connection(lambda line=line: line, HOST, port)  # type: ignore[misc]
                await line.joined
                self.back = time.monotonic()
                self.over = True


def _come_back(tables: Sequence[tuple[str, int | None]], port: int, ears: Connection) -> None:
    """In a process of its own: all clients."""
    many_files()
    people = [
        Returning(table, seat, revision, SEATS * number + seat)
        for number, (table, revision) in enumerate(tables)
        for seat in range(SEATS)
    ]

    async def run() -> list[float]:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(one.come(port) for one in people))
        return [one.back for one in people]

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        ears.send("ready")
        ears.send(runner.run(run()))


def free_port() -> int:
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def restarted(folder: Path, tables: Sequence[tuple[str, int | None]]) -> dict[str, Any]:
    """Start a server, and wait until all are back."""
    port = free_port()
    command = [sys.executable, "-m", "cubarium", "serve", *OPTIONS]
    command += ["--data", str(folder), "--port", str(port)]
    context = get_context("spawn")
    mouth, ears = context.Pipe()
    crowd = context.Process(target=_come_back, args=(tables, port, ears), daemon=True)
    crowd.start()
    ears.close()
    mouth.recv()
    with started(command) as (_, process):
        up, cpu = time.monotonic(), total_cpu([process])
        since = [max(0.0, one - up) for one in mouth.recv()]
        used = total_cpu([process]) - cpu
    crowd.join()
    return {
        "p50 s": percentile(since, 0.5) / 1000,
        "all s": max(since),
        "server CPU s": used,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="All come back to long games.")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--entries", default="400,2500", help="of each log")
    asked = parser.parse_args()
    many_files()
    rows: list[dict[str, Any]] = []
    for entries in map(int, asked.entries.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            tables = fill(Path(folder), asked.tables, entries)
            what = f"{SEATS * asked.tables} clients, {entries} entries"
            rows.append({"what": what, **restarted(Path(folder), tables)})
            new = [(name, None) for name, _ in tables]
            what += ", who know nothing yet"
            rows.append({"what": what, **restarted(Path(folder), new)})
    report("restart", "All come back to long games after a restart", rows)


if __name__ == "__main__":
    main()
