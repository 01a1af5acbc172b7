"""Alpha-beta of Quixo beside its twin in C (quixo_search.c), which searches the same nodes."""

import subprocess
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.playouts import built
from cubarium.core.engine import Limit
from cubarium.games.quixo.evaluation import WEIGHT
from cubarium.games.quixo.geometry import geometry
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.root import SearchRoot

NODES: Final = 40_000_000
MEGABYTES: Final = 64
ROUNDS: Final = 3


class TwinRates(NamedTuple):
    """Nodes a CPU-second, the best of rounds that take turns."""

    ours: float
    twin: float
    is_same: bool
    """Did both find the same after the same nodes?"""


def twin_rates(root: SearchRoot) -> TwinRates | None:
    """From the start of Quixo for two; None where nothing compiles C."""
    program = built("quixo_search")
    if program is None:
        return None
    ours = twin = 0.0
    is_same = True
    for _ in range(ROUNDS):
        rate, depths = _searched(root)
        twin_rate, deepest = _searched_by_twin(program)
        ours, twin = max(ours, rate), max(twin, twin_rate)
        is_same = is_same and deepest in depths
    return TwinRates(ours, twin, is_same)


def _searched(root: SearchRoot) -> tuple[float, set[tuple[int, int, int]]]:
    """The rate; for each depth the nodes until then, the value and the depth."""
    searcher, clock = AlphaBeta(memory=MEGABYTES), Clock(Limit(nodes=NODES))
    begun = time.process_time()
    depths = {
        (clock.nodes, found[0].score, found[0].depth) for found in searcher.search(root, clock)
    }
    return clock.nodes / (time.process_time() - begun), depths


def _searched_by_twin(program: Path) -> tuple[float, tuple[int, int, int]]:
    """The same of the last depth that the twin has finished."""
    pushes = [f"{path[0]} {path[-1]}" for path in geometry(5).paths.values()]
    data = "\n".join([*pushes, *map(str, WEIGHT[5])])
    command = [str(program), str(NODES), str(MEGABYTES)]
    done = subprocess.run(command, input=data, check=True, capture_output=True, text=True)
    nodes, seconds, finished, value, depth = done.stdout.split()
    return int(nodes) / float(seconds), (int(finished), int(value), int(depth))
