"""How fast Quixo is solved and probed, on cores and, where there is one, on a GPU.

make bench
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench.report import report
from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.games.quixo import solver_index as numbering
from cubarium.games.quixo.solver_index import index
from cubarium.solve.cpu import Cores
from cubarium.solve.gpu import Gpu
from cubarium.solve.prober import Prober
from cubarium.solve.solver import Backend, tiers

BOARDS = ((4, 0), (5, 24))
"""The size, and the last tier that is solved."""
PROBES = 1_000_000


def solved(facts: Any, backend: Backend, last: int) -> tuple[int, float, float]:
    """Canonical positions, seconds and CPU-seconds."""
    begun, cpu = time.perf_counter(), time.process_time()
    positions = 0
    for tier in tiers(facts, backend, last):
        positions += sum(facts.positions(*which) for which in tier.values)
    return positions, time.perf_counter() - begun, time.process_time() - cpu


def measured(size: int, last: int, make: Callable[[Any], Backend], where: str) -> dict[str, Any]:
    """One row."""
    facts = index(size)
    backend = make(facts)
    small = index(3)
    solved(small, make(small), 0)  # compiled
    positions, seconds, cpu = solved(facts, backend, last)
    return {
        "what": f"{size} by {size}, {facts.cells} to {last} cubes, {where}",
        "M positions": positions / 1e6,
        "seconds": seconds,
        "M/s": positions / seconds / 1e6,
        "M/CPU-s": positions / cpu / 1e6 if where == "cores" else None,
    }


def probed() -> dict[str, Any]:
    """The rate of looking up many positions at once."""
    prober = Prober(catalog.load("quixo"), numbering, numbering.OPENINGS)
    rng = np.random.default_rng(1)
    me = np.zeros(PROBES, np.uint32)
    op = np.zeros(PROBES, np.uint32)
    for number, cells in enumerate(rng.permuted(np.tile(np.arange(25), (PROBES, 1)), axis=1)):
        me[number] = np.bitwise_or.reduce(1 << cells[:4])
        op[number] = np.bitwise_or.reduce(1 << cells[4:8])
    prober.values(me[:10], op[:10])
    cpu = time.process_time()
    prober.values(me, op)
    cpu = time.process_time() - cpu
    return {
        "what": "probing, eight cubes",
        "M positions": PROBES / 1e6,
        "seconds": cpu,
        "M/s": None,
        "M/CPU-s": PROBES / cpu / 1e6,
    }


def main() -> None:
    rows = [measured(size, last, Cores, "cores") for size, last in BOARDS]
    try:
        rows += [measured(size, last, Gpu, "GPU") for size, last in BOARDS]
    except CubariumError as none:
        print(f"No GPU in the table: {none}.")
    rows.append(probed())
    report("exact", "Quixo solved: canonical positions", rows)


if __name__ == "__main__":
    main()
