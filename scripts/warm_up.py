"""Compiles what the engines need at every table, on all cores: `python -m scripts.warm_up`. Whoever
starts several processes afterwards finds it in the cache, and none of them compiles it again."""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from cubarium import catalog
from cubarium.engines import registry

LONGEST = "cubeo"
"""One kernel for any number of players: one process compiles it, and begins at once."""


def jobs() -> list[list[tuple[str, int]]]:
    """Tables that belong into one process, what takes longest first."""
    tables = [(name, players) for name in catalog.names() for players in catalog.info(name).players]
    alike = [table for table in tables if table[0] == LONGEST]
    return [alike, *([table] for table in tables if table not in alike)]


def compile_tables(tables: list[tuple[str, int]]) -> float:
    """Make the engines of tables ready; the seconds of CPU that it took."""
    began = time.process_time()
    for name, players in tables:
        registry.warm(catalog.load(name, players)).join()
    return time.process_time() - began


def main() -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = {pool.submit(compile_tables, tables): tables for tables in jobs()}
        for job in as_completed(waiting):
            names = ", ".join(f"{name} for {players}" for name, players in waiting[job])
            print(f"compiled: {names} ({job.result():.1f} s of CPU)", file=sys.stderr)


if __name__ == "__main__":
    main()
