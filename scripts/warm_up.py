"""Compiles what the engines need at every table, on all cores: `python -m scripts.warm_up`. Whoever
starts several processes afterwards finds it in the cache, and none of them compiles it again."""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from cubarium import catalog
from cubarium.play import engines

TABLES = sorted(
    ((name, players) for name in catalog.names() for players in catalog.info(name).players),
    key=lambda table: table[0] != "cubeo",  # what takes longest comes first
)


def compile_table(name: str, players: int) -> float:
    """Make the engines of a table ready; the seconds of CPU that it took."""
    began = time.process_time()
    engines.warm(catalog.load(name, players)).join()
    return time.process_time() - began


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = {pool.submit(compile_table, *table): table for table in TABLES}
        for number, job in enumerate(as_completed(jobs), 1):
            name, players = jobs[job]
            message = f"{name} for {players}: {job.result():.1f} s"
            print(f"compiled {number} of {len(jobs)}: {message}", file=sys.stderr)


if __name__ == "__main__":
    main()
