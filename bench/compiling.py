"""What the first start costs: compiling the engines of each table, in CPU-seconds.

python -m bench.compiling           every number of players of every game
python -m bench.compiling quixo 2   one table; add --functions to see where it goes
"""

import argparse
import multiprocessing
import os
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bench.report import report
from cubarium import catalog

Spent = dict[str, tuple[int, float]]
"""By function: how often it was compiled, and the CPU-seconds that are not those of functions
inside it."""


def compile_table(name: str, players: int, folder: str) -> tuple[float, Spent]:
    """CPU-seconds until its engines are ready; for a fresh process and an empty folder."""
    os.environ["NUMBA_CACHE_DIR"] = folder
    game = catalog.load(name, players)
    catalog.kernel(game)
    import numba.core.event as events

    import cubarium.search.engine  # noqa: F401  (no part of compiling)
    from cubarium.engines import registry

    spent: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    inner: list[tuple[float, float]] = []

    class Watch(events.Listener):  # type: ignore[misc]
        def on_start(self, _: Any) -> None:
            inner.append((time.process_time(), 0.0))

        def on_end(self, event: Any) -> None:
            begun, within = inner.pop()
            whole = time.process_time() - begun
            function = event.data["dispatcher"].py_func
            place = f"{function.__module__}.{function.__qualname__}"
            times, own = spent[place]
            spent[place] = times + 1, own + whole - within
            if inner:
                inner[-1] = inner[-1][0], inner[-1][1] + whole

    begun = time.process_time()
    with events.install_listener("numba:compile", Watch()):
        registry.warm(game).join()
    return time.process_time() - begun, dict(spent)


def cold(name: str, players: int) -> tuple[float, Spent]:
    """The same, in a fresh process with an empty folder."""
    anew = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as empty, ProcessPoolExecutor(1, anew) as pool:
        return pool.submit(compile_table, name, players, empty).result()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", help="this game alone")
    parser.add_argument("players", nargs="?", type=int, help="at this table alone")
    parser.add_argument("--functions", action="store_true", help="show the costly functions too")
    said = parser.parse_args()
    rows: list[dict[str, Any]] = []
    parts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name in catalog.names() if said.game is None else [said.game]:
        for players in catalog.info(name).players if said.players is None else [said.players]:
            seconds, spent = cold(name, players)
            count = sum(number for number, _ in spent.values())
            rows.append({"what": f"{name}, {players}", "CPU-s": seconds, "functions": count})
            for function, (number, own) in spent.items():
                parts[function][0] += number
                parts[function][1] += own
    if said.functions:
        for function, (times, own) in sorted(parts.items(), key=lambda part: -part[1][1])[:40]:
            print(f"{own:7.2f} s {times:4.0f} times  {function}")
    report("compiling", "Compiling an engine, nothing cached", rows)


if __name__ == "__main__":
    main()
