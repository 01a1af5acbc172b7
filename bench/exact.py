"""How fast Quixo and full boards of Cubulus are solved and probed, on cores and, where there is
one, on a GPU.

make bench
"""

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
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
from cubarium.solve.rotations.cores import RotationCores
from cubarium.solve.rotations.orbits import orbit_index
from cubarium.solve.rotations.prober import RotationProber
from cubarium.solve.rotations.solver import TableFile
from cubarium.solve.rotations.solver import solve as solve_full_boards
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


def full_boards(balls: int, plies: bool, folder: Path) -> list[dict[str, Any]]:  # noqa: FBT001
    """Cubulus with every ball in the cage, this many a side: solved on cores, written, probed."""
    game = catalog.load("cubulus")
    numbers = catalog.rotation_index("cubulus")
    facts = orbit_index(numbers.facts(balls))
    small = orbit_index(numbers.facts(4))
    solve_full_boards(RotationCores(small, plies=plies))  # compiled
    kind = "distances" if plies else "values"
    cpu, path = time.process_time(), folder / kind
    solution = solve_full_boards(
        RotationCores(facts, plies=plies), TableFile(path, game.name, game.spec.info.rules_version)
    )
    cpu = time.process_time() - cpu
    judged = facts.positions * solution.sweeps / 1e6
    what = f"cage with {balls} balls a side, {kind}"
    solved_row = {
        "what": f"{what}: {solution.sweeps} sweeps",
        "M positions": facts.positions / 1e6,
        "seconds": solution.seconds,
        "M/s": judged / solution.seconds,
        "M/CPU-s": judged / cpu,
    }
    prober = RotationProber(game, numbers, path)
    rng = np.random.default_rng(1)
    cells = rng.permuted(np.tile(np.arange(27, dtype=np.uint32), (PROBES, 1)), axis=1)
    bits = np.uint32(1) << cells
    me, op = (np.bitwise_or.reduce(bits[:, at : at + balls], axis=1) for at in (0, balls))
    forbidden = rng.integers(-1, len(facts.facts.rows), PROBES)
    prober.values(me, op, forbidden)  # every part is checked once
    cpu = time.process_time()
    prober.values(me, op, forbidden)
    cpu = time.process_time() - cpu
    probed_row = {
        "what": f"probing, {what}",
        "M positions": PROBES / 1e6,
        "seconds": cpu,
        "M/s": None,
        "M/CPU-s": PROBES / cpu / 1e6,
    }
    return [solved_row, probed_row]


def main() -> None:
    rows = [measured(size, last, Cores, "cores") for size, last in BOARDS]
    try:
        rows += [measured(size, last, Gpu, "GPU") for size, last in BOARDS]
    except CubariumError as none:
        print(f"No GPU in the table: {none}.")
    rows.append(probed())
    report("exact", "Quixo solved: canonical positions", rows)
    with TemporaryDirectory() as folder:
        cages = [row for plies in (False, True) for row in full_boards(5, plies, Path(folder))]
    report("exact-cubulus", "Cubulus, full boards solved: positions times sweeps", cages)


if __name__ == "__main__":
    main()
