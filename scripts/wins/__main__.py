"""Looks for puzzles in games: `python -m scripts.wins quixo FILE --seed 1 --seconds 3600`.

What is found is added to the file, a line of JSON each; `python -m scripts.wins.choice` chooses
from such files what ships with the program. Where the whole game can be solved, see
`scripts.wins.exact`.
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
from cubarium.search.forced_win import ForcedWins
from scripts.wins.candidate import found_in
from scripts.wins.games import played_game

MEGABYTES = 96


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--every", type=int, default=6, help="how rarely it looks longer: 1 always")
    asked = parser.parse_args()
    game = catalog.load(asked.game, 2)
    wins, rng = ForcedWins(game, memory=MEGABYTES), Random(asked.seed)
    counts: Counter[int] = Counter()
    since, games = time.monotonic(), 0
    while time.monotonic() - since < asked.seconds:
        games += 1
        path = played_game(game, rng)
        with asked.file.open("a", encoding="utf-8") as file:
            for one in found_in(wins, path, longer=games % asked.every == 0):
                counts[one.plies] += 1
                file.write(json.dumps({"game": f"{asked.seed}-{games}", **asdict(one)}) + "\n")
        found = " ".join(f"{plies}:{number}" for plies, number in sorted(counts.items()))
        print(f"{games} games, {time.monotonic() - since:.0f} s: {found}", file=sys.stderr)


if __name__ == "__main__":
    main()
