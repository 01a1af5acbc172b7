"""The root of a search, made from a story: the position, and what would repeat it too often."""

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
from cubarium.search.repetitions import Repetitions


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


def search_root(game: AnyGame, story: Story, repetitions: Repetitions | None = None) -> SearchRoot:
    """The position as the seat knows it; what is hidden is guessed, the same way every time.
    `repetitions` knows what was played of the story before."""
    kernel = catalog.kernel(game)
    state = game.guess(story.view, Random(0))
    over = (repetitions or Repetitions()).over(game, kernel, story, state)
    return SearchRoot(game, kernel, state, kernel.pack(state), over, departed=story.departed)
