"""Wins that can be forced within so many plies, for two sides: facts alone, no estimates.

The alpha-beta search is asked one question with the narrowest window: is it a win within n plies?
What is not proved to be one is not, for all moves within these plies are tried.
"""

from collections.abc import Sequence

import numpy as np

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.operations import ENDED, PackedState
from cubarium.search.alphabeta_kernel import (
    BEST,
    BEST_ACTION,
    DEEPEST,
    NODES,
    AlphaBetaParameters,
    advance,
    begin,
    new_stack,
)
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import legal_actions, seat_to_move, successor
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.score import WIN
from cubarium.search.transposition_table import new_transposition_table

CANONICAL = 4
MEGABYTES = 64.0


class TooDear(CubariumError):
    """The limit was reached before the question was answered."""


class ForcedWins:
    """Answers about one table. What was learnt is kept for the next question."""

    def __init__(self, game: AnyGame, *, memory: float = MEGABYTES) -> None:
        """`memory`: megabytes for the transposition table."""
        if game.sides != 2 or game.has_secrets:
            raise CubariumError("wins are proved at tables with two sides that see everything")
        self.game = game
        self.kernel = catalog.kernel(game)
        self.teams = np.array(game.teams, np.int64)
        self.clock = Clock(Limit())
        self._tt = new_transposition_table(memory)
        width = len(self.kernel.pack(game.initial()))
        self._stack = new_stack(width, self.kernel.max_actions, len(game.actions()))

    def limit(self, limit: Limit) -> None:
        """All questions from now on may take so long together."""
        self.clock = Clock(limit)

    def forget(self) -> None:
        """As if nothing had ever been asked: then nodes can be compared."""
        self._tt.slots[:] = 0
        self._stack.history[:] = 0
        self._stack.killers[:] = -1

    def within(self, state: PackedState, plies: int, leave_out: Sequence[int] = ()) -> int | None:
        """An action that forces a win within so many plies; None: there is none but, perhaps, those
        left out. Raises TooDear."""
        actions = [int(one) for one in legal_actions(self.kernel, state) if one not in leave_out]
        if not actions or not 1 <= plies < DEEPEST:
            return None
        params = AlphaBetaParameters(
            self.teams,
            np.array(leave_out, np.int64),
            actions[0],  # so that the root is searched, not looked up: its action is wanted
            NO_KEYS,
            self.kernel.has_win_in_one,
            CANONICAL,
        )
        stack = self._stack
        begin(state, stack, plies, WIN - plies - 1, WIN - plies)
        done = False
        while not done:
            left = self.clock.left()
            if not left:
                raise TooDear("the limit was reached before it was known whether there is a win")
            stack.control[NODES] = 0
            done = advance(state, stack, self._tt, params, left)
            self.clock.nodes += int(stack.control[NODES])
        frame = stack.numbers[0]
        return int(frame[BEST_ACTION]) if frame[BEST] >= WIN - plies else None

    def plies(self, state: PackedState, most: int) -> int | None:
        """In how many plies the mover wins, if that is no more than these. Raises TooDear."""
        return next((n for n in range(1, most + 1) if self.within(state, n) is not None), None)

    def wins(self, state: PackedState, plies: int) -> tuple[int, ...]:
        """All actions that force a win within so many plies. Raises TooDear."""
        found: list[int] = []
        action = self.within(state, plies)
        while action is not None:
            found.append(action)
            action = self.within(state, plies, found)
        return tuple(found)

    def defence(self, state: PackedState, plies: int) -> int:
        """An action after which the other side does not win within so many plies, this one counted;
        where there is none, one that holds out longest, and of those one that leaves the fewest
        ways to win in time. Raises TooDear."""
        after = {
            int(action): successor(state, int(action))
            for action in legal_actions(self.kernel, state)
        }
        going = {action: one for action, one in after.items() if seat_to_move(one) != ENDED}
        longest = list(going)
        for within in range(1, plies):
            longer = [action for action in longest if self.within(going[action], within) is None]
            if not longer:
                break
            longest = longer
        if not longest:
            return min(after)
        return min(longest, key=lambda action: len(self.wins(going[action], plies - 1)))

    def line(self, state: PackedState, plies: int) -> tuple[int, ...]:
        """A win in just so many plies against the best defence. Raises TooDear."""
        actions: list[int] = []
        for left in range(plies, 0, -1):
            ours = (plies - left) % 2 == 0
            action = self.within(state, left) if ours else self.defence(state, left)
            assert action is not None
            actions.append(action)
            state = successor(state, action)
            if seat_to_move(state) == ENDED:
                break
        return tuple(actions)
