"""How many moves a second the writer makes durable, by the number of tables where people move.

    python -m bench.writer [--database postgresql://user:password@host/name]

Without an address: on SQLite in a temporary folder.
"""

import argparse
import asyncio
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from cubarium.database import repository
from cubarium.database.database import prepared
from cubarium.database.site_place import postgres_database
from cubarium.database.summary import summary
from cubarium.database.writer import Change, Writer
from cubarium.match.events import Moved
from cubarium.match.revision import Revision
from cubarium.match.session import Entry
from tests.database.rows import begun, entries, opened, put

SECONDS: Final = 3.0
TABLES: Final = (1, 10, 100, 1000)


async def measure(engine: Engine, tables: int, seconds: float) -> tuple[float, float, float]:
    """Moves a second, changes in one commit, and milliseconds that somebody waits."""
    events = begun(2)
    columns = summary(opened().after(entries(events, 5)), 5)
    names = [f"t{tables}x{number}" for number in range(tables)]
    for name in names:
        put(engine, name, events, 5)
    commits: list[int] = []
    waits: list[float] = []
    writer = Writer(engine, lambda changes, _: commits.append(changes))
    writer.start()
    late = time.monotonic() + seconds

    def move(name: str, revision: int) -> Change:
        entry = Entry(Revision(revision), Moved(0, "a1e1"), 5, 5, f"command{revision}")
        new = {**columns, "revision": revision}
        return lambda connection: repository.append(connection, name, [entry], new)

    async def play(name: str) -> None:
        for revision in count(5):
            began = time.monotonic()
            if began > late:
                return
            await writer.write(move(name, revision))
            waits.append(time.monotonic() - began)

    await asyncio.gather(*map(play, names))
    await asyncio.to_thread(writer.close)
    return len(waits) / seconds, sum(commits) / len(commits), 1000 * sum(waits) / len(waits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", help="of PostgreSQL, empty")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = postgres_database(wanted.database) if wanted.database else Path(folder)
        engine = prepared(place)
        print("tables  moves/s  moves/commit  wait (ms)")
        for tables in TABLES:
            rate, share, wait = asyncio.run(measure(engine, tables, wanted.seconds))
            print(f"{tables:6}  {rate:7.0f}  {share:12.1f}  {wait:9.2f}")
        engine.dispose()


if __name__ == "__main__":
    main()
