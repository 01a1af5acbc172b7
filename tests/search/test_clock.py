"""When to stop thinking, with a clock that the test winds."""

from threading import Event
from time import perf_counter
from typing import Any

import pytest

from cubarium import catalog
from cubarium.core import Limit
from cubarium.search import clock as clocks
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import FEW, SLICE, Clock
from cubarium.search.mcts import Mcts
from tests.search.positions import engine_with, open_states, story


class Hand:
    """The time, as the test wants it."""

    def __init__(self) -> None:
        self.now = perf_counter()
        self.looks = 0
        self.step = 0.0

    def perf_counter(self) -> float:
        self.looks += 1
        self.now += self.step
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Hand:
    made = Hand()
    monkeypatch.setattr(clocks, "time", made)
    return made


def test_time_runs_out(time: Hand) -> None:
    clock = Clock(Limit(seconds=2.0))
    assert clock.left() == min(FEW, SLICE)
    time.now += 1.5
    clock.nodes = 16 * SLICE
    assert clock.left() == SLICE
    time.now += 1.0
    assert clock.left() == 0


def test_nodes_run_out() -> None:
    clock = Clock(Limit(nodes=SLICE + 5))
    assert clock.left() == min(FEW, SLICE)
    clock.nodes = SLICE
    assert clock.left() == 5
    clock.nodes = SLICE + 5
    assert clock.left() == 0
    clock.nodes = 2 * SLICE + 5
    assert clock.left() == 0


def test_who_is_told_to_stop_stops() -> None:
    clock = Clock(Limit())
    assert clock.left() > 0
    clock.stopped.set()
    assert clock.left() == 0


def test_who_set_the_limit_may_stop_all_its_parts() -> None:
    told = Event()
    clock = Clock(Limit(nodes=100, stopped=told))
    part = clock.part(2)
    assert part.left() == 50
    told.set()
    assert clock.left() == part.left() == 0
    assert clock.limit == Limit(nodes=100)


def test_what_is_left_is_shared_out(time: Hand) -> None:
    clock = Clock(Limit(seconds=3.0, nodes=100))
    time.now += 1.0
    clock.nodes = 40
    part = clock.part(2)
    assert part.limit.seconds == pytest.approx(1.0, abs=0.5)
    assert part.limit.nodes == 30
    part.stopped.set()
    assert clock.left()
    time.now += 9.0
    clock.nodes = 300
    last = clock.part(1)
    assert last.limit == Limit(seconds=0.0, nodes=0)
    assert last.stopped is clock.stopped


@pytest.mark.parametrize(("engine", "name"), [(AlphaBeta, "quixo"), (Mcts, "cubulus")])
def test_engines_look_at_the_clock_before_every_slice(time: Hand, engine: Any, name: str) -> None:
    """Each look takes a tenth of the time: after ten, it answers, and looks no more."""
    game = catalog.load(name, 3 if name == "cubulus" else 2)
    state = open_states(game, 1)[6]
    ready = engine_with(engine(memory=1))
    ready.make_ready(game)
    time.now, time.step = perf_counter(), 0.1
    thoughts = list(ready.think(game, story(game, state), Limit(seconds=1.0)))
    assert thoughts[-1].best in game.moves(state)
    assert 9 <= time.looks <= 15
    assert thoughts[-1].nodes <= 15 * SLICE


@pytest.mark.parametrize("engine", [AlphaBeta, Mcts])
def test_no_time_at_all_is_enough_for_a_move(engine: Any) -> None:
    game = catalog.load("quixo", size=3)
    for limit in (Limit(seconds=0.0), Limit(nodes=0), Limit(seconds=0.0, nodes=0)):
        *_, thought = engine_with(engine(memory=1)).think(game, story(game, game.initial()), limit)
        assert thought.best in game.moves(game.initial())
