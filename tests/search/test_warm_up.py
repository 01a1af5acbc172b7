"""What is compiled ahead of time is what a game needs."""

from random import Random
from typing import Any

import pytest

from cubarium import catalog, jit
from cubarium.core.engine import Limit, Story
from cubarium.core.game import AnyGame
from cubarium.search import engine as thinker
from cubarium.search import handicap, kernel_calls, searcher, warm_up
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.engine import Thinker
from cubarium.search.handicap import Levelled, Strength
from cubarium.search.kernel_calls import acts_of
from cubarium.search.mcts import Mcts
from cubarium.search.root import Situation
from cubarium.search.setup_search import in_a_row
from cubarium.search.warm_up import warmed
from tests.tables import REAL, for_tables


class Listening(Thinker):
    """Remembers whether it had to lay something out or to search."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, memory=1)
        self.rows: list[bool] = []

    def best(self, here: Situation, clock: Clock) -> Any:
        self.rows.append(in_a_row(here.kernel, here.root))
        assert len(acts_of(here.kernel, here.root))
        return super().best(here, clock)


@for_tables(*REAL, every=True)
def test_every_way_to_think_is_made_ready(game: AnyGame) -> None:
    thinker = Listening(game)
    warmed(game, thinker)
    layout = game.name == "cubulus" and game.players == 2
    placed = layout and game.spec.options["neutrals"] == "placed"
    assert thinker.rows == ([True, False] if placed else [False])


@pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
def test_single_operations_are_compiled_too() -> None:
    game = catalog.load("quixo", size=3)
    warmed(game, Thinker(game, memory=1))
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
        AlphaBeta(memory=1),
        Mcts(memory=1),
        Thinker(SMALL, memory=1),
        Levelled("level", Thinker(SMALL, memory=1), LEVEL, Random(1)),
    ],
    ids=lambda engine: type(engine).__name__,
)
def test_the_clock_starts_when_the_engine_is_ready(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []

    def compile_all(game: AnyGame, search: Any) -> None:
        assert game is SMALL
        happened.append(f"ready {search._megabytes}")

    def clock(limit: Limit, **more: Any) -> Clock:
        happened.append("clock")
        return Clock(limit, **more)

    monkeypatch.setattr(warm_up, "ENABLED", True)
    monkeypatch.setattr(warm_up, "_READY", set())
    monkeypatch.setattr(warm_up, "warmed", compile_all)
    for module in (searcher, thinker, handicap):
        monkeypatch.setattr(module, "Clock", clock)
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
            for engine in (AlphaBeta(memory=1), Mcts(memory=1))
        ]

    expected = found()
    monkeypatch.setattr(warm_up, "_READY", set())
    assert found() == expected
