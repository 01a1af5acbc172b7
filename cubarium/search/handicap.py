"""An engine that plays below its strength: it thinks a little, and errs now and then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.search.clock import Clock
from cubarium.search.lookahead import LETS_WIN, LOSES_NOW, WINS, seen_ahead
from cubarium.search.root import Situation, situation


@dataclass(frozen=True)
class Strength:
    """How well to play. The same on every machine: no clock is asked."""

    nodes: int
    """Positions or simulations a move; 0: nothing but a look one move ahead."""
    errors: float
    """How often a move is made at random."""
    takes_wins: bool
    """Never misses a win in one."""
    sees_threats: bool
    """Never lets the next seat win at once, if it can be helped."""


class Levelled:
    """Plays with a certain strength. `engine` does the thinking."""

    def __init__(self, name: str, engine: Any, strength: Strength, rng: Random) -> None:
        self.name = name
        self._engine = engine
        self.strength = strength
        self._rng = rng

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]:
        """One thought. A limit that is lower than the level's own is kept."""
        here = situation(game, story)
        self._engine.make_ready(game)
        act, found, nodes = self.choose(here, limit)
        if found is None:
            found = self._engine.glance(here, act)
        yield self._engine.thought(here, found, nodes)

    def choose(self, here: Situation, limit: Limit) -> tuple[int, Any, int]:
        """An act, what the engine found out about it (None: it was not asked), and its nodes."""
        allowed, wins = self._allowed(here)
        if wins and (self.strength.takes_wins or self._rng.random() >= self.strength.errors):
            return self._rng.choice(wins), None, 1
        if self._rng.random() < self.strength.errors or not self.strength.nodes:
            return self._rng.choice(allowed), None, 1
        if len(allowed) == 1:
            return allowed[0], None, 1
        nodes = self.strength.nodes
        if limit.nodes is not None:
            nodes = min(nodes, limit.nodes)
        clock = Clock(replace(limit, nodes=nodes))
        found = self._engine.best(replace(here, allowed=tuple(allowed)), clock)
        return found.acts[0], found, clock.nodes

    def _allowed(self, here: Situation) -> tuple[list[int], list[int]]:
        """The acts that this strength considers, and those that win at once."""
        acts, signs = seen_ahead(here.kernel, here.root, here.game.teams)
        every = [int(act) for act in acts]
        if here.game.has_secrets:
            return every, []  # what wins depends on cards that are not known
        if len(here.over):
            for at in np.flatnonzero(signs == LETS_WIN):
                if here.ends_after(every[at]):
                    signs[at] = 0  # the match ends there, before anybody can win
        wins = [int(act) for act in acts[signs == WINS]]
        safe = [int(act) for act in acts[signs >= 0]]
        alive = [int(act) for act in acts[signs != LOSES_NOW]]
        if self.strength.sees_threats:
            return safe or alive or every, wins
        return every if self.strength.nodes else (alive or every), wins
