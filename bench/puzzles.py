"""How long it takes to solve a puzzle and to prove its par, beside CP-SAT.

make bench
"""

import sys
import time
from random import Random
from statistics import median
from typing import Any

from bench.cpsat import par_by_cpsat
from bench.report import report
from cubarium.games.cubeo.cards import CARDS
from cubarium.games.cubeo.puzzles import solve

SETS = {2: 6, 3: 6, 4: 6, 5: 6, 6: 4, 7: 2, 8: 1}
"""By number of cards, how many random sets."""
YARDSTICK = 3
"""Up to so many cards CP-SAT is asked too, for one set."""


def timed(cards: list[str]) -> tuple[int, float]:
    """Par, and the CPU-seconds that its proof took."""
    begun = time.process_time()
    par = solve(cards).par
    assert par is not None
    return par, time.process_time() - begun


def measured(count: int, sets: int) -> dict[str, Any]:
    """One row."""
    print(f"{count} cards …", file=sys.stderr)
    rng = Random(count)
    chosen = [rng.sample(CARDS, count) for _ in range(sets)]
    found = [timed(cards) for cards in chosen]
    other: list[float] = []
    for cards, (par, _) in list(zip(chosen, found, strict=True))[: 1 if count <= YARDSTICK else 0]:
        begun = time.process_time()
        answer = par_by_cpsat(cards)
        if answer is not None:
            assert answer == par
            other.append(time.process_time() - begun)
    seconds = [one for _, one in found]
    return {
        "cards": count,
        "sets": sets,
        "par": f"{min(par for par, _ in found)} to {max(par for par, _ in found)}",
        "CPU-s, median": median(seconds),
        "CPU-s, longest": max(seconds),
        "CP-SAT, CPU-s": median(other) if other else None,
    }


def main() -> None:
    timed([*CARDS[:2]])  # compiled, or loaded
    rows = [measured(count, sets) for count, sets in SETS.items()]
    report("puzzles", "Puzzles of random cards: solved, and par proved", rows)


if __name__ == "__main__":
    main()
