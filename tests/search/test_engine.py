"""The engine: the right search for each table, and facts from the tablebase of openings."""

import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import Limit, Proven, Thought
from cubarium.core.solver import WinDrawLoss
from cubarium.engines import registry
from cubarium.games.quixo import solver_index as numbering
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.engine import ActionFact, SearchEngine
from cubarium.search.kernel_calls import key_of
from cubarium.search.mcts import Mcts
from cubarium.search.root import search_root
from cubarium.solve.prober import Prober
from tests.search.positions import boards, some, story, winners_of
from tests.tables import REAL, tables

QUIXO = catalog.load("quixo")


@pytest.fixture(scope="module")
def prober() -> Prober:
    return Prober(QUIXO, numbering, numbering.OPENINGS)


def openings(count: int, seed: int) -> list[Any]:
    """Positions of the usual board with up to seven cubes."""
    rng = Random(seed)
    found = []
    for _ in range(count):
        cubes = rng.randint(2, 7)
        cells = rng.sample(range(25), cubes)
        mine = rng.randint(cubes // 3, cubes)
        me = sum(1 << cell for cell in cells[:mine])
        op = sum(1 << cell for cell in cells[mine:])
        state = numbering.state(5, me, op)
        if winners_of(QUIXO, state) is None:
            found.append(state)
    return found


def value_of(prober: Prober, state: Any, move: Any) -> WinDrawLoss:
    """The value of a move for the mover."""
    after = QUIXO.play(state, move)
    known = prober.value(after)
    assert known is not None
    return known.reversed()


def fact_of(seat: int, thought: Thought[object]) -> WinDrawLoss:
    assert isinstance(thought.value, Proven)
    winners = thought.value.outcome.winners
    if not winners:
        return WinDrawLoss.DRAW
    return WinDrawLoss.WIN if seat in winners else WinDrawLoss.LOSS


@pytest.mark.parametrize("name", ["level8", "engine"])
def test_what_the_table_knows_is_kept(prober: Prober, name: str) -> None:
    limit = Limit(nodes=some(500, 30))
    seen = set()
    for state in openings(some(60, 3), 1):
        engine = registry.engine(name, QUIXO, Random(1), memory=1)
        *_, thought = engine.think(QUIXO, story(QUIXO, state), limit)
        best = prober.value(state)
        assert value_of(prober, state, thought.best) == best
        assert fact_of(state.to_move, thought) == best
        seen.add(best)
    assert len(seen) > 1 or some(0, 1)


def test_at_the_edge_of_the_table_what_may_be_worse_is_not_played(prober: Prober) -> None:
    """With eight cubes some moves lead out of the table; one that surely keeps the value is better,
    and one that surely does not is never taken."""
    rng = Random(3)
    edge = 0
    for _ in range(some(60, 3)):
        cells = rng.sample(range(25), 8)
        me = sum(1 << cell for cell in cells[:4])
        op = sum(1 << cell for cell in cells[4:])
        state = numbering.state(5, me, op)
        value = prober.value(state)
        if winners_of(QUIXO, state) is not None or value is None:
            continue
        known = {move: prober.value(QUIXO.play(state, move)) for move in QUIXO.moves(state)}
        keeps = [move for move, then in known.items() if then and then.reversed() == value]
        unknown = [move for move, then in known.items() if then is None]
        engine = registry.engine("level8", QUIXO, Random(1), memory=1)
        *_, thought = engine.think(QUIXO, story(QUIXO, state), Limit(nodes=some(300, 30)))
        assert thought.best in (keeps or unknown)
        edge += bool(unknown)
    assert edge


def test_several_lines_are_in_the_order_of_facts(prober: Prober) -> None:
    seen = set()
    for state in openings(some(40, 2), 2):
        moves = QUIXO.moves(state)
        analyst = SearchEngine(memory=1, prober=prober)
        limit = Limit(nodes=some(20_000, 3000))
        for lines in analyst.analyse(QUIXO, story(QUIXO, state), limit, lines=len(moves)):
            facts = [fact_of(state.to_move, line) for line in lines]
            assert facts == [value_of(prober, state, line.best) for line in lines]
            assert facts == sorted(facts, key=list(WinDrawLoss).index)
            assert len({line.best for line in lines}) == len(lines)
        assert {line.best for line in lines} == set(moves) or some(0, 1)
        seen.update(facts)
    assert len(seen) > 1


def test_a_win_that_would_end_the_match_is_a_draw(prober: Prober) -> None:
    """The table knows nothing of repetitions."""
    kernel = catalog.kernel(QUIXO)
    tried = 0
    for state in openings(some(200, 40), 3):
        engine = SearchEngine(memory=1, prober=prober)
        root = search_root(QUIXO, story(QUIXO, state))
        facts = engine.facts(root)
        wins = [act for act, fact in facts.items() if fact.value is WinDrawLoss.WIN]
        texts = QUIXO.actions()
        for act in wins[:1]:
            after = QUIXO.play(state, QUIXO.read(state, texts[act]))
            if winners_of(QUIXO, after) is not None:
                continue
            key = np.array([key_of(kernel.pack(after))], np.uint64)
            for other, fact in engine.facts(replace(root, over=key)).items():
                there = QUIXO.play(state, QUIXO.read(state, texts[other]))
                assert fact == (ActionFact(WinDrawLoss.DRAW) if there == after else facts[other])
            tried += 1
    assert tried


def test_beyond_the_table_it_searches(prober: Prober) -> None:
    engine = SearchEngine(memory=1, prober=prober)
    (state,) = boards(5, 1, 4)
    root = search_root(QUIXO, story(QUIXO, state))
    assert engine.facts(root) == {}
    *_, thought = engine.think(QUIXO, story(QUIXO, state), Limit(nodes=some(1000, 50)))
    assert thought.best in QUIXO.moves(state)


def test_each_table_has_its_search() -> None:
    for game in tables(REAL):
        engine = SearchEngine(memory=1)
        two_sided = game.name == "quixo" or (game.players == 2 and not game.has_secrets)
        assert isinstance(engine.searcher(game), AlphaBeta if two_sided else Mcts)


def test_nothing_is_loaded_before_an_engine_is_made() -> None:
    code = "import cubarium.engines.registry"
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "numba", "cubarium.search.engine"} & set(loaded)
    assert "cubarium.engines.registry" in loaded
