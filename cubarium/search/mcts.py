"""The Monte-Carlo engine, for any table: see mcts_kernel.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cubarium.core.engine import Estimate, Forecast, Proven, Thought
from cubarium.core.game import AnyGame
from cubarium.core.operations import ENDED
from cubarium.core.turn import Outcome
from cubarium.jit import ENABLED
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import seat_to_move, share_of, successor, value_for
from cubarium.search.mcts_kernel import simulate
from cubarium.search.mcts_tree import (
    ACT,
    COUNT,
    DEPTH,
    FIRST,
    NODES,
    ROOT,
    SIMULATIONS,
    SURE,
    TRIED,
    Manner,
    Tree,
    likely_line,
    tree,
)
from cubarium.search.root import Situation
from cubarium.search.score import SCALE
from cubarium.search.searcher import Searcher

SLICE: Final = 256 if ENABLED else 8
"""Simulations between two looks at the clock; a quarter of them where games are played on."""
ONWARD: Final = 4
"""In games with secrets: about how many turns a game is played on from a guess. Where everybody but
does what is likely, longer games tell less."""
EXPLORE: Final = 1.0
EXPLORE_SECRETS: Final = 1.2
WARMTH: Final = 60.0
WARMTH_SECRETS: Final = 30.0
"""Where more is luck, evaluations are flatter."""
SLIPS: Final = 26
"""Of 256 turns of the others, where there are more than two sides: see docs/decisions/0010."""
MEGABYTES: Final = 64.0
SEED: Final = 0x2545F4914F6CDD1D
ACT_BYTES: Final = 27
"""Of one act, with its part of the positions; the means of the seats are counted apart."""


@dataclass(frozen=True)
class Try:
    """What simulations found of one act: acts of the line, tries, mean shares, a proof."""

    acts: tuple[int, ...]
    tried: int
    shares: tuple[float, ...]
    winner: int | None
    depth: int

    @property
    def proved(self) -> tuple[float, ...] | None:
        if self.winner is None:
            return None
        return tuple(float(seat == self.winner) for seat in range(len(self.shares)))


class Mcts(Searcher[Try]):
    """Thinks for any number of seats."""

    name = "mcts"

    def __init__(
        self,
        *,
        memory: float | None = None,
        threads: int = 1,
        playouts: bool = False,
        seed: int = SEED,
    ) -> None:
        """`memory`: megabytes for the tree. `playouts`: plain search with random games."""
        self._megabytes = MEGABYTES if memory is None else memory
        self._threads = threads
        self._playouts = playouts
        self._rng = np.uint64(seed)
        self._trees: list[Tree] = []
        self._of: object = None

    def glance(self, here: Situation, act: int) -> Try:
        """What is known of an act without a search."""
        after = successor(here.root, act)
        seats = range(here.game.players)
        if seat_to_move(after) == ENDED:
            shares = tuple(share_of(after, seat) for seat in seats)
            winner = shares.index(1.0) if 1.0 in shares and not here.game.has_secrets else None
            return Try((act,), 0, shares, winner, 1)
        odds = np.array([value_for(after, seat) / SCALE for seat in seats])
        return Try((act,), 0, _fair(1 / (1 + np.exp(-odds))), None, 0)

    def thought(self, here: Situation, found: Try, nodes: int = 1) -> Thought:
        """What was found in the words of the game."""
        moves = here.line(found.acts)
        value: Any = Estimate(found.shares)
        if found.winner is not None:
            game = here.game
            team = game.teams[found.winner]
            seats = frozenset(seat for seat, other in enumerate(game.teams) if other == team)
            at_once = seat_to_move(successor(here.root, found.acts[0])) == ENDED
            value = Proven(Outcome(seats, Forecast.PROVED), 1 if at_once else None)
        return Thought(moves[0], value, moves, nodes, found.depth)

    def search(self, here: Situation, clock: Clock, lines: int = 1) -> Iterator[tuple[Try, ...]]:
        """The acts that are tried most, ever better known."""
        self._make_room(here)
        manner = Manner(
            here.game.players,
            seat_to_move(here.root),
            here.game.has_secrets,
            self._playouts,
            EXPLORE_SECRETS if here.game.has_secrets else EXPLORE,
            WARMTH_SECRETS if here.game.has_secrets else WARMTH,
            _whole_rounds(here.game.players),
            self._slips(here.game),
            here.over,
            sum(1 << departed for departed in here.departed),
        )
        helpers = [
            Thread(target=self._help, args=(here, clock, manner, number), daemon=True)
            for number in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        shown = 1
        most = SLICE // 4 if here.game.has_secrets else SLICE
        try:
            while True:
                first = clock.nodes == 0
                left = min(most, clock.left()) or int(first)
                before = int(self._trees[0].control[SIMULATIONS])
                if left:
                    self._rng = np.uint64(
                        simulate(
                            here.root, self._trees[0], manner, self._rng, here.kernel.most, left
                        )
                    )
                made = int(self._trees[0].control[SIMULATIONS]) - before
                clock.nodes += made
                over = made < left or not clock.left()
                if over or clock.nodes >= shown:
                    shown = 2 * clock.nodes
                    if over:
                        clock.stopped.set()
                        for helper in helpers:
                            helper.join()
                    yield self._best(here, lines)
                if over:
                    return
        finally:
            clock.stopped.set()
            for helper in helpers:
                helper.join()

    def _make_room(self, here: Situation) -> None:
        seats = here.game.players
        if self._of != here.game.spec:
            acts = int(self._megabytes * 2**20 / (ACT_BYTES + 4 * seats) / self._threads)
            acts = max(acts, 2 * here.kernel.most)
            self._trees = [tree(max(acts // 8, 16), acts, seats) for _ in range(self._threads)]
        self._of = here.game.spec
        for one in self._trees:
            one.slots[:] = 0
            one.control[:] = 0

    def _slips(self, game: AnyGame) -> int:
        trusting = self._playouts or game.has_secrets or len(set(game.teams)) == 2
        return 0 if trusting else SLIPS

    def _help(self, here: Situation, clock: Clock, manner: Manner, number: int) -> None:
        """Another core grows a tree of its own."""
        rng = np.uint64(SEED + number)
        one = self._trees[number]
        while clock.left():
            rng = np.uint64(simulate(here.root, one, manner, rng, here.kernel.most, SLICE))

    def _best(self, here: Situation, lines: int) -> tuple[Try, ...]:
        """The acts of the root: those that win, then by tries; losses last. Of equals the better
        one is first. Of what was never tried there are but the looks."""
        main, seat = self._trees[0], seat_to_move(here.root)
        root = int(main.control[ROOT])
        first, count = int(main.nodes[root, FIRST]), int(main.nodes[root, COUNT])
        tried = np.zeros(count, np.int64)
        totals = np.zeros((count, main.means.shape[1]))
        sure = np.zeros(count, np.int64)
        for one in self._trees:
            if one.control[NODES] == 0 or one.nodes[int(one.control[ROOT]), COUNT] == 0:
                continue
            edges = slice(int(one.nodes[int(one.control[ROOT]), FIRST]), None)
            tries = one.edges[edges, TRIED][:count]
            tried += tries
            totals += one.means[edges][:count] * tries[:, None]
            sure = np.maximum(sure, one.edges[edges, SURE][:count])
        shares = totals / np.maximum(tried, 1)[:, None]
        hints = main.hints[first : first + count]
        wins = (sure == seat + 1).astype(float)
        loses = ((sure > 0) & (sure != seat + 1)).astype(float)
        order = np.lexsort((-hints, -shares[:, seat], -tried, loses, -wins))
        if here.allowed is not None:
            order = order[np.isin(main.edges[first + order, ACT], here.allowed)]
        depth = int(main.control[DEPTH])
        return tuple(
            Try(
                likely_line(main, first + int(at)),
                int(tried[at]),
                _fair(shares[at]),
                int(sure[at]) - 1 if sure[at] else None,
                depth,
            )
            if tried[at] or sure[at]
            else self.glance(here, int(main.edges[first + at, ACT]))
            for at in order[:lines]
        )


def _whole_rounds(players: int) -> int:
    """Turns to play on: everybody has as many."""
    return players * max(1, ONWARD // players)


def _fair(shares: NDArray[np.float64]) -> tuple[float, ...]:
    """Shares that add up to 1; even ones if nothing is known."""
    total = float(shares.sum())
    if total <= 0:
        return (1 / len(shares),) * len(shares)
    return tuple(float(share) / total for share in shares)
