"""How fast the engines search, per CPU-second, from the start of each game.

python -m bench.search
"""

import time
from random import Random
from typing import Any

from bench.openspiel import pentago_search_rate
from bench.report import report
from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.turn import ToDraw
from cubarium.match.match import Match
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.engine import SearchEngine
from cubarium.search.mcts import Mcts

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


def rate(game: AnyGame, engine: Any) -> tuple[float, int]:
    """The best of several rounds: nodes a CPU-second; the depth that was reached."""
    story = story_of(game)
    for _ in engine.think(game, story, Limit(nodes=10)):
        pass
    best, depth = 0.0, 0
    for _ in range(ROUNDS):
        begun = time.process_time()
        for thought in engine.think(game, story, Limit(seconds=SECONDS)):
            nodes, depth = thought.nodes, thought.depth
        best = max(best, nodes / (time.process_time() - begun))
    return best, depth


def main() -> None:
    rows: list[dict[str, Any]] = []

    def add(what: str, number: float, depth: int | None, aim: float | None) -> None:
        rows.append({"what": what, "thousand/CPU-s": number / 1e3, "depth": depth, "aim": aim})

    for name, players, options in TWO_SIDES:
        game = catalog.load(name, players, **options)
        aim = 5_000.0 if name == "quixo" else 3_000.0
        add(
            f"alpha-beta positions: {name}, {players}",
            *rate(game, SearchEngine(searcher=AlphaBeta())),
            aim,
        )
    quixo = catalog.load("quixo", 2)
    plain = SearchEngine(searcher=Mcts(playouts=True, memory=512))
    add("simulations with random games: quixo, 2", *rate(quixo, plain), 300.0)
    pentago = pentago_search_rate()
    if pentago is not None:
        add("the same by OpenSpiel (C++): pentago", pentago, None, None)
    for name, players, options in SEATS:
        game = catalog.load(name, players, **options)
        add(
            f"simulations with evaluation: {name}, {players}",
            *rate(game, SearchEngine(searcher=Mcts())),
            None,
        )
    report("search", "Search speed, per CPU-second", rows)


if __name__ == "__main__":
    main()
