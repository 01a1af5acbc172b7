"""How many moves a second a site takes, and how long it takes for each.

python -m bench.server [--tables 50,500,1000] [--seconds 10] [--rate 1000]
                       [--sites bare,bots,browsers,cubeo,postgres,postgres-2]

Two clients sit at each table, which is one of Quixo. First all play as fast as they can; then at a
steady rate, two thirds of that or --rate, whichever is less: that is where the times mean
something. Times are from when a move was due to its acknowledgement, and to the event at the
opponent's. Sites:

bare        the yardstick: a bare socket with one commit a move (bench/yardstick.py)
bots        one process on SQLite; clients that want no drawings
browsers    the same with drawings
cubeo       the same at tables of Cube O', without drawings; clients read what they are sent
postgres    one process on PostgreSQL, which is started for it; clients that want no drawings
postgres-2  two processes on it; the players of a table are at different ones
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.crowd import Asked, Measured, many_files, measure
from bench.report import report

AIMS = "aims: 1,000 moves/s, p99 under 50 ms"
STEADY = 2 / 3
BARE, CUBEO, POSTGRES = "bare", "cubeo", "postgres"
OPTIONS = ["--port", "0", "--rate", "0", "--no-warm", "--workers", "1", "--log-level", "warning"]


@contextmanager
def started(command: list[str]) -> Iterator[tuple[int, int]]:
    """A process that serves: its port and its number."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found is not None, "no server"
        try:
            yield int(found[1]), process.pid
        finally:
            process.terminate()


@contextmanager
def served(folder: Path | None, site: str = "bots") -> Iterator[list[tuple[int, int]]]:
    """A fresh site: the ports and numbers of its processes."""
    with ExitStack() as stack:
        yield [stack.enter_context(started(one)) for one in commands(stack, folder, site)]


def commands(stack: ExitStack, folder: Path | None, site: str) -> list[list[str]]:
    """What starts the processes of a fresh site; what they need is there as long as the stack."""
    serve = [sys.executable, "-m", "cubarium", "serve", *OPTIONS]
    if site.startswith(POSTGRES):
        from tests.postgres import running_cluster

        cluster = stack.enter_context(running_cluster())
        command = [*serve, "--database", cluster.address(cluster.new_database())]
    else:
        data = stack.enter_context(tempfile.TemporaryDirectory(dir=folder))
        command = [*serve, "--data", data]
        if site == BARE:
            command = [sys.executable, "-m", "bench.yardstick", data]
    return [command] * int(site.partition("-")[2] or 1)


def measured(folder: Path | None, tables: int, seconds: float, rate: float, site: str) -> Measured:
    """One site, one crowd."""
    with served(folder, site) as found:
        ports, processes = map(list, zip(*found, strict=True))
        asked = Asked(ports, processes, tables, seconds, rate, scenes=site == "browsers")
        asked = replace(asked, game=site) if site == CUBEO else asked
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            return Measured(**pool.submit(measure, asdict(asked)).result())


def percentile(times: list[float], part: float) -> float:
    """In milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def row(what: str, found: Measured, tables: int) -> dict[str, Any]:
    return {
        "what": what,
        "moves/s": round(found.moves / found.seconds),
        "ack p50 ms": percentile(found.to_ack, 0.5),
        "ack p99 ms": percentile(found.to_ack, 0.99),
        "told p50 ms": percentile(found.to_event, 0.5),
        "told p99 ms": percentile(found.to_event, 0.99),
        "server CPU ms/move": 1000 * found.server_cpu / found.moves,
        "clients'": 1000 * found.client_cpu / found.moves,
        "KB/table": found.memory / tables / 1024,
    }


def _share(speed: float, bare: float | None) -> float | None:
    return None if bare is None else speed / bare


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the table server.")
    parser.add_argument("--tables", default="50,500,1000", help="how many, e.g. 50,500")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second, at most")
    parser.add_argument(
        "--sites", default=f"{BARE},bots,browsers", help="see the beginning of bench/server.py"
    )
    parser.add_argument("--data", type=Path, help="where the folder of SQLite is made")
    asked = parser.parse_args()
    many_files()
    rows: list[dict[str, Any]] = []
    bare: dict[int, float] = {}
    for site in asked.sites.split(","):
        for tables in map(int, asked.tables.split(",")):
            most = measured(asked.data, tables, asked.seconds, 0, site)
            if site == BARE:
                bare[tables] = most.moves / most.seconds
            rows.append(row(f"{tables} tables of {site}, as fast as they can", most, tables))
            rows[-1]["of bare"] = _share(most.moves / most.seconds, bare.get(tables))
            rate = min(asked.rate, STEADY * most.moves / most.seconds)
            even = measured(asked.data, tables, asked.seconds, rate, site)
            rows.append(
                {**row(f"{tables} tables of {site}, steady", even, tables), "of bare": None}
            )
    report("server", f"The table server ({AIMS})", rows)


if __name__ == "__main__":
    main()
