"""What an engine makes of a story: the position in words, and what the match remembers."""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.engine import Story
from cubarium.core.game import AnyGame
from cubarium.core.operations import Kernel, PackedState
from cubarium.core.turn import Seat
from cubarium.search.kernel_calls import key_of, successor

NO_KEYS: NDArray[np.uint64] = np.zeros((0, 2), np.uint64)


@dataclass(frozen=True)
class Situation:
    """A position that a seat is in."""

    game: AnyGame
    kernel: Kernel
    state: Any
    root: PackedState
    over: NDArray[np.uint64]
    """The keys of positions that would end the match as too often repeated."""
    allowed: tuple[int, ...] | None = None
    """The acts to choose from; None: all."""
    departed: frozenset[Seat] = frozenset()
    """Who has left the game, and can't win."""

    def ends(self, state: Any) -> bool:
        """Would the match end here, as too often repeated?"""
        return self._is_over(self.kernel.pack(state))

    def ends_after(self, act: int) -> bool:
        """Would the match end after this act, as too often repeated?"""
        return self._is_over(successor(self.root, act))

    def _is_over(self, state: PackedState) -> bool:
        key = np.array(key_of(state), np.uint64)
        return bool((self.over == key).all(axis=1).any())

    def line(self, acts: Any) -> tuple[Any, ...]:
        """The moves of a line of action ids from here on."""
        texts = self.game.actions()
        state, moves = self.state, []
        for act in acts:
            move = self.game.read(state, texts[int(act)])
            moves.append(move)
            state = self.game.play(state, move)
        return tuple(moves)


def situation(game: AnyGame, story: Story) -> Situation:
    """The position as the seat knows it; what is hidden is guessed, the same way every time."""
    kernel = catalog.kernel(game)
    state = game.guess(story.view, Random(0))
    over = _over(game, kernel, story, state)
    return Situation(game, kernel, state, kernel.pack(state), over, departed=story.departed)


def _over(game: AnyGame, kernel: Kernel, story: Story, now: Any) -> NDArray[np.uint64]:
    """Where the match would end if a position came up once more. Games with secrets can't be played
    again from a story, and hardly ever repeat themselves."""
    if story.repetitions is None or game.has_secrets:
        return NO_KEYS
    state = game.initial() if story.start is None else game.guess(story.start, Random(0))
    seen: Counter[Any] = Counter()
    for act in story.events:
        if game.is_turn_boundary(state):
            seen[state] += 1
        state = game.play(state, act)
    if state != now:
        return NO_KEYS  # a story that began elsewhere
    seen[state] += 1
    often = [key_of(kernel.pack(s)) for s, n in seen.items() if n + 1 >= story.repetitions]
    return np.array(often, np.uint64) if often else NO_KEYS
