"""Can a team force a win within so many plies? All moves are tried, nothing is guessed.

With the team to move one move must win, with the others to move every move must. A draw is no win,
and a win must come within the plies, so going round in circles is none either.
"""

from typing import Any, NamedTuple

import numpy as np

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.operations import (
    ENDED,
    PackedState,
    apply,
    canonical_key,
    from_row,
    key,
    legal,
    shares,
    to_row,
    turn,
)
from cubarium.jit import compiled, helper, shuffled

NO, YES, UNKNOWN = 0, 1, -1
NEVER = 127
MEMO_BITS = 21


class TooDear(Exception):
    """The budget of nodes is spent."""


class Memo(NamedTuple):
    """What is known of some states, for one team: states that share a slot push each other out."""

    keys: Any
    """Per slot, the two words of the state's key."""
    known: Any
    """Per slot, the fewest plies known to be enough, and the most known to be too few."""


def _memo() -> Memo:
    known = np.zeros((1 << MEMO_BITS, 2), np.int8)
    known[:, 0] = NEVER
    return Memo(np.zeros((1 << MEMO_BITS, 2), np.uint64), known)


class Prover:
    """Proofs at one table."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.kernel = catalog.kernel(game)
        self.teams = np.array(game.teams, np.int64)
        self.memos = [_memo() for _ in set(game.teams)]
        self.left = 0

    def forced(self, state: PackedState, team: int, plies: int) -> bool:
        """Can the team force a win within so many plies (1 or more)? Not for ended states."""
        rows = np.empty((plies, len(state)), np.uint64)
        acts = np.empty((plies, self.kernel.max_actions), np.int64)
        levels = np.zeros((plies, 3), np.int64)
        found, nodes = _forced(
            state, team, self.teams, rows, acts, levels, *self.memos[team], self.left
        )
        self.left -= int(nodes)
        if found == UNKNOWN:
            raise TooDear
        return bool(found == YES)

    def distance(self, state: PackedState, team: int, plies: int) -> int | None:
        """The fewest plies in which the team can force a win, if they are not more than these."""
        if turn(state) == ENDED:
            return 0 if _won(state, team, self.teams) else None
        return next((d for d in range(1, plies + 1) if self.forced(state, team, d)), None)

    def verdict(self, state: PackedState, plies: int) -> int:
        """The distance of a win for the side to move, minus that of a loss, or 0: unknown."""
        own = int(self.teams[int(turn(state))])
        for d in range(1, plies + 1):
            if self.forced(state, own, d):
                return d
            if self.forced(state, 1 - own, d):
                return -d
        return 0

    def wins(self, state: PackedState, plies: int) -> dict[int, int]:
        """The actions that win within so many plies, with the distance of the win."""
        own = int(self.teams[int(turn(state))])
        wins = {}
        for action in self.actions(state):
            rest = self.distance(self.after(state, action), own, plies - 1)
            if rest is not None:
                wins[action] = rest + 1
        return wins

    def after(self, state: PackedState, action: int) -> PackedState:
        """The state after a legal action."""
        return type(state)(*map(np.uint64, _applied(state, action)))

    def name(self, state: PackedState) -> tuple[int, int]:
        """The same for symmetric states, different for all others."""
        one, other = _named(state)
        return int(one), int(other)

    def actions(self, state: PackedState) -> list[int]:
        """The legal actions."""
        out = np.empty(self.kernel.max_actions, np.int64)
        return [int(action) for action in out[: legal(state, out)]]


@compiled
def _applied(state: PackedState, action: int) -> PackedState:
    return apply(state, action)


@compiled
def _named(state: PackedState) -> tuple[Any, Any]:
    return canonical_key(state)


@helper
def _won(state: PackedState, team: int, teams: Any) -> bool:
    """Is an ended state a win for this team?"""
    share = 0.0
    for seat in range(len(teams)):
        if teams[seat] == team:
            share += shares(state, seat)
    return share > 0.99


@helper
def _slot(words: Any) -> Any:
    return np.int64(shuffled(words[0] ^ shuffled(shuffled(words[1]))) >> np.uint64(64 - MEMO_BITS))


@helper
def _recalled(words: Any, plies: int, keys: Any, known: Any) -> int:
    slot = _slot(words)
    if keys[slot, 0] == words[0] and keys[slot, 1] == words[1]:
        if known[slot, 0] <= plies:
            return YES
        if known[slot, 1] >= plies:
            return NO
    return UNKNOWN


@helper
def _remember(words: Any, plies: int, found: int, keys: Any, known: Any) -> None:
    slot = _slot(words)
    if keys[slot, 0] != words[0] or keys[slot, 1] != words[1]:
        keys[slot, 0] = words[0]
        keys[slot, 1] = words[1]
        known[slot, 0] = NEVER
        known[slot, 1] = 0
    if found == YES:
        known[slot, 0] = min(known[slot, 0], plies)
    else:
        known[slot, 1] = max(known[slot, 1], plies)


@helper
def _opened(
    state: PackedState, team: int, plies: int, teams: Any, acts: Any
) -> tuple[int, int, int]:
    """Ends first: what they alone decide, or UNKNOWN; then the number of actions in `acts` that
    do not end the game, and of those tried."""
    ours = teams[turn(state)] == team
    count = legal(state, acts)
    kept = 0
    for at in range(count):
        after = apply(state, acts[at])
        if turn(after) == ENDED:
            won = _won(after, team, teams)
            if won == ours:
                return (YES if ours else NO), 0, at + 1
        elif plies == 1 and not ours:
            return NO, 0, at + 1
        else:
            acts[kept] = acts[at]
            kept += 1
    if plies == 1 or kept == 0:
        return (NO if ours else YES), 0, count
    return UNKNOWN, kept, count


@helper
def _to_the_front(acts: Any, count: int, action: int) -> None:
    for at in range(count):
        if acts[at] == action:
            acts[at] = acts[0]
            acts[0] = action


@compiled
def _forced(
    root: PackedState,
    team: int,
    teams: Any,
    rows: Any,
    acts: Any,
    levels: Any,
    keys: Any,
    known: Any,
    budget: int,
) -> tuple[int, int]:
    """NO, YES or UNKNOWN, and the number of states made: a walk with a stack of its own, which has
    a level for each ply."""
    counts, nexts = levels[:, 0], levels[:, 1]
    settled = levels[:, 2]  # the action that settled a state last
    settled[:] = -1
    plies = len(levels)
    nodes = 0
    level = 0
    state = root
    entering = True
    found = UNKNOWN
    while level >= 0:
        left = plies - level
        if entering:
            found = _recalled(key(state), left, keys, known)
            if found == UNKNOWN:
                found, counts[level], made = _opened(state, team, left, teams, acts[level])
                nodes += made
                if nodes > budget:
                    return UNKNOWN, nodes
            if found == UNKNOWN:
                to_row(state, rows[level])
                nexts[level] = 0
                _to_the_front(acts[level], counts[level], settled[level])
                state = apply(state, acts[level, 0])
                level += 1
                continue
            entering = False
            level -= 1
            continue
        # back from the child that was tried last, with what was found there
        state = from_row(root, rows[level])
        ours = teams[turn(state)] == team
        last = nexts[level]
        if (found == YES) == ours:
            settled[level] = acts[level, last]
        elif last + 1 < counts[level]:
            nexts[level] = last + 1
            state = apply(state, acts[level, last + 1])
            entering = True
            level += 1
            continue
        _remember(key(state), left, found, keys, known)
        level -= 1
    return found, nodes
