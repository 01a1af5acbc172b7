"""The engine without a plan: every legal move is as good as the others."""

from collections.abc import Iterator
from random import Random

from cubarium.core.engine import Estimate, Limit, Story, Thought
from cubarium.core.game import AnyGame


class RandomEngine:
    """Moves at random; the same numbers give the same moves."""

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        """One thought, at once."""
        del limit
        best = self._rng.choice(game.moves(game.guess(story.view, self._rng)))
        even = Estimate((1 / game.players,) * game.players)
        yield Thought(best, even, (best,), nodes=1, depth=0)
