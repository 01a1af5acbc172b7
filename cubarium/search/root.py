"""The root of a search, made from a story: the position, and what would repeat it too often."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.engine import Story
from cubarium.core.game import AnyGame
from cubarium.core.operations import Kernel, PackedState
from cubarium.core.turn import Seat, ToMove
from cubarium.search.kernel_calls import key_of, successor

NO_KEYS: NDArray[np.uint64] = np.zeros((0, 2), np.uint64)


@dataclass(frozen=True)
class SearchRoot:
    """A position in which a seat is to move."""

    game: AnyGame
    kernel: Kernel
    state: object
    packed: PackedState
    over: NDArray[np.uint64]
    """The keys of positions that would end the match as too often repeated."""
    allowed: tuple[int, ...] | None = None
    """The actions to choose from; None: all."""
    departed: frozenset[Seat] = frozenset()
    """Who has left the game, and can't win."""

    @property
    def mover(self) -> Seat:
        """The seat to move."""
        turn = self.game.turn(self.state)
        assert isinstance(turn, ToMove)
        return turn.seat

    def ends(self, state: object) -> bool:
        """Would the match end here, as too often repeated?"""
        return self._is_over(self.kernel.pack(state))

    def ends_after(self, action: int) -> bool:
        """Would the match end after this action, as too often repeated?"""
        return self._is_over(successor(self.packed, action))

    def _is_over(self, state: PackedState) -> bool:
        key = np.array(key_of(state), np.uint64)
        return bool((self.over == key).all(axis=1).any())

    def line(self, actions: Iterable[int]) -> tuple[object, ...]:
        """The moves of a principal variation."""
        texts = self.game.actions()
        state, moves = self.state, []
        for action in actions:
            move = self.game.read(state, texts[int(action)])
            moves.append(move)
            state = self.game.play(state, move)
        return tuple(moves)


def search_root(game: AnyGame, story: Story) -> SearchRoot:
    """The position as the seat knows it; what is hidden is guessed, the same way every time."""
    kernel = catalog.kernel(game)
    state = game.guess(story.view, Random(0))
    over = _over(game, kernel, story, state)
    return SearchRoot(game, kernel, state, kernel.pack(state), over, departed=story.departed)


def _over(game: AnyGame, kernel: Kernel, story: Story, now: object) -> NDArray[np.uint64]:
    """Where the match would end if a position came up once more. Games with secrets can't be played
    again from a story, and hardly ever repeat themselves."""
    if story.repetitions is None or game.has_secrets:
        return NO_KEYS
    state = game.initial() if story.start is None else game.guess(story.start, Random(0))
    seen: Counter[object] = Counter()
    for action in story.events:
        if game.is_turn_boundary(state):
            seen[state] += 1
        state = game.play(state, action)
    if state != now:
        return NO_KEYS  # a story that began elsewhere
    seen[state] += 1
    often = [key_of(kernel.pack(s)) for s, n in seen.items() if n + 1 >= story.repetitions]
    return np.array(often, np.uint64) if often else NO_KEYS
