"""What is compiled ahead of time is what a game needs."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cubarium import catalog, jit
from cubarium.core.engine import Limit, Story
from cubarium.core.game import AnyGame
from cubarium.core.levels import Strength
from cubarium.search import engine as search_engine
from cubarium.search import kernel_calls, warm_up
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.engine import SearchEngine, searcher_class
from cubarium.search.kernel_calls import legal_actions
from cubarium.search.mcts import Mcts
from cubarium.search.root import SearchRoot
from cubarium.search.searcher import Finding, Searcher
from cubarium.search.setup_search import moves_again
from cubarium.search.warm_up import warmed
from tests.search.positions import engine_with
from tests.tables import for_kernels


class Recorder:
    """A searcher that notes whether it had to lay something out or to search."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.rows: list[bool] = []

    def search(
        self, root: SearchRoot, clock: Clock, lines: int = 1
    ) -> Iterator[tuple[Finding, ...]]:
        self.rows.append(moves_again(root.kernel, root.packed))
        assert len(legal_actions(root.kernel, root.packed))
        return self.searcher.search(root, clock, lines)

    def static_evaluation(self, root: SearchRoot, action: int) -> Finding:
        return self.searcher.static_evaluation(root, action)


@for_kernels(every=True)
def test_every_way_to_think_is_made_ready(game: AnyGame) -> None:
    recorder = Recorder(searcher_class(game)(memory=1))
    warmed(game, recorder)
    layout = game.name == "cubulus" and game.players == 2
    placed = layout and game.spec.options["neutrals"] == "placed"
    assert recorder.rows == ([True, False] if placed else [False])


@pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
def test_single_operations_are_compiled_too() -> None:
    game = catalog.load("quixo", size=3)
    warmed(game, AlphaBeta(memory=1))
    packed = type(catalog.kernel(game).pack(game.initial()))
    every: list[Any] = [
        kernel_calls.share_of,
        kernel_calls.value_for,
        kernel_calls.key_of,
        kernel_calls.seat_to_move,
    ]
    for function in (*every, kernel_calls._applied, kernel_calls._legal):
        assert packed in [state.instance_class for state, *_ in function.signatures]


SMALL = catalog.load("quixo", size=3)
LEVEL = Strength(nodes=20, errors=0.0, takes_wins=False, sees_threats=False)


@pytest.mark.parametrize(
    "engine",
    [
        engine_with(AlphaBeta(memory=1)),
        engine_with(Mcts(memory=1)),
        SearchEngine(memory=1),
        SearchEngine("level", strength=LEVEL, rng=Random(1), memory=1),
    ],
    ids=["alpha-beta", "mcts", "by table", "handicap"],
)
def test_the_clock_starts_when_the_engine_is_ready(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []

    def compile_all(game: AnyGame, search: Any) -> None:
        assert game is SMALL
        happened.append(f"ready {search.megabytes}")

    def clock(limit: Limit, **more: Any) -> Clock:
        happened.append("clock")
        return Clock(limit, **more)

    monkeypatch.setattr(warm_up, "ENABLED", True)
    monkeypatch.setattr(warm_up, "_READY", set())
    monkeypatch.setattr(warm_up, "warmed", compile_all)
    monkeypatch.setattr(search_engine, "Clock", clock)
    story = Story(0, SMALL.view(SMALL.initial(), 0))
    for _ in range(2):
        assert list(engine.think(SMALL, story, Limit(nodes=20)))
    assert happened == [f"ready {warm_up.MEGABYTES}", "clock", "clock"]


def test_being_made_ready_changes_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story(0, SMALL.view(SMALL.initial(), 0))

    def found() -> list[Any]:
        return [
            [
                (thought.best, thought.nodes)
                for thought in engine.think(SMALL, story, Limit(nodes=90))
            ]
            for engine in (engine_with(AlphaBeta(memory=1)), engine_with(Mcts(memory=1)))
        ]

    expected = found()
    monkeypatch.setattr(warm_up, "_READY", set())
    assert found() == expected
