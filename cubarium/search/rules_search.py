"""An engine that needs the readable rules alone, for games without a kernel: it plays random games
on from every move, more of them from the moves that do well (UCB1). Slow, but it plays any game."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from random import Random
from typing import Final

from cubarium.core.chance import drawn
from cubarium.core.engine import AnalysisEngine, Estimate, Limit, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat, ToDraw, ToMove

EXPLORATION: Final = 1.0
LONGEST: Final = 400
"""Acts of a random game; one that is not over by then counts as a draw."""
SLICE: Final = 16
"""Random games between two thoughts."""


@dataclass
class RolloutStatistics:
    """A move, and what became of the games that went on from it."""

    move: object
    shares: list[float]
    games: int = 0

    def mean(self, seat: Seat) -> float:
        return self.shares[seat] / self.games if self.games else 0.0


@dataclass
class RulesSearch(AnalysisEngine):
    """`rollouts`: random games a move at most; None: as many as the limit allows."""

    name: str
    rng: Random
    rollouts: int | None = None
    default_seconds: float | None = None

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        """The moves that most games went on from: those that do well."""
        roots: dict[str, RolloutStatistics] = {}
        since, played = time.perf_counter(), 0
        mover = story.seat
        most = min((n for n in (self.rollouts, limit.nodes) if n is not None), default=None)
        while played == 0 or not _is_over(limit, most, since, played):
            for _ in range(SLICE if most is None else max(1, min(SLICE, most - played))):
                mover = self._roll_out(game, story, roots)
                played += 1
            yield _thoughts(roots, mover, played, lines)

    def _roll_out(self, game: AnyGame, story: Story, roots: dict[str, RolloutStatistics]) -> Seat:
        """Play one game to its end from a state that fits the story; who moves first in it."""
        state = game.guess(story.view, self.rng)
        turn = game.turn(state)
        if not isinstance(turn, ToMove):
            raise CubariumError("there is nothing to think about: it is nobody's turn")
        root = self._chosen(game, state, turn.seat, roots)
        shares = self._shares(game, game.play(state, root.move), story.departed)
        root.games += 1
        for seat, share in enumerate(shares):
            root.shares[seat] += share
        return turn.seat

    def _chosen(
        self, game: AnyGame, state: object, seat: Seat, roots: dict[str, RolloutStatistics]
    ) -> RolloutStatistics:
        """A move without a game yet, else the one with the highest upper confidence bound."""
        legal = {game.write(move): move for move in game.moves(state)}
        for text, move in legal.items():
            roots.setdefault(text, RolloutStatistics(move, [0.0] * game.players))
        known = [roots[text] for text in legal]
        untried = [root for root in known if not root.games]
        if untried:
            return self.rng.choice(untried)
        total = log(sum(root.games for root in known))
        return max(known, key=lambda r: r.mean(seat) + EXPLORATION * sqrt(total / r.games))

    def _shares(self, game: AnyGame, state: object, departed: frozenset[Seat]) -> tuple[float, ...]:
        """Each seat's share of the win after a random game from here on."""
        winners: frozenset[Seat] = frozenset()
        for _ in range(LONGEST):
            turn = game.turn_without(state, departed)
            if isinstance(turn, Ended):
                winners = turn.outcome.winners
                break
            if isinstance(turn, ToDraw):
                action = drawn(game, state, self.rng)
            else:
                action = self.rng.choice(game.moves(state))
            state = game.play(state, action)
        sharing = winners or set(range(game.players)) - departed
        return tuple(float(seat in sharing) / len(sharing) for seat in range(game.players))


def _thoughts(
    roots: dict[str, RolloutStatistics], seat: Seat, played: int, lines: int
) -> tuple[Thought[object], ...]:
    """The best moves: from a good one most games went on, and of those with as many it did best."""
    tried = [root for root in roots.values() if root.games]
    best = sorted(tried, key=lambda root: (root.games, root.mean(seat)), reverse=True)[:lines]
    return tuple(
        Thought(
            root.move,
            Estimate(tuple(share / root.games for share in root.shares)),
            (root.move,),
            nodes=played,
            depth=1,
        )
        for root in best
    )


def _is_over(limit: Limit, most: int | None, since: float, played: int) -> bool:
    """Is thinking over? Without any limit a slice is enough."""
    if limit.stopped is not None and limit.stopped.is_set():
        return True
    if limit.seconds is not None and time.perf_counter() - since >= limit.seconds:
        return True
    if most is not None:
        return played >= most
    return limit.seconds is None
