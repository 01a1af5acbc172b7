"""Reference opponents, for benches alone: plain ideas, done fast, that better engines must beat.

Each is a factory that can travel between processes: `make(game, seed)` gives an engine. They play
from their story alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from bench import uct_kernel
from bench.greedy_kernel import weigh
from bench.lookahead_kernel import LOSES, WINS, judge
from cubarium import catalog
from cubarium.core.engine import Engine, Estimate, Limit, Story, Thought
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.operations import Kernel
from cubarium.search.random_engine import RandomEngine

SLICE = 0.005
"""Seconds between two looks at the clock."""
FEW = 32
"""Simulations before the first look."""
USUAL = 10_000
"""Simulations when there is no limit."""


@lru_cache(maxsize=8)
def bridge(game: AnyGame) -> tuple[Kernel, tuple[str, ...]]:
    """A game's kernel, and its actions by id."""
    return catalog.kernel(game), tuple(game.actions())


def thought(
    game: AnyGame, state: Any, action: int, shares: tuple[float, ...], nodes: int
) -> Thought[object]:
    """An action id as a thought."""
    best = game.read(state, bridge(game)[1][action])
    return Thought(best, Estimate(shares), (best,), nodes=nodes, depth=1)


def even(game: AnyGame) -> tuple[float, ...]:
    return (1 / game.players,) * game.players


# random


@dataclass(frozen=True)
class RandomMoves:
    """Any legal move."""

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        del game
        return RandomEngine(Random(seed))


# one move ahead


@dataclass(frozen=True)
class LookAhead:
    """Wins at once if it can, does not lose at once if it can help it, else moves at random. Every
    so often (`errors`) it does not look."""

    errors: float = 0.3

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        del game
        return LookAheadPlayer(self.errors, Random(seed))


class LookAheadPlayer:
    """See LookAhead."""

    name = "lookahead"

    def __init__(self, errors: float, rng: Random) -> None:
        self._errors = errors
        self._rng = rng

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        del limit
        kernel, texts = bridge(game)
        state = game.guess(story.view, self._rng)
        acts = np.empty(len(texts), np.int64)
        verdicts = np.empty(len(texts), np.int64)
        teams = np.array(game.teams, np.int64)
        count = judge(kernel.pack(state), story.seat, teams, acts, verdicts)
        choice = list(range(count))
        if self._rng.random() >= self._errors:
            winning = [at for at in choice if verdicts[at] == WINS]
            choice = winning or [at for at in choice if verdicts[at] != LOSES] or choice
        yield thought(game, state, acts[self._rng.choice(choice)], even(game), count)


# UCT


@dataclass(frozen=True)
class PlainUct:
    """Textbook UCT with random playouts: no solver, no evaluation, no memory of earlier moves. For
    tables without secrets."""

    c: float = 1.4

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        if game.has_secrets:
            raise InvalidOption(f"uct does not play {game.name}: it has secrets")
        return UctPlayer(self.c, Random(seed))


class UctPlayer:
    """See PlainUct. Nodes are simulations."""

    name = "uct"

    def __init__(self, c: float, rng: Random) -> None:
        self._c = np.float32(c)
        self._rng = rng

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        begun = perf_counter()
        kernel, texts = bridge(game)
        state = game.guess(story.view, self._rng)
        root = kernel.pack(state)
        teams = np.array(game.teams, np.int64)
        totals = np.zeros(game.players)
        rng = np.uint64(self._rng.getrandbits(64) or 1)
        tree = uct_kernel.room()
        uct_kernel.plant(tree)
        nodes = limit.nodes
        if nodes is None and limit.seconds is None:
            nodes = USUAL
        done, count = 0, FEW
        while True:
            if nodes is not None:
                count = min(count, nodes - done)
            rng = np.uint64(
                uct_kernel.simulate(root, tree, count, self._c, rng, teams, totals, len(texts))
            )
            done += count
            spent = perf_counter() - begun
            left = SLICE if limit.seconds is None else min(SLICE, limit.seconds - spent)
            if left <= 0 or (nodes is not None and done >= nodes):
                break
            count = max(1, int(done / spent * left))
        children = slice(int(tree.first[0]), int(tree.first[0] + tree.children[0]))
        best = int(tree.action[children][np.argmax(tree.visits[children])])
        shares = totals / totals.sum()
        yield thought(game, state, best, tuple(map(float, shares)), done)


# Cube O'


@dataclass(frozen=True)
class GreedyCubeO:
    """Fulfils as many own cards as it can in one turn; then it comes as near to them as it can (by
    the squares that one view shows in their places); else at random. A draw counts as the mean of
    the best placings. What others hold does not matter to it."""

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        if game.name != "cubeo":
            raise InvalidOption(f"greedy does not play {game.name}")
        return GreedyPlayer(Random(seed))


class GreedyPlayer:
    """See GreedyCubeO."""

    name = "greedy"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        del limit
        kernel, texts = bridge(game)
        state = game.guess(story.view, self._rng)
        acts = np.empty(len(texts), np.int64)
        values = np.empty(len(texts))
        count = weigh(kernel.pack(state), story.seat, acts, values)
        most = values[:count].max() - 1e-9
        choice = [at for at in range(count) if values[at] >= most]
        yield thought(game, state, acts[self._rng.choice(choice)], even(game), count)
