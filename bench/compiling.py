"""What the first start costs: compiling the engines of each table, in CPU-seconds.

python -m bench.compiling           every number of players of every game
python -m bench.compiling quixo 2   one table; add --functions to see where it goes
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench.report import report
from cubarium import catalog

ROOT = Path(__file__).parents[1]
CODE = """
import json, sys, time
from collections import defaultdict
from cubarium import catalog
from cubarium.play import engines
game = catalog.load(sys.argv[1], int(sys.argv[2]))
catalog.kernel(game)
import cubarium.search.engine
from numba.core import event

spent, inner = defaultdict(lambda: [0, 0.0]), []

class Watch(event.Listener):
    def on_start(self, happened):
        inner.append([time.process_time(), 0.0])
    def on_end(self, happened):
        begun, within = inner.pop()
        whole = time.process_time() - begun
        function = happened.data["dispatcher"].py_func
        entry = spent[f"{function.__module__}.{function.__qualname__}"]
        entry[0] += 1
        entry[1] += whole - within
        if inner:
            inner[-1][1] += whole

begun = time.process_time()
with event.install_listener("numba:compile", Watch()):
    engines.warm(game).join()
print(json.dumps([time.process_time() - begun, spent]))
"""


def cold(name: str, players: int) -> tuple[float, dict[str, tuple[int, float]]]:
    """CPU-seconds in a fresh process with an empty cache; by function: how often it was compiled,
    and the CPU-seconds that are not those of functions inside it."""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(
            [sys.executable, "-c", CODE, name, str(players)],
            env=os.environ | {"NUMBA_CACHE_DIR": empty},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
    seconds, spent = json.loads(done.stdout)
    return seconds, {function: (count, own) for function, (count, own) in spent.items()}


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
