"""Positions to think about, and what is known of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium.core import Ended, Proven, Story, Thought, ToMove
from cubarium.core.game import AnyGame
from cubarium.games.quixo import solver_index as numbering
from cubarium.jit import ENABLED
from cubarium.search.engine import SearchEngine
from cubarium.search.searcher import Searcher
from cubarium.solve.distances import Distances
from tests.tables import states


def some(compiled: int, plain: int) -> int:
    """How many to try: fewer when the JIT is off."""
    return compiled if ENABLED else plain


def engine_with(searcher: Searcher) -> SearchEngine:
    """An engine that searches in a certain way."""
    return SearchEngine(searcher=searcher)


def story(game: AnyGame, state: Any) -> Story:
    """A story without a past."""
    turn = game.turn(state)
    assert isinstance(turn, ToMove)
    return Story(turn.seat, game.view(state, turn.seat))


def open_states(game: AnyGame, seed: int) -> list[Any]:
    """The states of a random game in which a seat moves."""
    return [state for state in states(game, seed) if isinstance(game.turn(state), ToMove)]


def late_states(game: AnyGame, seeds: range, last: int = 4) -> Iterator[Any]:
    """The last open states of random games: there is something to win and to lose."""
    for seed in seeds:
        yield from open_states(game, seed)[-last:]


def winners_of(game: AnyGame, state: Any) -> frozenset[int] | None:
    """Who has won; None: the game goes on."""
    turn = game.turn(state)
    return turn.outcome.winners if isinstance(turn, Ended) else None


def boards(size: int, count: int, seed: int) -> list[Any]:
    """Random positions of Quixo for two that are not over."""
    rng = Random(seed)
    found: list[Any] = []
    cells = range(size * size)
    lines = numbering.line_lookup(size)
    while len(found) < count:
        cubes = [rng.choice("-xo") for _ in cells]
        me = sum(1 << cell for cell in cells if cubes[cell] == "x")
        op = sum(1 << cell for cell in cells if cubes[cell] == "o")
        if not any(me & line == line or op & line == line for line in map(int, lines)):
            found.append(numbering.state(size, me, op))
    return found


def code_of(known: Distances, state: Any) -> int:
    """n + 1: the mover wins in n plies; -(n + 1): it loses in n; 0: a draw."""
    me, op = numbering.bitboards(state)
    return int(known.codes(np.array([me], np.uint32), np.array([op], np.uint32))[0])


def agrees(seat: int, thought: Thought[object], code: int) -> None:
    """A fact that is told is one, its plies are right; and what the depth shows is told."""
    plies = abs(code) - 1
    value = thought.value
    if isinstance(value, Proven):
        assert code != 0
        assert (seat in value.outcome.winners) == (code > 0)
        assert len(value.outcome.winners) == 1
        assert value.plies in (None, plies)
    else:
        assert sum(value.shares) == pytest.approx(1)
        assert code == 0 or plies > thought.depth
    if code and plies <= thought.depth:
        assert isinstance(value, Proven)
        assert value.plies == plies
