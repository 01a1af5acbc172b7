"""How fast the engines search, per CPU-second, from the start of each game, beside what the last
release reached (bench/released/search.json, a copy of results/search.json made then), and Quixo
beside its twin in C (quixo_search.c).

python -m bench.search
"""

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from bench.openspiel import pentago_search_rate
from bench.quixo_twin import twin_rates
from bench.report import report
from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.turn import ToDraw
from cubarium.match.match import Match
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.mcts import Mcts
from cubarium.search.root import search_root
from cubarium.search.searcher import Searcher

RELEASED: Final = Path(__file__).parent / "released" / "search.json"
RATE: Final = "thousand/CPU-s"

SECONDS = 3.0
ROUNDS = 3
TWO_SIDES: list[tuple[str, int, dict[str, str]]] = [
    ("quixo", 2, {}),
    ("quixo", 4, {}),
    ("cage", 2, {}),
    ("cubulus", 2, {"neutrals": "random"}),
]
SEATS: list[tuple[str, int, dict[str, str]]] = [
    ("cage", 3, {}),
    ("cage", 4, {}),
    ("cubulus", 3, {}),
    ("cubeo", 2, {}),
    ("cubeo", 3, {}),
    ("cubeo", 4, {}),
]


def story_of(game: AnyGame) -> Any:
    """The story of the seat that begins, after what chance does first."""
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    turn = match.turn
    assert not isinstance(turn, ToDraw)
    return match.story(turn.seat)  # type: ignore[union-attr]


def rate(game: AnyGame, make: Callable[[], Searcher], rounds: int = ROUNDS) -> tuple[float, int]:
    """The best of several rounds: nodes a CPU-second, those of the last iteration too, which may be
    unfinished; the depth that was reached. Each round begins with an empty memory."""
    root = search_root(game, story_of(game))
    for _ in make().search(root, Clock(Limit(nodes=1000))):
        pass
    best, depth = 0.0, 0
    for _ in range(rounds):
        searcher, clock = make(), Clock(Limit(seconds=SECONDS))
        begun = time.process_time()
        for found in searcher.search(root, clock):
            depth = found[0].thought(root).depth
        best = max(best, clock.nodes / (time.process_time() - begun))
    return best, depth


def released() -> dict[str, float]:
    """What the last release reached, by row."""
    rows = json.loads(RELEASED.read_text("utf-8"))["rows"] if RELEASED.is_file() else []
    return {row["what"]: row[RATE] for row in rows}


def main() -> None:
    rows: list[dict[str, Any]] = []
    before = released()

    def add(what: str, number: float, depth: int | None = None) -> None:
        known = before.get(what)
        ratio = number / 1e3 / known if known else None
        rows.append(
            {"what": what, RATE: number / 1e3, "depth": depth, "/ released": ratio, "/ C": None}
        )

    for name, players, options in TWO_SIDES:
        game = catalog.load(name, players, **options)
        add(f"alpha-beta positions: {name}, {players}", *rate(game, AlphaBeta))
    quixo = catalog.load("quixo", 2)
    twin = twin_rates(search_root(quixo, story_of(quixo)))
    if twin is None:
        print("There is no C compiler: the twin of Quixo is missing from the table.")
    else:
        add("the same by plain C: quixo, 2", twin.twin)
        rows[0]["/ C"] = twin.ours / twin.twin if twin.is_same else None
        if not twin.is_same:
            print("The twin of Quixo in C has searched other nodes: nothing to compare.")
    plain = partial(Mcts, playouts=True, memory=512)
    add("simulations with random games: quixo, 2", *rate(quixo, plain))
    pentago = pentago_search_rate()
    if pentago is not None:
        add("the same by OpenSpiel (C++): pentago", pentago)
    for name, players, options in SEATS:
        game = catalog.load(name, players, **options)
        add(f"simulations with evaluation: {name}, {players}", *rate(game, Mcts))
    report("search", "Search speed, per CPU-second", rows)


if __name__ == "__main__":
    main()
