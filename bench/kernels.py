"""Compiled code here and in an older checkout, in rounds that take turns: searches, batches on one
core, a board solved; and alpha-beta of Quixo in plain C. All per CPU-second, the best of rounds.

python -m bench.kernels --older ../older
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from bench.batch import RATE, batch_row
from bench.exact import solved
from bench.quixo_twin import twin_rates
from bench.report import report
from bench.search import SEATS, TWO_SIDES, rate, story_of
from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.games.quixo.solver_index import index
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.mcts import Mcts
from cubarium.search.root import search_root
from cubarium.solve.cpu import Cores

HERE: Final = Path(__file__).parents[1]
BATCHES: Final = (("quixo", 2), ("quixo", 4), ("cage", 2), ("cubulus", 2), ("cubeo", 2))
BATCH_SECONDS: Final = 0.3
TWIN: Final = "alpha-beta, M nodes: quixo, 2"
ENTER: Final = """\
import sys, importlib.util as util
from pathlib import Path
checkout, bench = map(Path, sys.argv[1:])
sys.path.insert(0, str(checkout))
found = util.spec_from_file_location(
    "bench", bench / "__init__.py", submodule_search_locations=[str(bench)]
)
sys.modules["bench"] = util.module_from_spec(found)
import cubarium
assert Path(cubarium.__file__).is_relative_to(checkout), cubarium.__file__
from bench.kernels import print_round
print_round()
"""
"""The bench of this checkout, with the package of any."""


def measurements() -> Iterator[tuple[str, Callable[[], float]]]:
    """What is measured, and how."""
    for name, players, options in TWO_SIDES:
        game = catalog.load(name, players, **options)
        yield f"alpha-beta, M nodes: {name}, {players}", partial(searched, game, AlphaBeta, 1e6)
    plain = partial(Mcts, playouts=True, memory=512)
    quixo = catalog.load("quixo", 2)
    yield "random games, k simulations: quixo, 2", partial(searched, quixo, plain, 1e3)
    for name, players, options in SEATS:
        game = catalog.load(name, players, **options)
        yield f"Monte-Carlo, k simulations: {name}, {players}", partial(searched, game, Mcts, 1e3)
    for name, players in BATCHES:
        yield f"batch, M steps: {name}, {players}", partial(stepped, catalog.load(name, players))
    yield "4 by 4 solved, M positions", four_by_four


def searched(game: AnyGame, make: Callable[..., Any], unit: float) -> float:
    """Nodes or simulations a CPU-second."""
    return rate(game, make, rounds=1)[0] / unit


def stepped(game: AnyGame) -> float:
    """Steps a CPU-second, in millions, with observations and masks."""
    made: float = batch_row(game, 1, BATCH_SECONDS)[RATE]
    return made


def four_by_four() -> float:
    """Canonical positions a CPU-second, in millions."""
    small, facts = index(3), index(4)
    solved(small, Cores(small), 0)  # compiled
    positions, _, cpu = solved(facts, Cores(facts), 0)
    return positions / cpu / 1e6


def print_round() -> None:
    """One round, as JSON on standard output."""
    print(json.dumps({what: measure() for what, measure in measurements()}))


def measured_round(checkout: Path) -> dict[str, float]:
    """One round with the package of a checkout, in a process of its own."""
    command = [sys.executable, "-c", ENTER, str(checkout), str(HERE / "bench")]
    done = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


@click.command(help=__doc__)
@click.option("--older", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=3, show_default=True)
def main(older: Path | None, rounds: int) -> None:
    checkouts = {"now": HERE} if older is None else {"older": older.resolve(), "now": HERE}
    best: dict[str, dict[str, float]] = {name: {} for name in checkouts}
    for number in range(rounds):
        for name, checkout in checkouts.items():
            for what, found in measured_round(checkout).items():
                best[name][what] = max(best[name].get(what, 0.0), found)
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    rows: list[dict[str, Any]] = []
    for what, now in best["now"].items():
        before = best["older"][what] if older is not None else None
        ratio = now / before if before else None
        rows.append({"what": what, "older": before, "now": now, "now / older": ratio, "C": None})
    quixo = catalog.load("quixo", 2)
    twin = twin_rates(search_root(quixo, story_of(quixo)))
    if twin is None or not twin.is_same:
        print("No twin in C searched the same nodes: it is missing from the table.")
    else:
        next(one for one in rows if one["what"] == TWIN)["C"] = twin.twin / 1e6
    report("kernels", f"Compiled code, per CPU-second, best of {rounds} rounds", rows)


if __name__ == "__main__":
    main()
