"""The games of a batch, stepped by the readable rules: for games that have no kernel."""

import copy
from random import Random

from cubarium import extras
from cubarium.core.action_ids import action, legal_ids, returns
from cubarium.core.chance import past_chance
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, ToMove
from cubarium.interop.batch_arrays import BatchArrays

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cubarium.interop.seat_observer import SeatObserver  # noqa: E402
from cubarium.search.batch_kernel import NEXT_STEP, OVER, SAME_STEP  # noqa: E402


class RulesGames:
    """See GamesInStep. Each game has random numbers of its own, as with a kernel."""

    def __init__(self, game: AnyGame, start: object, arrays: BatchArrays) -> None:
        self._game = game
        self._start = start
        self._arrays = arrays
        self._observer = SeatObserver(game)
        self._states = [start] * len(arrays.seats)
        self._rngs: list[Random] = []

    def seed(self, seeds: NDArray[np.uint64]) -> None:
        self._rngs = [Random(int(seed)) for seed in seeds]

    def start(self) -> None:
        for at in range(len(self._states)):
            self._begin(at)

    def _begin(self, at: int) -> None:
        self._arrays.plies[at] = 0
        self._enter(at, past_chance(self._game, self._start, self._rngs[at]))

    def _enter(self, at: int, state: object, *, stopped: bool = False) -> None:
        """A game has come to a state: write who is to move, what it sees and what it may do."""
        kept, turn = self._arrays, self._game.turn(state)
        self._states[at] = state
        kept.masks[at] = False
        kept.seen[at] = 0
        kept.seats[at] = OVER
        if isinstance(turn, ToMove) and not stopped:
            kept.seats[at] = turn.seat
            kept.masks[at, legal_ids(self._game, state)] = True
            kept.seen[at] = self._observer.observation(state, turn.seat).reshape(-1)

    def step(self, actions: NDArray[np.int64], longest: int, again: int) -> None:
        kept, game = self._arrays, self._game
        kept.rewards[:] = 0
        kept.finished[:] = 0
        for at, number in enumerate(actions.tolist()):
            if kept.seats[at] == OVER:
                if again == NEXT_STEP:
                    self._begin(at)
                continue
            before = self._states[at]
            state = game.play(before, action(game, before, number))
            state = past_chance(game, state, self._rngs[at])
            kept.plies[at] += 1
            if isinstance(game.turn(state), Ended):
                kept.finished[at] = 1
                kept.rewards[at] = returns(game, state)
            elif kept.plies[at] >= longest:
                kept.finished[at] = 2
            if kept.finished[at] and again == SAME_STEP:
                self._begin(at)
            else:
                self._enter(at, state, stopped=bool(kept.finished[at]))

    def sample(self, out: NDArray[np.int64]) -> None:
        kept = self._arrays
        out[:] = 0
        for at, rng in enumerate(self._rngs):
            if kept.seats[at] != OVER:
                out[at] = rng.choice(np.flatnonzero(kept.masks[at]).tolist())

    def states(self) -> list[object]:
        return [*self._states]

    def copy(self, arrays: BatchArrays) -> "RulesGames":
        other = copy.copy(self)
        other._arrays = arrays
        other._states, other._rngs = [*self._states], [copy.copy(rng) for rng in self._rngs]
        return other
