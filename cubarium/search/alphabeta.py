"""The alpha-beta search, for tables with two sides: see alphabeta_kernel.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Final

import numpy as np

from cubarium.core.engine import Estimate, Forecast, Proven, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.operations import ENDED
from cubarium.core.turn import Outcome
from cubarium.search.alphabeta_kernel import (
    BEST,
    BEST_ACTION,
    DEEPEST,
    LENGTH,
    NODES,
    AlphaBetaParameters,
    Stack,
    advance,
    begin,
    new_stack,
)
from cubarium.search.clock import SLICE, Clock
from cubarium.search.kernel_calls import legal_actions, seat_to_move, share_of, successor, value_for
from cubarium.search.root import SearchRoot
from cubarium.search.score import INFINITE, PROVED, SCALE, WIN
from cubarium.search.setup_search import MAX_TRIES, moves_again, search_set_up
from cubarium.search.transposition_table import new_transposition_table

CANONICAL: Final = 4
MEGABYTES: Final = 64.0
SEED: Final = 0x2545F4914F6CDD1D


@dataclass(frozen=True)
class PrincipalVariation:
    """What a search found, and its score for the mover of the root."""

    actions: tuple[int, ...]
    score: int
    depth: int

    @property
    def is_settled(self) -> bool:
        """Proved, and no deeper search would find a shorter way."""
        return abs(self.score) > PROVED and WIN - abs(self.score) <= self.depth

    def thought(self, root: SearchRoot, nodes: int = 1) -> Thought[object]:
        """The variation in the words of the game."""
        moves = root.line(self.actions)
        return Thought(moves[0], self._value(root), moves, nodes, self.depth)

    def _value(self, root: SearchRoot) -> Proven | Estimate:
        """The score as a fact or a guess about all seats."""
        game = root.game
        ours = game.teams[seat_to_move(root.packed)]
        if abs(self.score) > PROVED:
            wins = self.score > 0
            seats = {seat for seat, team in enumerate(game.teams) if (team == ours) == wins}
            plies = WIN - abs(self.score) if self.is_settled else None
            return Proven(Outcome(frozenset(seats), Forecast.PROVED), plies)
        chance = 1 / (1 + np.exp(-self.score / SCALE))
        size = game.players / 2
        shares = (chance / size if team == ours else (1 - chance) / size for team in game.teams)
        return Estimate(tuple(float(share) for share in shares))


class AlphaBeta:
    """A searcher for two sides. It keeps its transposition table from one move to the next."""

    def __init__(self, *, memory: float | None = None, threads: int = 1) -> None:
        """`memory`: megabytes for the transposition table."""
        self._threads = threads
        self.megabytes = MEGABYTES if memory is None else memory
        self._tt = new_transposition_table(self.megabytes)
        self._of: object = None
        self._stacks: list[Stack] = []

    def static_evaluation(self, root: SearchRoot, action: int) -> PrincipalVariation:
        """What is known of an action without a search."""
        after = successor(root.packed, action)
        seat = seat_to_move(root.packed)
        if seat_to_move(after) != ENDED:
            return PrincipalVariation((action,), value_for(after, seat), 0)
        team = root.game.teams[seat]
        share = sum(share_of(after, s) for s, other in enumerate(root.game.teams) if other == team)
        return PrincipalVariation((action,), round((WIN - 1) * (2 * share - 1)), 1)

    def search(
        self, root: SearchRoot, clock: Clock, lines: int = 1
    ) -> Iterator[tuple[PrincipalVariation, ...]]:
        """The best variations, ever deeper. Raises CubariumError where there are not two sides."""
        if root.game.sides != 2 or root.game.has_secrets:
            raise CubariumError("alpha-beta is for two sides that see everything")
        if moves_again(root.kernel, root.packed):
            yield self._plan_set_up(root, clock, lines)
            return
        self._reserve(root)
        helpers = [
            Thread(target=self._help, args=(root, clock, number), daemon=True)
            for number in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield from self._deepen(root, clock, lines)
        finally:
            clock.stopped.set()
            for helper in helpers:
                helper.join()

    def _plan_set_up(
        self, root: SearchRoot, clock: Clock, lines: int
    ) -> tuple[PrincipalVariation, ...]:
        """The best ways to begin with several actions in a row."""
        tries = MAX_TRIES if clock.limit.nodes is None else max(1, clock.limit.nodes // 10)
        found = search_set_up(root.packed, len(root.game.actions()), tries, SEED, clock)
        ways = [PrincipalVariation((action,), score, 0) for action, score in found]
        chosen = [way for way in ways if root.allowed is None or way.actions[0] in root.allowed]
        return tuple((chosen or ways)[:lines])

    def _reserve(self, root: SearchRoot) -> None:
        """One game's positions and repetitions share a transposition table, apart from others'."""
        of = (root.game.spec, root.over.tobytes())
        if self._of != of:
            if self._of is not None:  # else it is empty, and its pages are not in memory yet
                self._tt.slots[:] = 0
            width, most_actions = len(root.packed), root.kernel.max_actions
            actions = len(root.game.actions())
            self._stacks = [new_stack(width, most_actions, actions) for _ in range(self._threads)]
        self._of = of
        for stack in self._stacks:
            stack.history[:] //= 4
            stack.killers[:] = -1

    def _parameters(
        self, root: SearchRoot, banned: list[int], first: int = -1
    ) -> AlphaBetaParameters:
        teams = np.array(root.game.teams, np.int64)
        # repetitions are not symmetric
        canonical = DEEPEST + 1 if len(root.over) else CANONICAL
        return AlphaBetaParameters(
            teams,
            np.array(banned, np.int64),
            first,
            root.over,
            root.kernel.has_win_in_one,
            canonical,
        )

    def _deepen(
        self, root: SearchRoot, clock: Clock, lines: int
    ) -> Iterator[tuple[PrincipalVariation, ...]]:
        last: tuple[PrincipalVariation, ...] = ()
        left_out: list[int] = []
        if root.allowed is not None:
            legal = legal_actions(root.kernel, root.packed)
            left_out = [int(action) for action in legal if action not in root.allowed]
        for depth in range(1, DEEPEST + 1):
            found: list[PrincipalVariation] = []
            while len(found) < lines:
                known = [pv.actions[0] for pv in found]
                first = next((pv.actions[0] for pv in last if pv.actions[0] not in known), -1)
                params = self._parameters(root, [*left_out, *known], first)
                pv = self._search_depth(root, clock, depth, params, need=not last and not found)
                if pv is None:
                    break
                found.append(pv)
            stopped = clock.left() == 0
            if found:
                last = _merged(found, last, lines, stopped=stopped)
                yield last
            if stopped or all(pv.is_settled for pv in last):
                return

    def _search_depth(
        self, root: SearchRoot, clock: Clock, depth: int, params: AlphaBetaParameters, *, need: bool
    ) -> PrincipalVariation | None:
        """The best variation but for banned actions; None: there is none, or time ran out."""
        stack = self._stacks[0]
        begin(root.packed, stack, depth, -INFINITE, INFINITE)
        done = False
        while not done:
            left = clock.left()
            if not left:
                if not need:
                    break
                left = SLICE
            stack.control[NODES] = 0
            done = advance(root.packed, stack, self._tt, params, left)
            clock.nodes += int(stack.control[NODES])
        frame = stack.numbers[0]
        if frame[BEST_ACTION] < 0:
            return None
        if not done and frame[BEST] < -PROVED:
            return None  # so far all actions lose, but there are others
        actions = tuple(int(action) for action in stack.pvs[0, : frame[LENGTH]])
        return PrincipalVariation(actions, int(frame[BEST]), depth if done else depth - 1)

    def _help(self, root: SearchRoot, clock: Clock, number: int) -> None:
        """Another core searches the same positions, a little ahead, and stores for all."""
        stack, params = self._stacks[number], self._parameters(root, [])
        for depth in range(1 + number % 2, DEEPEST + 1):
            begin(root.packed, stack, depth, -INFINITE, INFINITE)
            while not advance(root.packed, stack, self._tt, params, SLICE):
                if not clock.left():
                    return
            if not clock.left():
                return


def _merged(
    found: list[PrincipalVariation],
    last: tuple[PrincipalVariation, ...],
    lines: int,
    *,
    stopped: bool,
) -> tuple[PrincipalVariation, ...]:
    """The variations of the last two depths, the best one first. Those of different depths can't be
    put in order: if they are not, the last whole depth counts."""
    known = {pv.actions[0] for pv in found}
    both = (*found, *(pv for pv in last if pv.actions[0] not in known))[:lines]
    ordered = tuple(sorted(both, key=lambda pv: -pv.score))
    return last if stopped and last and both != ordered else ordered
