"""Where the match would end if a position of its story came up once more."""

from collections import Counter
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubarium.core.engine import Story
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.operations import Kernel
from cubarium.search.kernel_calls import key_of

NO_KEYS: NDArray[np.uint64] = np.zeros((0, 2), np.uint64)


class Repetitions:
    """Counts the positions of stories. Of a story that continues the last one, only the new actions
    are played, so that a game of n moves takes n of them, even if each of its moves is asked
    about."""

    def __init__(self) -> None:
        self._spec: GameSpec | None = None
        self._start: object = None
        self._actions: list[object] = []
        self._state: object = None
        self._visits: Counter[object] = Counter()
        """How often each position has come up between turns, the present one left out."""

    def over(self, game: AnyGame, kernel: Kernel, story: Story, now: object) -> NDArray[np.uint64]:
        """The keys of the positions that would end the match. Games with secrets can't be played
        again from a story, and hardly ever repeat themselves."""
        if story.repetitions is None or game.has_secrets:
            return NO_KEYS
        self._follow(game, story)
        if self._state != now:
            return NO_KEYS  # a story that began elsewhere
        visits = {**self._visits, now: self._visits[now] + 1}
        often = (state for state, times in visits.items() if times + 1 >= story.repetitions)
        keys = [key_of(kernel.pack(state)) for state in often]
        return np.array(keys, np.uint64) if keys else NO_KEYS

    def _follow(self, game: AnyGame, story: Story) -> None:
        """Play the actions of a story that were not played yet."""
        start = game.initial() if story.start is None else game.guess(story.start, Random(0))
        known = len(self._actions)
        continues = self._spec == game.spec and self._start == start
        if not continues or list(story.events[:known]) != self._actions:
            self._spec, self._start, self._state = game.spec, start, start
            self._actions, self._visits, known = [], Counter(), 0
        for action in story.events[known:]:
            after = game.play(self._state, action)
            if game.is_turn_boundary(self._state):
                self._visits[self._state] += 1
            self._actions.append(action)
            self._state = after
