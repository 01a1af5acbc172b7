"""Tiny engines for matches, in a file that workers can import by itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cubarium.core import Engine, Estimate, Limit, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.search.random_engine import RandomEngine


def at_random(game: AnyGame, seed: int) -> Engine:
    del game
    return RandomEngine(Random(seed))


@dataclass(frozen=True)
class Scripted:
    """Always answers the same; None: nothing at all."""

    answer: Any

    name = "scripted"

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        del game, seed
        return self

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        del game, story, limit
        if self.answer is not None:
            yield Thought(self.answer, Estimate((0.5, 0.5)), (self.answer,), nodes=1, depth=0)
