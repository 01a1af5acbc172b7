"""The engine of the house: the right search for each table, and facts from a table of solved
positions where there is one."""

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from cubarium.core.engine import Forecast, Limit, Proven, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Outcome
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.mcts import Mcts
from cubarium.search.root import Situation, situation

ORDER = ("win", "draw", "loss")
REVERSED = {"win": "loss", "draw": "draw", "loss": "win"}


class Prober(Protocol):
    """Knows the value of some positions: see cubarium.solve.prober."""

    def value(self, s: Any) -> str | None:
        """`win`, `draw` or `loss` for the seat to move; None: not known."""
        ...


class Thinker:
    """Thinks at one kind of table, as well as it can."""

    name = "engine"

    def __init__(
        self,
        game: AnyGame,
        *,
        threads: int = 1,
        memory: float | None = None,
        prober: Prober | None = None,
    ) -> None:
        """`memory`: megabytes; None: as much as is usual. No more threads than cores are used."""
        threads = min(threads, os.cpu_count() or 1)
        two_sided = len(set(game.teams)) == 2 and not game.has_secrets
        self._searcher: Any = (AlphaBeta if two_sided else Mcts)(memory=memory, threads=threads)
        self._prober = prober

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]:
        for thoughts in self.analyse(game, story, limit):
            yield thoughts[0]

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        try:
            here = situation(game, story)
            self.make_ready(game)
            yield from self._analysed(Clock(limit), here, lines)
        except MemoryError as error:
            raise CubariumError(f"there is not so much memory: {error}") from None

    def make_ready(self, game: AnyGame) -> None:
        """Compile what this table needs. Whoever thinks does it before the clock starts."""
        self._searcher.make_ready(game)
        if self._prober is not None:
            self._prober.value(game.initial())

    def _analysed(self, clock: Clock, here: Situation, lines: int) -> Iterator[tuple[Thought, ...]]:
        facts = self.facts(here)
        groups = self._groups(here, facts, lines)
        done: tuple[Thought, ...] = ()
        for number, allowed in enumerate(groups):
            wanted = min(lines - len(done), len(allowed) if allowed is not None else lines)
            part = clock.part(len(groups) - number)
            found: tuple[Thought, ...] = ()
            for lines_found in self._searcher.search(replace(here, allowed=allowed), part, wanted):
                found = tuple(
                    self._told(here, line, facts, clock.nodes + part.nodes) for line in lines_found
                )
                yield (*done, *found)
            clock.nodes += part.nodes
            done = (*done, *found)

    def best(self, here: Situation, clock: Clock) -> Any:
        """The best line when the time is up, of those that keep what the table knows."""
        groups = self._groups(here, self.facts(here), 1)
        return self._searcher.best(replace(here, allowed=groups[0]), clock)

    def glance(self, here: Situation, act: int) -> Any:
        """What is known of an act without a search."""
        return self._searcher.glance(here, act)

    def thought(self, here: Situation, line: Any, nodes: int = 1) -> Thought:
        """A line in the words of the game."""
        return self._told(here, line, self.facts(here), nodes)

    def facts(self, here: Situation) -> dict[int, str | None]:
        """By act: what it is worth to the mover, None where the table does not reach; nothing at
        all if it does not know the position itself."""
        if self._prober is None or self._prober.value(here.state) is None:
            return {}
        game = here.game
        texts = {text: act for act, text in enumerate(game.actions())}
        return {texts[game.write(move)]: self._fact(here, move) for move in game.moves(here.state)}

    def _fact(self, here: Situation, move: Any) -> str | None:
        """What a move is worth to the mover."""
        assert self._prober is not None
        after = here.game.play(here.state, move)
        turn = here.game.turn(after)
        if isinstance(turn, Ended):
            return "win" if here.state.to_move in turn.outcome.winners else "loss"
        if here.ends(after):
            return "draw"
        known = self._prober.value(after)
        return None if known is None else REVERSED[known]

    def _groups(
        self, here: Situation, facts: dict[int, str | None], lines: int
    ) -> list[tuple[int, ...] | None]:
        """The acts to search, as many groups as the lines need: those that surely keep what the
        position is worth, then those that may, then the others, the better ones first."""
        if not facts or self._prober is None:
            return [here.allowed]
        order = [self._prober.value(here.state), None, *ORDER]
        groups: list[tuple[int, ...] | None] = []
        for value in dict.fromkeys(order):
            acts = tuple(
                act
                for act, known in facts.items()
                if known == value and (here.allowed is None or act in here.allowed)
            )
            if acts and lines > 0:
                groups.append(acts)
                lines -= len(acts)
        return groups

    def _told(
        self, here: Situation, line: Any, facts: dict[int, str | None], nodes: int
    ) -> Thought:
        thought: Thought = self._searcher.thought(here, line, nodes)
        fact = facts.get(line.acts[0])
        if fact is None or isinstance(thought.value, Proven):
            return thought
        game = here.game
        ours = game.teams[here.state.to_move]
        seats = {
            seat
            for seat, team in enumerate(game.teams)
            if fact != "draw" and (team == ours) == (fact == "win")
        }
        return replace(thought, value=Proven(Outcome(frozenset(seats), Forecast.PROVED)))
