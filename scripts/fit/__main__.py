"""python -m scripts.fit cage 2-3: play, fit, and write the weights of one table. With `--keep FILE`
the positions of earlier rounds are fitted too. Cube O' has a way of its own: see cards.py."""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubarium.engines.executor import Executor
from cubarium.engines.process_executor import executor_for
from cubarium.search.score import SCALE
from scripts.fit import cards
from scripts.fit.parts import TABLES, Part, in_order, part, part_of_cards
from scripts.fit.regression import fitted

ROOMS = Path(__file__).parents[2] / "cubarium" / "games"


def save(name: str, which: str, fit: Callable[[int], tuple[NDArray[np.float64], float]]) -> float:
    """Write the weights of one table, given what fits so many of them; the loss."""
    path = ROOMS / name / "weights.json"
    known = json.loads(path.read_text(encoding="utf-8"))
    weights, loss = fit(len(known[which]))
    known[which] = [round(SCALE * weight) for weight in weights]
    lines = (f' "{table}": {json.dumps(numbers)}' for table, numbers in known.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return loss


def from_positions(
    executor: Executor, parts: list[Part], keep: Path | None, ridge: float
) -> tuple[NDArray[np.float64], float]:
    """Weights of patterns: the results, and the loss."""
    rows, results = [], []
    if keep is not None and keep.exists():
        kept = np.load(keep)
        rows.append(kept["rows"])
        results.append(kept["results"])
    for found, won in in_order(executor, part, parts):
        rows.append(found)
        results.append(won)
    features, outcomes = np.concatenate(rows), np.concatenate(results)
    if keep is not None:
        np.savez_compressed(keep, rows=features, results=outcomes)
    name, which, *_ = parts[0]
    return outcomes, save(name, which, lambda count: fitted(features, outcomes, count, ridge))


def from_cards(executor: Executor, parts: list[Part]) -> tuple[NDArray[np.float64], float]:
    """Weights of Cube O': the results, and the loss."""
    found = cards.Found()
    for one in in_order(executor, part_of_cards, parts):
        found.add(one)
    name, which, *_ = parts[0]
    loss = save(name, which, lambda _: cards.fitted(found, TABLES[name][which][0]))
    return np.array(found.results), loss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("which")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--ridge", type=float, default=2e-5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a file of positions: those of earlier rounds")
    given = parser.parse_args()
    begun = time.perf_counter()
    each = 100
    parts = [
        (given.name, given.which, given.nodes, each, given.seed * 10_000 + number)
        for number in range(-(-given.games // each))
    ]
    executor = executor_for(given.workers)
    if given.name == "cubeo":
        if given.keep is not None:
            parser.error("--keep is not for cubeo")
        outcomes, loss = from_cards(executor, parts)
    else:
        outcomes, loss = from_positions(executor, parts, given.keep, given.ridge)
    even = -float(np.mean(outcomes) * np.log(np.mean(outcomes))) - float(
        (1 - np.mean(outcomes)) * np.log(1 - np.mean(outcomes))
    )
    seconds = time.perf_counter() - begun
    print(
        f"{given.name} {given.which}: {len(outcomes)} positions, "
        f"mean result {outcomes.mean():.3f}, loss {loss:.4f} (even {even:.4f}), {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
