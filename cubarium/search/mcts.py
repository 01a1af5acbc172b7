"""The Monte-Carlo search, for any table: see mcts_kernel.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Final

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
    ACTION,
    COUNT,
    DEPTH,
    EDGE_VISITS,
    FIRST,
    NODES,
    ROOT,
    SIMULATIONS,
    SURE,
    MctsParameters,
    Tree,
    new_tree,
    principal_variation,
)
from cubarium.search.root import SearchRoot
from cubarium.search.score import SCALE

SLICE: Final = 256 if ENABLED else 8
"""Simulations between two looks at the clock; a quarter of them where there are rollouts."""
ROLLOUT_PLIES: Final = 4
"""In games with secrets: about how many turns a rollout has. The rollout policy is crude, so longer
rollouts tell less."""
C_PUCT: Final = 1.0
C_PUCT_SECRETS: Final = 1.2
TEMPERATURE: Final = 60.0
TEMPERATURE_SECRETS: Final = 30.0
"""Where more is luck, evaluations are flatter."""
OPPONENT_EPSILON: Final = 26
"""Of 256 turns of the others, how many are random, where there are more than two sides: see
docs/decisions/0010."""
MEGABYTES: Final = 64.0
SEED: Final = 0x2545F4914F6CDD1D
ACTION_BYTES: Final = 27
"""Of one action, with its part of the positions; the means of the seats are counted apart."""


@dataclass(frozen=True)
class RootMoveStatistics:
    """What simulations found of one action: its variation, visits, mean shares, a proof."""

    actions: tuple[int, ...]
    visits: int
    shares: tuple[float, ...]
    winner: int | None
    depth: int

    def thought(self, root: SearchRoot, nodes: int = 1) -> Thought[object]:
        """What was found, in the words of the game."""
        moves = root.line(self.actions)
        return Thought(moves[0], self._value(root), moves, nodes, self.depth)

    def _value(self, root: SearchRoot) -> Proven | Estimate:
        if self.winner is None:
            return Estimate(self.shares)
        game = root.game
        team = game.teams[self.winner]
        seats = frozenset(seat for seat, other in enumerate(game.teams) if other == team)
        ends_now = seat_to_move(successor(root.packed, self.actions[0])) == ENDED
        return Proven(Outcome(seats, Forecast.PROVED), 1 if ends_now else None)


class Mcts:
    """A searcher for any number of seats."""

    def __init__(
        self,
        *,
        memory: float | None = None,
        threads: int = 1,
        playouts: bool = False,
        seed: int = SEED,
    ) -> None:
        """`memory`: megabytes for the tree. `playouts`: plain search with random games."""
        self.megabytes = MEGABYTES if memory is None else memory
        self._threads = threads
        self._playouts = playouts
        self._rng = np.uint64(seed)
        self._trees: list[Tree] = []
        self._of: object = None

    def static_evaluation(self, root: SearchRoot, action: int) -> RootMoveStatistics:
        """What is known of an action without a search."""
        after = successor(root.packed, action)
        seats = range(root.game.players)
        if seat_to_move(after) == ENDED:
            shares = tuple(share_of(after, seat) for seat in seats)
            winner = shares.index(1.0) if 1.0 in shares and not root.game.has_secrets else None
            return RootMoveStatistics((action,), 0, shares, winner, 1)
        odds = np.array([value_for(after, seat) / SCALE for seat in seats])
        return RootMoveStatistics((action,), 0, _fair(1 / (1 + np.exp(-odds))), None, 0)

    def search(
        self, root: SearchRoot, clock: Clock, lines: int = 1
    ) -> Iterator[tuple[RootMoveStatistics, ...]]:
        """The actions with most visits, ever better known."""
        self._reserve(root)
        params = MctsParameters(
            root.game.players,
            seat_to_move(root.packed),
            root.game.has_secrets,
            self._playouts,
            C_PUCT_SECRETS if root.game.has_secrets else C_PUCT,
            TEMPERATURE_SECRETS if root.game.has_secrets else TEMPERATURE,
            _whole_rounds(root.game.players),
            self._opponent_epsilon(root.game),
            root.over,
            sum(1 << departed for departed in root.departed),
        )
        helpers = [
            Thread(target=self._help, args=(root, clock, params, number), daemon=True)
            for number in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        shown = 1
        most = SLICE // 4 if root.game.has_secrets else SLICE
        try:
            while True:
                first = clock.nodes == 0
                left = min(most, clock.left()) or int(first)
                before = int(self._trees[0].control[SIMULATIONS])
                if left:
                    self._rng = np.uint64(
                        simulate(
                            root.packed,
                            self._trees[0],
                            params,
                            self._rng,
                            root.kernel.max_actions,
                            left,
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
                    yield self._best(root, lines)
                if over:
                    return
        finally:
            clock.stopped.set()
            for helper in helpers:
                helper.join()

    def _reserve(self, root: SearchRoot) -> None:
        seats = root.game.players
        if self._of != root.game.spec:
            actions = int(self.megabytes * 2**20 / (ACTION_BYTES + 4 * seats) / self._threads)
            actions = max(actions, 2 * root.kernel.max_actions)
            self._trees = [
                new_tree(max(actions // 8, 16), actions, seats) for _ in range(self._threads)
            ]
        self._of = root.game.spec
        for one in self._trees:
            one.slots[:] = 0
            one.control[:] = 0

    def _opponent_epsilon(self, game: AnyGame) -> int:
        trusting = self._playouts or game.has_secrets or game.sides == 2
        return 0 if trusting else OPPONENT_EPSILON

    def _help(self, root: SearchRoot, clock: Clock, params: MctsParameters, number: int) -> None:
        """Another core grows a tree of its own."""
        rng = np.uint64(SEED + number)
        one = self._trees[number]
        while clock.left():
            rng = np.uint64(simulate(root.packed, one, params, rng, root.kernel.max_actions, SLICE))

    def _best(self, root: SearchRoot, lines: int) -> tuple[RootMoveStatistics, ...]:
        """The actions of the root: those that win, then by visits; losses last. Of equals the
        better one is first. Actions without visits have their static evaluation."""
        main, seat = self._trees[0], seat_to_move(root.packed)
        root_node = int(main.control[ROOT])
        first, count = int(main.nodes[root_node, FIRST]), int(main.nodes[root_node, COUNT])
        visits = np.zeros(count, np.int64)
        totals = np.zeros((count, main.means.shape[1]))
        sure = np.zeros(count, np.int64)
        for one in self._trees:
            if one.control[NODES] == 0 or one.nodes[int(one.control[ROOT]), COUNT] == 0:
                continue
            edges = slice(int(one.nodes[int(one.control[ROOT]), FIRST]), None)
            edge_visits = one.edges[edges, EDGE_VISITS][:count]
            visits += edge_visits
            totals += one.means[edges][:count] * edge_visits[:, None]
            sure = np.maximum(sure, one.edges[edges, SURE][:count])
        shares = totals / np.maximum(visits, 1)[:, None]
        priors = main.priors[first : first + count]
        wins = (sure == seat + 1).astype(float)
        loses = ((sure > 0) & (sure != seat + 1)).astype(float)
        order = np.lexsort((-priors, -shares[:, seat], -visits, loses, -wins))
        if root.allowed is not None:
            order = order[np.isin(main.edges[first + order, ACTION], root.allowed)]
        depth = int(main.control[DEPTH])
        return tuple(
            RootMoveStatistics(
                principal_variation(main, first + int(at)),
                int(visits[at]),
                _fair(shares[at]),
                int(sure[at]) - 1 if sure[at] else None,
                depth,
            )
            if visits[at] or sure[at]
            else self.static_evaluation(root, int(main.edges[first + at, ACTION]))
            for at in order[:lines]
        )


def _whole_rounds(players: int) -> int:
    """Turns to play on: everybody has as many."""
    return players * max(1, ROLLOUT_PLIES // players)


def _fair(shares: NDArray[np.float64]) -> tuple[float, ...]:
    """Shares that add up to 1; even ones if nothing is known."""
    total = float(shares.sum())
    if total <= 0:
        return (1 / len(shares),) * len(shares)
    return tuple(float(share) / total for share in shares)
