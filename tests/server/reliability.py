"""What a site endures, written down: python -m tests.server.reliability [--games 200]

Runs everything that docs/reliability.md tells of, on this machine alone, and writes that page. It
ends with an error, and writes nothing, if anything acknowledged was lost, doubled or changed.
"""

import argparse
import os
import tempfile
from pathlib import Path
from typing import Final

from tests.postgres import running_cluster
from tests.server.endurance import endure
from tests.server.fault_runs import (
    FaultRun,
    bad_network,
    clock_jumps,
    full_disks,
    kills_and_restarts,
)

PAGE: Final = Path(__file__).parents[2] / "docs" / "reliability.md"
HEAD: Final = """# Reliability

What is acknowledged is durable, happens once, and is seen by everybody in the same order:
whatever is killed, cut off or restarted. This page is written by the run that shows it, `python
-m tests.server.reliability`, with real processes and real databases on one machine. People play
games of every kind by socket, at random, over all faults; afterwards the log of every table in
the database is compared with what its players sent, what was acknowledged to them and what they
and the spectators have seen. A single difference ends the run with an error, and nothing is
written.
"""


def row(what: str, found: FaultRun) -> str:
    faults = ", ".join(f"{name}: {count}" for name, count in found.faults.items())
    apart = "-" if found.clocks_apart is None else f"{found.clocks_apart} ms"
    return f"| {what} | {found.games} | {found.moves} | {faults} | 0 | 0 | {apart} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="at a time")
    parser.add_argument("--minutes", type=float, default=3, help="of endurance on SQLite")
    asked = parser.parse_args()
    rows = [row("two processes, PostgreSQL", kills_and_restarts(asked.games, 6, 4))]
    print(rows[-1], flush=True)
    clocks = clock_jumps(asked.games, 6, 2)
    rows.append(row("two machines whose clocks are up to a day wrong", clocks))
    print(rows[-1], flush=True)
    rows.append(row("PostgreSQL on a disk that is full at times", full_disks(asked.games, 3)))
    print(rows[-1], flush=True)
    with running_cluster() as cluster:
        rows.append(
            row(
                "two processes, PostgreSQL, behind a bad network", bad_network(cluster, asked.games)
            )
        )
    print(rows[-1], flush=True)
    with tempfile.TemporaryDirectory() as folder:
        endured = endure(Path(folder), asked.games, 60 * asked.minutes, kills=4)
    found = FaultRun(endured.games, endured.moves, faults={"processes killed": endured.kills})
    rows.append(row("one process, SQLite, with rude clients", found))
    print(rows[-1], flush=True)
    table = [
        "| | games | moves acknowledged | faults | lost or changed | doubled | clocks apart |",
        "|---|---|---|---|---|---|---|",
        *rows,
    ]
    slow = endured.summary()
    told = (
        f"On {os.cpu_count()} cores, clients included. On SQLite a move was acknowledged after "
        f"{slow['p50 ms']} ms (median), {slow['p99 ms']} ms (99 of 100); after a kill everybody "
        f"was back within {max(endured.back):.0f} s."
    )
    PAGE.write_text("\n".join([HEAD, *table, "", told, ""]))


if __name__ == "__main__":
    main()
