"""The alpha-beta engine, for tables with two sides: see alphabeta_kernel.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from typing import Any, Final

import numpy as np

from cubarium.core.engine import Estimate, Forecast, Limit, Proven, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.operations import ENDED
from cubarium.core.turn import Outcome
from cubarium.search.alphabeta_kernel import (
    BEST,
    BEST_ACT,
    DEEPEST,
    LENGTH,
    NODES,
    Rules,
    Stack,
    advance,
    begin,
    stack,
)
from cubarium.search.clock import SLICE, Clock
from cubarium.search.kernel_calls import acts_of, seat_to_move, share_of, successor, value_for
from cubarium.search.root import Situation
from cubarium.search.score import INFINITE, PROVED, SCALE, WIN
from cubarium.search.searcher import Searcher
from cubarium.search.setup_search import MOST_TRIES, in_a_row, planned
from cubarium.search.transposition_table import Memory, remembering

CANONICAL: Final = 4
MEGABYTES: Final = 64.0
SEED: Final = 0x2545F4914F6CDD1D


@dataclass(frozen=True)
class Line:
    """What a search found: acts, worth, depth."""

    acts: tuple[int, ...]
    worth: int
    depth: int

    @property
    def settled(self) -> bool:
        """Proved, and no deeper search would find a shorter way."""
        return abs(self.worth) > PROVED and WIN - abs(self.worth) <= self.depth


class AlphaBeta(Searcher[Line]):
    """Thinks for two sides. Remembers positions from one move to the next."""

    name = "alpha-beta"

    def __init__(self, *, memory: float | None = None, threads: int = 1) -> None:
        """`memory`: megabytes for what is remembered."""
        self._megabytes = MEGABYTES if memory is None else memory
        self._threads = threads
        self._memory: Memory | None = None
        self._of: object = None
        self._stacks: list[Stack] = []

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        if len(set(game.teams)) != 2 or game.has_secrets:
            raise CubariumError("alpha-beta is for two sides that see everything")
        yield from super().analyse(game, story, limit, lines)

    def glance(self, here: Situation, act: int) -> Line:
        """What is known of an act without a search."""
        after = successor(here.root, act)
        seat = seat_to_move(here.root)
        if seat_to_move(after) != ENDED:
            return Line((act,), value_for(after, seat), 0)
        team = here.game.teams[seat]
        share = sum(share_of(after, s) for s, other in enumerate(here.game.teams) if other == team)
        return Line((act,), round((WIN - 1) * (2 * share - 1)), 1)

    def thought(self, here: Situation, found: Line, nodes: int = 1) -> Thought:
        """A line in the words of the game."""
        moves = here.line(found.acts)
        return Thought(moves[0], value_of(here.game, here.root, found), moves, nodes, found.depth)

    def search(self, here: Situation, clock: Clock, lines: int = 1) -> Iterator[tuple[Line, ...]]:
        """The best lines, ever deeper."""
        if in_a_row(here.kernel, here.root):
            yield self._plan(here, clock, lines)
            return
        self._make_room(here)
        helpers = [
            Thread(target=self._help, args=(here, clock, number), daemon=True)
            for number in range(1, self._threads)
        ]
        for helper in helpers:
            helper.start()
        try:
            yield from self._deepen(here, clock, lines)
        finally:
            clock.stopped.set()
            for helper in helpers:
                helper.join()

    def _plan(self, here: Situation, clock: Clock, lines: int) -> tuple[Line, ...]:
        """The best ways to begin with several acts in a row."""
        tries = MOST_TRIES if clock.limit.nodes is None else max(1, clock.limit.nodes // 10)
        found = planned(here.root, len(here.game.actions()), tries, SEED, clock)
        ways = [Line((act,), worth, 0) for act, worth in found]
        chosen = [way for way in ways if here.allowed is None or way.acts[0] in here.allowed]
        return tuple((chosen or ways)[:lines])

    def _make_room(self, here: Situation) -> None:
        """A table's positions and repetitions are remembered together, and apart from others'."""
        of = (here.game.spec, here.over.tobytes())
        if self._memory is None:
            self._memory = remembering(self._megabytes)
        elif self._of != of:
            self._memory.slots[:] = 0
        if self._of != of:
            width, most = len(here.root), here.kernel.most
            acts = len(here.game.actions())
            self._stacks = [stack(width, most, acts) for _ in range(self._threads)]
        self._of = of
        for one in self._stacks:
            one.history[:] //= 4
            one.killers[:] = -1

    def _rules(self, here: Situation, banned: list[int], first: int = -1) -> Rules:
        teams = np.array(here.game.teams, np.int64)
        # what a match remembers is not symmetric
        canonical = DEEPEST + 1 if len(here.over) else CANONICAL
        return Rules(
            teams,
            np.array(banned, np.int64),
            first,
            here.over,
            here.kernel.has_win_in_one,
            canonical,
        )

    def _deepen(self, here: Situation, clock: Clock, lines: int) -> Iterator[tuple[Line, ...]]:
        last: tuple[Line, ...] = ()
        left_out: list[int] = []
        if here.allowed is not None:
            legal = acts_of(here.kernel, here.root)
            left_out = [int(act) for act in legal if act not in here.allowed]
        for depth in range(1, DEEPEST + 1):
            found: list[Line] = []
            while len(found) < lines:
                known = [line.acts[0] for line in found]
                first = next((one.acts[0] for one in last if one.acts[0] not in known), -1)
                rules = self._rules(here, [*left_out, *known], first)
                line = self._line(here, clock, depth, rules, need=not last and not found)
                if line is None:
                    break
                found.append(line)
            stopped = clock.left() == 0
            if found:
                last = _merged(found, last, lines, stopped=stopped)
                yield last
            if stopped or all(line.settled for line in last):
                return

    def _line(
        self, here: Situation, clock: Clock, depth: int, rules: Rules, *, need: bool
    ) -> Line | None:
        """The best line but for banned acts; None: there is none, or time is up too soon."""
        one, memory = self._stacks[0], self._memory
        begin(here.root, one, depth, -INFINITE, INFINITE)
        done = False
        while not done:
            left = clock.left()
            if not left:
                if not need:
                    break
                left = SLICE
            one.control[NODES] = 0
            done = advance(here.root, one, memory, rules, left)
            clock.nodes += int(one.control[NODES])
        frame = one.numbers[0]
        if frame[BEST_ACT] < 0:
            return None
        if not done and frame[BEST] < -PROVED:
            return None  # so far all acts lose, but there are others
        acts = tuple(int(act) for act in one.lines[0, : frame[LENGTH]])
        return Line(acts, int(frame[BEST]), depth if done else depth - 1)

    def _help(self, here: Situation, clock: Clock, number: int) -> None:
        """Another core searches the same positions, a little ahead, and remembers for all."""
        one, rules = self._stacks[number], self._rules(here, [])
        for depth in range(1 + number % 2, DEEPEST + 1):
            begin(here.root, one, depth, -INFINITE, INFINITE)
            while not advance(here.root, one, self._memory, rules, SLICE):
                if not clock.left():
                    return
            if not clock.left():
                return


def _merged(
    found: list[Line], last: tuple[Line, ...], lines: int, *, stopped: bool
) -> tuple[Line, ...]:
    """The lines of the last two depths, the best one first. Lines of different depths can't be put
    in order: if they are not, the last whole depth counts."""
    known = {line.acts[0] for line in found}
    both = (*found, *(line for line in last if line.acts[0] not in known))[:lines]
    ordered = tuple(sorted(both, key=lambda line: -line.worth))
    return last if stopped and last and both != ordered else ordered


def value_of(game: AnyGame, root: Any, line: Line) -> Proven | Estimate:
    """A worth as a fact or a guess about all seats."""
    ours = game.teams[seat_to_move(root)]
    if abs(line.worth) > PROVED:
        wins = line.worth > 0
        seats = {seat for seat, team in enumerate(game.teams) if (team == ours) == wins}
        plies = WIN - abs(line.worth) if line.settled else None
        return Proven(Outcome(frozenset(seats), Forecast.PROVED), plies)
    chance = 1 / (1 + np.exp(-line.worth / SCALE))
    size = game.players / 2
    shares = (chance / size if team == ours else (1 - chance) / size for team in game.teams)
    return Estimate(tuple(float(share) for share in shares))
