"""Makes the puzzles that ship with Cube O': `python -m scripts.puzzles`.

The ones with many cards are made first: their solutions show many pairs and triples of cards, and
no puzzle may be solved by the solution of another. What is done is kept in the file, and a second
call goes on. It takes about half an hour on one core.
"""

import sys
from dataclasses import replace
from random import Random

from cubarium.core.puzzles import Puzzle
from cubarium.games.cubeo.puzzles.collection import FILE, shipped, written
from cubarium.games.cubeo.puzzles.generator import make, shown_by

SEED = 2026
WANTED = {8: 20, 7: 24, 6: 36, 5: 40, 4: 40, 3: 28, 2: 12}
"""By number of cards, how many puzzles."""
SECONDS = 120.0


def ordered(puzzles: list[Puzzle]) -> dict[str, Puzzle]:
    """Easy ones first, called p001 and so on."""
    puzzles = sorted(puzzles, key=lambda one: (one.grade, len(one.cards), one.par, one.cards))
    return {
        name: replace(one, name=name)
        for name, one in zip((f"p{at:03}" for at in range(1, 1000)), puzzles, strict=False)
    }


def main() -> None:
    done = list(shipped().values()) if FILE.exists() else []
    others = [shown_by(one.solution) for one in done]
    for count, wanted in WANTED.items():
        number = 0
        while sum(len(one.cards) == count for one in done) < wanted:
            number += 1
            rng = Random(f"{SEED} {count} {len(done)} {number}")
            puzzle = make(count, rng, seconds=SECONDS, others=others)
            if puzzle is None:
                continue
            shown = shown_by(puzzle.solution)
            if any(set(one.cards) <= shown for one in done):
                continue
            done.append(puzzle)
            others.append(shown)
            FILE.write_text(written(ordered(done)), "utf-8")
            print(f"{len(done)}: {' '.join(puzzle.cards)}, par {puzzle.par}", file=sys.stderr)


if __name__ == "__main__":
    main()
