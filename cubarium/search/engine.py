"""The engine: the right search for each table, facts from a tablebase where there is one, and a
handicap where it is to play below its strength."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from cubarium.core.engine import AnalysisEngine, Forecast, Limit, Proven, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.levels import Strength
from cubarium.core.solver import ValueSource, WinDrawLoss
from cubarium.core.turn import Ended, Outcome
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.clock import Clock
from cubarium.search.handicap import choices
from cubarium.search.mcts import Mcts
from cubarium.search.repetitions import Repetitions
from cubarium.search.root import SearchRoot, search_root
from cubarium.search.searcher import Finding, Searcher, best_finding
from cubarium.search.warm_up import make_ready


@dataclass(frozen=True)
class ActionFact:
    """What is known of an action: its value for the mover, and the plies to the end, where they
    are."""

    value: WinDrawLoss | None
    plies: int | None = None

    @property
    def urgency(self) -> int:
        """What comes first among actions of the same value: a short win, a long defence."""
        plies = self.plies or 0
        return -plies if self.value is WinDrawLoss.LOSS else plies


Facts: TypeAlias = dict[int, ActionFact]
"""By action."""


class SearchEngine(AnalysisEngine):
    """Thinks at any table whose game has a kernel."""

    def __init__(
        self,
        name: str = "engine",
        *,
        strength: Strength | None = None,
        rng: Random | None = None,
        threads: int = 1,
        memory: float | None = None,
        prober: ValueSource | None = None,
        searcher: Searcher | None = None,
        default_seconds: float | None = None,
    ) -> None:
        """`strength`: a handicap, None: as well as it can; `rng` is for its errors. `memory`:
        megabytes, None: as much as is usual. No more threads than cores are used. `prober` is of
        the game that is played. `searcher`: None: the one that fits the table."""
        self.name = name
        self.strength = strength
        self.default_seconds = default_seconds
        self._rng = rng or Random()
        self._threads = min(threads, os.cpu_count() or 1)
        self._memory = memory
        self._prober = prober
        self._given = searcher
        self._made: tuple[GameSpec, Searcher] | None = None
        self.repetitions = Repetitions()

    def searcher(self, game: AnyGame) -> Searcher:
        """The search for a game; what it has learnt is kept as long as the game is the same."""
        if self._given is not None:
            return self._given
        if self._made is None or self._made[0] != game.spec:
            search = searcher_class(game)
            self._made = game.spec, search(memory=self._memory, threads=self._threads)
        return self._made[1]

    def make_ready(self, game: AnyGame) -> None:
        """Compile what this table needs: done before any clock starts."""
        make_ready(game, type(self.searcher(game)))
        if self._prober is not None:
            self._prober.value(game.initial())

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        """Ever better thoughts. With a handicap there is one, and a limit that is lower than that
        of the strength is kept."""
        try:
            root = search_root(game, story, self.repetitions)
            self.make_ready(game)
            if self.strength is None:
                yield from self._lines(root, Clock(limit), lines)
            else:
                action, found, nodes = self.choose(root, limit)
                found = found or self.searcher(game).static_evaluation(root, action)
                yield (_thought(root, found, self.facts(root), nodes),)
        except MemoryError as error:
            raise CubariumError(f"there is not enough memory: {error}") from None

    def _lines(
        self, root: SearchRoot, clock: Clock, lines: int
    ) -> Iterator[tuple[Thought[object], ...]]:
        facts = self.facts(root)
        groups = self._groups(root, facts, lines)
        searcher = self.searcher(root.game)
        done: tuple[Thought[object], ...] = ()
        for number, allowed in enumerate(groups):
            wanted = min(lines - len(done), len(allowed) if allowed is not None else lines)
            part = clock.part(len(groups) - number)
            thoughts: tuple[Thought[object], ...] = ()
            for found in searcher.search(replace(root, allowed=allowed), part, wanted):
                nodes = clock.nodes + part.nodes
                thoughts = tuple(_thought(root, one, facts, nodes) for one in found)
                yield (*done, *thoughts)
            clock.nodes += part.nodes
            done = (*done, *thoughts)

    def choose(self, root: SearchRoot, limit: Limit) -> tuple[int, Finding | None, int]:
        """An action with the handicap, what a search found out about it (None: there was none), and
        its nodes."""
        strength = self.strength
        assert strength is not None
        left = choices(root, strength, self._rng)
        if len(left) == 1:
            return left[0], None, 1
        nodes = strength.nodes if limit.nodes is None else min(strength.nodes, limit.nodes)
        clock = Clock(replace(limit, nodes=nodes))
        root = replace(root, allowed=left)
        allowed = self._groups(root, self.facts(root), 1)[0]
        found = best_finding(self.searcher(root.game), replace(root, allowed=allowed), clock)
        return found.actions[0], found, clock.nodes

    def facts(self, root: SearchRoot) -> Facts:
        """What the prober knows; nothing at all if it does not know the position itself."""
        if self._prober is None or self._prober.value(root.state) is None:
            return {}
        game = root.game
        texts = {text: action for action, text in enumerate(game.actions())}
        has_plies = self._prober.plies(root.state) is not None
        return {
            texts[game.write(move)]: self._fact(root, self._prober, move, has_plies=has_plies)
            for move in game.moves(root.state)
        }

    def _fact(
        self, root: SearchRoot, prober: ValueSource, move: object, *, has_plies: bool
    ) -> ActionFact:
        after = root.game.play(root.state, move)
        turn = root.game.turn(after)
        if isinstance(turn, Ended):
            won = root.mover in turn.outcome.winners
            return ActionFact(
                WinDrawLoss.WIN if won else WinDrawLoss.LOSS, 1 if has_plies else None
            )
        if root.ends(after):
            return ActionFact(WinDrawLoss.DRAW)
        known = prober.value(after)
        if known is None:
            return ActionFact(None)
        plies = prober.plies(after) if has_plies else None
        return ActionFact(known.reversed(), None if plies is None else plies + 1)

    def _groups(self, root: SearchRoot, facts: Facts, lines: int) -> list[tuple[int, ...] | None]:
        """The actions to search, as many groups as the lines need: those that surely keep the value
        of the position, then those that may, then the others, the better ones first. Where plies
        are known, the shortest wins and the longest defences come first."""
        if not facts or self._prober is None:
            return [root.allowed]
        order = [self._prober.value(root.state), None, *WinDrawLoss]
        groups: list[tuple[int, ...] | None] = []
        ranks = {value: rank for rank, value in reversed([*enumerate(order)])}
        by_rank: dict[tuple[int, int], list[int]] = {}
        for action, fact in facts.items():
            if root.allowed is None or action in root.allowed:
                by_rank.setdefault((ranks[fact.value], fact.urgency), []).append(action)
        for rank in sorted(by_rank):
            if lines > 0:
                groups.append(tuple(by_rank[rank]))
                lines -= len(by_rank[rank])
        return groups


def searcher_class(game: AnyGame) -> type[AlphaBeta] | type[Mcts]:
    """The search that fits a table."""
    return AlphaBeta if game.sides == 2 and not game.has_secrets else Mcts


def _thought(root: SearchRoot, found: Finding, facts: Facts, nodes: int) -> Thought[object]:
    """What a search found in the words of the game, or what is known better."""
    thought = found.thought(root, nodes)
    fact = facts.get(found.actions[0])
    if fact is None or fact.value is None:
        return thought
    if isinstance(thought.value, Proven) and fact.plies is None:
        return thought
    teams = root.game.teams
    won = fact.value is WinDrawLoss.WIN
    seats = {
        seat
        for seat, team in enumerate(teams)
        if fact.value is not WinDrawLoss.DRAW and (team == teams[root.mover]) == won
    }
    outcome = Outcome(frozenset(seats), Forecast.PROVED)
    return replace(thought, value=Proven(outcome, fact.plies))
