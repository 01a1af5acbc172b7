"""Tiny engines for matches, in a file that workers can import by itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cubarium.core import Engine, Estimate, Limit, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord, Result
from cubarium.match.match import MatchEnd
from cubarium.search.random_engine import RandomEngine
from cubarium.tournament.scores import PlayedGame, TimeUsage


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


def finished(seats: tuple[int, ...], winners: Iterable[int]) -> PlayedGame:
    """A game that ended like this, without its moves."""
    result = Result(frozenset(winners), str(MatchEnd.AGREEMENT))
    record = GameRecord(game="quixo", rules=1, players=len(seats), acts=(), result=result)
    return PlayedGame(seats, record, 1, (TimeUsage(),) * (max(seats) + 1))
