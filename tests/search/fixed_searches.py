"""Fixed searches, and what they find, down to the bytes of their memory: compiled code that is made
faster must find the same. `python -m scripts.fixed_searches` writes fixed_searches.txt.

A line is a search and its finding. Searches with many nodes are wanted long; so is what would have
to be compiled for them alone.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium import batch, catalog
from cubarium.core import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import Words
from cubarium.games.quixo.solver_index import index
from cubarium.jit import compiled
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.mcts import Mcts
from cubarium.search.mcts_tree import EDGES, NODES
from cubarium.search.root import SearchRoot, search_root
from cubarium.solve.cpu import Cores
from cubarium.solve.solver import tiers
from tests.search.positions import open_states, story
from tests.tables import REAL, label, tables

GOLDEN: Final = Path(__file__).parent / "fixed_searches.txt"
SEED: Final = 2026
MEGABYTES: Final = 1.0
GAMES: Final = 64
USUAL: Final = {
    f"{name}-{players}": catalog.load(name, players)
    for name in REAL
    for players in catalog.info(name).players
}


class FixedSearch(NamedTuple):
    """What to search, and how."""

    name: str
    find: Callable[[], str]
    is_long: bool
    needs_libm: bool = False
    """Does what is found depend on the last bit of exponentials?"""


def all_searches() -> Iterator[FixedSearch]:
    """Alpha-beta and Monte-Carlo at every table, batches, random games, a sweep."""
    usual = {game.spec for game in USUAL.values()}
    for game in tables(REAL):
        rare = game.spec not in usual
        two_sided = game.sides == 2 and not game.has_secrets
        for budget, is_long in ((8_000, rare), (1_000_000, True)):
            if two_sided:
                yield _search(game, "alpha-beta", _alpha_beta, budget, is_long)
        for budget, is_long in ((400, rare or two_sided), (20_000, True)):
            yield _search(game, "monte-carlo", _monte_carlo, budget, is_long, needs_libm=True)
        if not game.has_secrets:
            yield _search(game, "random-games", _random_games, 20_000, is_long=True)
        for steps, is_long in ((20, rare or game.players > 2), (1_000, True)):
            yield FixedSearch(f"{label(game)} batch {steps}", partial(_batch, game, steps), is_long)
    for size in (3, 4):
        yield FixedSearch(f"quixo solved {size}", partial(_solved, size), is_long=size > 3)


def _search(
    game: AnyGame,
    kind: str,
    find: Callable[[SearchRoot, int], str],
    budget: int,
    is_long: bool,  # noqa: FBT001
    *,
    needs_libm: bool = False,
) -> FixedSearch:
    """From the beginning and from a third of a random game."""

    def both() -> str:
        states = open_states(game, SEED)
        chosen = (states[0], states[len(states) // 3])
        return " | ".join(
            find(search_root(game, story(game, state)), budget // 2) for state in chosen
        )

    return FixedSearch(f"{label(game)} {kind} {budget}", both, is_long, needs_libm)


def _alpha_beta(root: SearchRoot, nodes: int) -> str:
    searcher, clock = AlphaBeta(memory=MEGABYTES), Clock(Limit(nodes=nodes))
    *_, (best,) = searcher.search(root, clock)
    kept: Iterable[NDArray[Any]] = (searcher._tt.slots,)
    for stack in searcher._stacks:
        kept = (*kept, stack.history, stack.killers)
    found = f"{clock.nodes} nodes, {_moves(root, best.actions)} {best.score} at {best.depth}"
    return f"{found}, memory {_digest(kept)}"


def _monte_carlo(root: SearchRoot, simulations: int) -> str:
    return _tree_of(Mcts(memory=MEGABYTES, seed=SEED), root, simulations)


def _random_games(root: SearchRoot, simulations: int) -> str:
    return _tree_of(Mcts(memory=MEGABYTES, seed=SEED, playouts=True), root, simulations)


def _tree_of(searcher: Mcts, root: SearchRoot, simulations: int) -> str:
    clock = Clock(Limit(nodes=simulations))
    *_, (best,) = searcher.search(root, clock)
    (tree,) = searcher._trees
    nodes, edges = int(tree.control[NODES]), int(tree.control[EDGES])
    positions = (tree.slots, tree.keys[:nodes], tree.nodes[:nodes], tree.control)
    actions = (tree.edges[:edges], tree.priors[:edges], tree.means[:edges])
    found = f"{nodes} nodes, {edges} edges, {_moves(root, best.actions)} {best.visits}"
    return f"{found}, memory {_digest((*positions, *actions))}"


def _batch(game: AnyGame, steps: int) -> str:
    games = batch(game, GAMES, seed=SEED, threads=1)
    digest = hashlib.sha256()
    for _ in range(steps):
        games.step(games.sample())
        for array in (games.observations, games.masks, games.seats, games.rewards, games.plies):
            digest.update(array.tobytes())
    return digest.hexdigest()[:16]


def _solved(size: int) -> str:
    facts = index(size)
    values = (tier.values[which] for tier in tiers(facts, Cores(facts, 1)) for which in tier.values)
    return _digest(values)


def _moves(root: SearchRoot, actions: Iterable[int]) -> str:
    return ",".join(root.game.write(move) for move in root.line(actions))


def _digest(arrays: Iterable[NDArray[Any]]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:16]


@compiled
def _write_exponentials(narrow: Words, wide: Words) -> None:
    for at in range(len(narrow)):
        narrow[at] = np.exp(-narrow[at])
        wide[at] = np.exp(-wide[at]) + np.log(1.0 + wide[at])


def libm_digest() -> str:
    """The exponentials of this machine: they may differ in the last bit elsewhere."""
    wide = np.arange(4096) / 300
    narrow = wide.astype(np.float32)
    _write_exponentials(narrow, wide)
    return _digest((narrow, wide))


def golden() -> dict[str, str]:
    """What was found when the file was written."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if not line.startswith("#"))
