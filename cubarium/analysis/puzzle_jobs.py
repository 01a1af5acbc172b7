"""Puzzles for one person that do not come with the program: made and proved in another process."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cubarium import catalog
from cubarium.core.puzzles import Puzzle
from cubarium.engines.engine_cache import EngineCache

SECONDS: Final = 20.0
"""That a proof may take."""


def name_of(cards: tuple[str, ...]) -> str:
    """What a puzzle is called that has no other name."""
    return "-".join(cards)


@dataclass(frozen=True)
class PuzzleMakeJob:
    """A new puzzle with this many cards; None: it could not be proved in time."""

    game: str
    count: int
    seed: int
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[Puzzle | None]:
        del cache
        book = catalog.puzzles(self.game)
        others = [book.shown_by(one.solution) for one in book.shipped().values()]
        made = book.make(self.count, Random(self.seed), seconds=SECONDS, others=others)
        yield None if made is None else replace(made, name=name_of(made.cards))


@dataclass(frozen=True)
class PuzzleSolveJob:
    """The puzzle that some cards are; None: its par could not be proved in time."""

    game: str
    cards: tuple[str, ...]
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[Puzzle | None]:
        del cache
        book = catalog.puzzles(self.game)
        found = book.solve(self.cards, SECONDS)
        if found.par is None or found.board is None:
            yield None
            return
        grade, reason = book.graded(len(self.cards), found.par)
        yield Puzzle(name_of(self.cards), self.cards, found.par, grade, reason, found.board)
