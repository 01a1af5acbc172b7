"""Looks for puzzles in games: `python -m scripts.wins quixo FILE --seed 1 --seconds 3600`.

What is found is added to the file, a line of JSON each; `python -m scripts.wins.choice` chooses
from such files what ships with the program.
"""

import json
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random

from cubarium import catalog
from cubarium.core.solver import ValueSource
from cubarium.search.forced_win import ForcedWins
from scripts.wins.candidate import found_in
from scripts.wins.games import played_game

MEGABYTES = 96


def _source(name: str) -> ValueSource | None:
    """What the tables that come with the program know."""
    if name not in catalog.solvable() or catalog.has_rotations(name):
        return None
    from cubarium.solve.prober import Prober

    game = catalog.load(name, 2)
    index = catalog.solver_index(name)
    path = index.openings_of(game)
    return None if path is None else Prober(game, index, path)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--every", type=int, default=6, help="how rarely it looks longer: 1 always")
    asked = parser.parse_args()
    game = catalog.load(asked.game, 2)
    wins, source, rng = ForcedWins(game, memory=MEGABYTES), _source(asked.game), Random(asked.seed)
    counts: Counter[int] = Counter()
    since, games = time.monotonic(), 0
    while time.monotonic() - since < asked.seconds:
        games += 1
        path = played_game(game, rng)
        with asked.file.open("a", encoding="utf-8") as file:
            for one in found_in(wins, source, path, longer=games % asked.every == 0):
                counts[one.plies] += 1
                file.write(json.dumps({"game": f"{asked.seed}-{games}", **asdict(one)}) + "\n")
        found = " ".join(f"{plies}:{number}" for plies, number in sorted(counts.items()))
        print(f"{games} games, {time.monotonic() - since:.0f} s: {found}", file=sys.stderr)


if __name__ == "__main__":
    main()
