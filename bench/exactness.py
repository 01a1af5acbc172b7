"""Quixo 4x4: what alpha-beta says and plays on random positions, against the whole solution.

python -m bench.exactness
"""

import argparse
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from bench.report import report
from cubarium import catalog
from cubarium.core.engine import Limit, Proven
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended
from cubarium.match.match import Match
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.engine import SearchEngine
from cubarium.solve.cpu import Cores
from cubarium.solve.prober import Prober
from cubarium.solve.solver import tiers
from cubarium.solve.tablebase import write

REVERSED = {"win": "loss", "draw": "draw", "loss": "win"}
EACH = 250
COLUMNS = ("positions", "proved", "proved wrongly", "kept", "win", "draw", "loss")


def game_of() -> AnyGame:
    return catalog.load("quixo", 2, size=4)


def solve(path: Path) -> None:
    """The whole solution, on disk."""
    game = game_of()
    numbering = catalog.solver_index("quixo")
    index = numbering.index(numbering.size_of(game))
    backend = Cores(index, None)
    values = {}
    for tier in tiers(index, backend):
        values.update({which: backend.fetched(one) for which, one in tier.values.items()})
    write(path, game.name, index.size, game.spec.info.rules_version, values)


def random_position(game: AnyGame, rng: Random) -> Any:
    """A random board on which nobody has a line yet."""
    while True:
        cubes = "".join(rng.choice(".XO") for _ in range(16))
        rows = "/".join(cubes[at : at + 4] for at in range(0, 16, 4))
        state = game.position(f"{rows} {rng.choice('XO')}")
        if not isinstance(game.turn(state), Ended):
            return state


def part(arguments: tuple[str, int, int, int]) -> dict[str, int]:
    """What alpha-beta does on so many positions."""
    path, nodes, seed, count = arguments
    game = game_of()
    prober = Prober(game, catalog.solver_index("quixo"), Path(path))
    rng = Random(seed)
    engine = SearchEngine(searcher=AlphaBeta(memory=16))
    told = dict.fromkeys(COLUMNS, 0)
    for _ in range(count):
        state = random_position(game, rng)
        value = prober.value(state)
        assert value is not None
        seat = game.turn(state).seat  # type: ignore[union-attr]
        story = Match.open(game, None, state).story(seat)
        for thought in engine.think(game, story, Limit(nodes=nodes)):
            last = thought
        after = game.play(state, last.best)
        turn = game.turn(after)
        if isinstance(turn, Ended):
            then = "win" if seat in turn.outcome.winners else "loss"
        else:
            known = prober.value(after)
            assert known is not None
            then = REVERSED[known]
        told["positions"] += 1
        told[value] += 1
        told["kept"] += then == value
        if isinstance(last.value, Proven):
            told["proved"] += 1
            said = "win" if seat in last.value.outcome.winners else "loss"
            told["proved wrongly"] += said != value
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    begun = time.perf_counter()
    total: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "quixo4.table"
        solve(path)
        parts = [(str(path), given.nodes, seed, EACH) for seed in range(given.positions // EACH)]
        with ProcessPoolExecutor(given.workers) as pool:
            for done, told in enumerate(pool.map(part, parts), start=1):
                total = {name: total.get(name, 0) + count for name, count in told.items()}
                print(f"\r{done * EACH} of {given.positions}", end="", flush=True)
    print()
    row: dict[str, Any] = {"what": f"quixo 4x4, {given.nodes} nodes", **total}
    row["kept, %"] = 100 * total["kept"] / total["positions"]
    row["s"] = round(time.perf_counter() - begun)
    report("exactness", "Alpha-beta against the solution", [row])


if __name__ == "__main__":
    main()
