"""What both searches have in common: they think by searching a situation."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, TypeVar

from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.search.clock import Clock
from cubarium.search.root import Situation, situation
from cubarium.search.warm_up import make_ready

F = TypeVar("F")


class Searcher(ABC, Generic[F]):
    """F: what a search finds about an act."""

    @abstractmethod
    def search(self, here: Situation, clock: Clock, lines: int = 1) -> Iterator[tuple[F, ...]]:
        """The best acts, ever better known."""

    @abstractmethod
    def glance(self, here: Situation, act: int) -> F:
        """What is known of an act without a search."""

    @abstractmethod
    def thought(self, here: Situation, found: F, nodes: int = 1) -> Thought:
        """What was found, in the words of the game."""

    def make_ready(self, game: AnyGame) -> None:
        """Compile what this table needs. Whoever thinks does it before the clock starts."""
        make_ready(game, type(self))

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]:
        for thoughts in self.analyse(game, story, limit):
            yield thoughts[0]

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        here = situation(game, story)
        self.make_ready(game)
        clock = Clock(limit)
        for found in self.search(here, clock, lines):
            yield tuple(self.thought(here, one, clock.nodes) for one in found)

    def best(self, here: Situation, clock: Clock) -> F:
        """The best one when the time is up."""
        for found in self.search(here, clock):
            last = found
        return last[0]
