"""Level 8 on all proved positions of tests/suites.

python -m bench.suites
"""

import time
from pathlib import Path
from random import Random
from typing import Any

from bench.report import report
from cubarium import catalog
from cubarium.core.engine import Limit, Proven
from cubarium.engines.registry import engine
from cubarium.match.match import Match
from scripts.suites.entries import Entry, read

SUITES = Path(__file__).parents[1] / "tests" / "suites"
TABLES = (("quixo", 2), ("quixo", 4), ("cage", 2), ("cubulus", 2))


def right(game: Any, entry: Entry, seed: int) -> tuple[bool, bool, int]:
    """Did level 8 make a move that keeps the value; did it tell the exact fact; its nodes. A win
    that takes longer than the suite looks is right as well if it is proved."""
    match = Match.open(game, None, game.position(entry.text))
    seat = match.turn.seat  # type: ignore[union-attr]
    for thought in engine("level8", game, Random(seed)).think(game, match.story(seat), Limit()):
        last = thought
    value = last.value
    told = isinstance(value, Proven) and (seat in value.outcome.winners) == entry.won
    kept = not entry.won or game.write(last.best) in entry.moves or told
    exact = isinstance(value, Proven) and told and value.plies == entry.plies
    return kept, exact, last.nodes


def main() -> None:
    rows: list[dict[str, Any]] = []
    for name, players in TABLES:
        game = catalog.load(name, players)
        entries = list(read((SUITES / f"{name}-{players}.txt").read_text("utf-8")))
        begun = time.process_time()
        found = [right(game, entry, number) for number, entry in enumerate(entries)]
        rows.append(
            {
                "what": f"{name}, {players} players",
                "positions": len(entries),
                "right": sum(kept for kept, _, _ in found),
                "exact plies": sum(exact for _, exact, _ in found),
                "most nodes": max(nodes for _, _, nodes in found),
                "CPU-s": time.process_time() - begun,
            }
        )
    report("suites", "Level 8 on proved positions", rows)


if __name__ == "__main__":
    main()
