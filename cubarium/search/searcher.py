"""What both searches are to an engine."""

from collections.abc import Iterator
from typing import Protocol

from cubarium.core.engine import Thought
from cubarium.search.clock import Clock
from cubarium.search.root import SearchRoot


class Finding(Protocol):
    """What a search found about one action of the root."""

    @property
    def actions(self) -> tuple[int, ...]:
        """The principal variation that begins with it."""
        ...

    def thought(self, root: SearchRoot, nodes: int = 1) -> Thought[object]:
        """The same in the words of the game."""
        ...


class Searcher(Protocol):
    """Searches a root."""

    def search(
        self, root: SearchRoot, clock: Clock, lines: int = 1
    ) -> Iterator[tuple[Finding, ...]]:
        """The best actions, ever better known. Raises CubariumError for a game that it can't
        search."""
        ...

    def static_evaluation(self, root: SearchRoot, action: int) -> Finding:
        """What is known of an action without a search."""
        ...


def best_finding(searcher: Searcher, root: SearchRoot, clock: Clock) -> Finding:
    """The best action when the time is up."""
    for found in searcher.search(root, clock):
        last = found
    return last[0]
