"""Alpha-beta for two sides, compiled: one search of fixed depth that can be interrupted.

Principal variation search with its own stack: frame 0 is the root, frame n a position n plies on.
`advance` works until its budget of positions is used up or the root is known, and can be called
again to go on. Nothing that is remembered depends on the way to a position: there is no draw by
repetition inside the search, but for positions that would end the match at once (`over`), and then
the memory is a new one. So a win or loss that is found is a fact.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import (
    ENDED,
    WIN_IN_ONE,
    PackedState,
    apply,
    canonical_key,
    evaluate,
    from_row,
    key,
    legal,
    to_row,
    turn,
)
from cubarium.jit import compiled, helper
from cubarium.search.score import INFINITE, PROVED, WIN, back, final, forth
from cubarium.search.transposition_table import (
    EXACT,
    LEAST,
    MOST,
    act_in,
    bound_in,
    depth_in,
    packed,
    recalled,
    remember,
    worth_in,
)

DEEPEST: Final = 60
# what `control` holds
PLY: Final = 0
NODES: Final = 1
STATE: Final = 2
WORTH: Final = 3
KILLERS: Final = 2
# what the search is about to do
OPEN: Final = 0
GO_ON: Final = 1
TAKE: Final = 2
DONE: Final = 3
# where the columns of `numbers` are
COUNT: Final = 0
NEXT: Final = 1
ALPHA: Final = 2
BETA: Final = 3
BEST: Final = 4
BEST_ACT: Final = 5
DEPTH: Final = 6
SEAT: Final = 7
LOW: Final = 8
NARROW: Final = 9
ACT: Final = 10
LENGTH: Final = 11
COLUMNS: Final = 12

FIRST = np.int64(1 << 40)
GOOD = np.int64(1 << 20)
WINS = np.int64(1 << 39)
LOSES = -WINS
"""The others win at once after this act."""
CLASS = np.uint64(1 << 63)
"""Marks a canonical key: it may be the plain key of another position."""


class Stack(NamedTuple):
    """The frames of one search, and what it learns on the way."""

    rows: NDArray[np.uint64]
    acts: NDArray[np.int64]
    order: NDArray[np.int64]
    lines: NDArray[np.int64]
    numbers: NDArray[np.int64]
    keys: NDArray[np.uint64]
    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    """By team and act: how often it was too good."""
    control: NDArray[np.int64]


class Rules(NamedTuple):
    """What does not change during a search."""

    teams: NDArray[np.int64]
    banned: NDArray[np.int64]
    """Acts that are not to be looked at in the root."""
    first: int
    """The act to look at first in the root; -1: whichever."""
    over: NDArray[np.uint64]
    """Keys of positions that would end the match in a draw, two words each."""
    has_win_in_one: bool
    """Does the evaluation see every win at once?"""
    canonical: int
    """From this depth on symmetric positions are remembered as one."""


def stack(width: int, most: int, acts: int) -> Stack:
    """Room for a search: words of a state, most legal acts, all acts."""
    frames = DEEPEST + 2
    return Stack(
        np.zeros((frames, width), np.uint64),
        np.zeros((frames, most), np.int64),
        np.zeros((frames, most), np.int64),
        np.zeros((frames, frames), np.int64),
        np.zeros((frames, COLUMNS), np.int64),
        np.zeros((frames, 2), np.uint64),
        np.full((frames, KILLERS), -1, np.int64),
        np.zeros((2, acts), np.int64),
        np.zeros(4, np.int64),
    )


@compiled
def begin(root: PackedState, stack: Stack, depth: int, alpha: int, beta: int) -> None:
    """Put the root on the stack."""
    to_row(root, stack.rows[0])
    _push(stack, 0, turn(root), depth, alpha, beta)
    stack.control[PLY] = 0
    stack.control[STATE] = OPEN


@helper
def _push(stack: Any, ply: Any, seat: Any, depth: Any, alpha: Any, beta: Any) -> None:
    frame = stack.numbers[ply]
    frame[SEAT] = seat
    frame[DEPTH] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[LOW] = alpha
    frame[BEST] = -INFINITE
    frame[BEST_ACT] = -1
    frame[LENGTH] = 0
    frame[COUNT] = 0
    frame[NEXT] = 0
    frame[NARROW] = 0


@helper
def _is_over(rules: Any, one: Any, two: Any) -> bool:
    for at in range(len(rules.over)):
        if rules.over[at, 0] == one and rules.over[at, 1] == two:
            return True
    return False


@helper
def _known(stack: Any, memory: Any, rules: Any, state: Any, ply: Any) -> Any:
    """Look a position up; (its best act or -1, is its worth known well enough?)."""
    frame = stack.numbers[ply]
    if frame[DEPTH] >= rules.canonical:
        one, two = canonical_key(state)
        one |= CLASS
    else:
        one, two = key(state)
    stack.keys[ply, 0] = one
    stack.keys[ply, 1] = two
    entry = recalled(memory, one, two)
    if ply == 0 and rules.first >= 0:
        return np.int64(rules.first), False
    if not entry:
        return np.int64(-1), False
    act = act_in(entry)
    if frame[BETA] - frame[ALPHA] > 1:
        return act, False  # its line is wanted, not its worth alone
    worth = worth_in(entry)
    bound = bound_in(entry)
    deep = depth_in(entry) >= frame[DEPTH]
    cuts = False
    if bound != MOST and worth >= frame[BETA]:
        cuts = deep or worth > PROVED
    elif bound != LEAST and worth <= frame[ALPHA]:
        cuts = deep or worth < -PROVED
    elif bound == EXACT:
        cuts = deep
    if cuts:
        frame[BEST] = worth
        frame[BEST_ACT] = act
    return act, cuts


@helper
def _promise(child: Any, seat: Any, rules: Any) -> Any:
    """How early to look at an act that leads here."""
    if turn(child) == ENDED:
        worth = final(child, seat, rules.teams)
        return WINS if worth > PROVED else worth * GOOD
    worth = evaluate(child, seat)
    return LOSES if rules.has_win_in_one and worth <= -WIN_IN_ONE else worth * np.int64(64)


@helper
def _ordered(stack: Any, rules: Any, state: Any, ply: Any, hint: Any) -> Any:
    """Write the acts of a position with their order; the number of positions looked at. An act that
    wins at once settles the matter."""
    frame = stack.numbers[ply]
    acts = stack.acts[ply]
    order = stack.order[ply]
    count = legal(state, acts)
    frame[COUNT] = count
    history = stack.history[rules.teams[frame[SEAT]]]
    looked = 0
    for at in range(count):
        act = acts[at]
        order[at] = history[act]
        if frame[DEPTH] > 1:
            looked += 1
            promise = _promise(apply(state, act), frame[SEAT], rules)
            if promise == WINS and not (ply == 0 and len(rules.banned)):
                frame[BEST] = WIN - 1
                frame[BEST_ACT] = act
                frame[COUNT] = 0
                return looked
            if promise == LOSES:
                order[at] = LOSES
                continue
            order[at] += promise
        if act == stack.killers[ply, 0] or act == stack.killers[ply, 1]:
            order[at] += np.int64(64 * 60)
        if act == hint:
            order[at] = FIRST
    if ply == 0:
        for at in range(count):
            for banned in rules.banned:
                if acts[at] == banned:
                    order[at] = -FIRST
        while frame[COUNT] and _last_banned(stack, frame[COUNT]):
            frame[COUNT] -= 1
    return looked


@helper
def _last_banned(stack: Any, count: Any) -> bool:
    """Move a banned act of the root to the end of its first `count`; is there one?"""
    for at in range(count):
        if stack.order[0, at] == -FIRST:
            stack.order[0, at] = stack.order[0, count - 1]
            stack.acts[0, at] = stack.acts[0, count - 1]
            return True
    return False


@helper
def _next_act(stack: Any, ply: Any) -> Any:
    """The best of the acts that are left."""
    frame = stack.numbers[ply]
    order = stack.order[ply]
    acts = stack.acts[ply]
    begin = frame[NEXT]
    best = begin
    for at in range(begin + 1, frame[COUNT]):
        if order[at] > order[best]:
            best = at
    act = acts[best]
    worth = order[best]
    acts[best] = acts[begin]
    order[best] = order[begin]
    acts[begin] = act
    order[begin] = worth
    frame[NEXT] = begin + 1
    frame[ACT] = act
    return act


@helper
def _wins_at_once(state: Any, seat: Any, teams: Any, acts: Any) -> Any:
    """Has the mover a winning act? With the number of positions looked at."""
    count = legal(state, acts)
    for at in range(count):
        child = apply(state, acts[at])
        if turn(child) == ENDED and final(child, seat, teams) > PROVED:
            return True, at + 1
    return False, count


@helper
def _note(stack: Any, rules: Any, ply: Any) -> None:
    """An act was too good: try it early elsewhere."""
    frame = stack.numbers[ply]
    act = frame[ACT]
    if stack.killers[ply, 0] != act:
        stack.killers[ply, 1] = stack.killers[ply, 0]
        stack.killers[ply, 0] = act
    history = stack.history[rules.teams[frame[SEAT]]]
    history[act] += frame[DEPTH] * frame[DEPTH]
    if history[act] > np.int64(64 * 100):
        for at in range(len(history)):
            history[at] //= 2


@helper
def _kept(stack: Any, memory: Any, ply: Any) -> None:
    """Remember a position that is searched."""
    frame = stack.numbers[ply]
    bound = EXACT
    if frame[BEST] <= frame[LOW]:
        bound = MOST
    elif frame[BEST] >= frame[BETA]:
        bound = LEAST
    entry = packed(frame[BEST], frame[DEPTH], bound, frame[BEST_ACT])
    remember(memory, stack.keys[ply, 0], stack.keys[ply, 1], entry)


@helper
def _improved(stack: Any, ply: Any, worth: Any, deeper: Any) -> None:
    """A new best act, and the line that follows."""
    frame = stack.numbers[ply]
    frame[BEST] = worth
    frame[BEST_ACT] = frame[ACT]
    line = stack.lines[ply]
    line[0] = frame[ACT]
    length = 1
    if deeper:
        rest = stack.numbers[ply + 1, LENGTH]
        for at in range(rest):
            line[at + 1] = stack.lines[ply + 1, at]
        length += rest
    frame[LENGTH] = length


@helper
def _judged(child: Any, seat: Any, stack: Any, rules: Any, ply: Any) -> Any:
    """What an act is worth if that can be said without going deeper: (worth, can it be said?,
    positions looked at). At the last ply it is the evaluation, unless the others win at once."""
    frame = stack.numbers[ply]
    if seat == ENDED:
        return final(child, frame[SEAT], rules.teams), True, 0
    if len(rules.over):
        one, two = key(child)
        if _is_over(rules, one, two):
            return np.int64(0), True, 0
    narrow = frame[BETA] - frame[ALPHA] <= 1  # else its line is wanted, not its worth alone
    if narrow and stack.order[ply, frame[NEXT] - 1] == LOSES:
        return np.int64(2 - WIN), True, 0
    if frame[DEPTH] > 1:
        return np.int64(0), False, 0
    worth = np.int64(evaluate(child, frame[SEAT]))
    if rules.has_win_in_one:
        return (np.int64(2 - WIN) if worth <= -WIN_IN_ONE else worth), True, 0
    looked = 0
    if worth > frame[ALPHA] and rules.teams[seat] != rules.teams[frame[SEAT]]:
        wins, looked = _wins_at_once(child, seat, rules.teams, stack.acts[ply + 1])
        if wins:
            worth = np.int64(2 - WIN)
    return worth, True, looked


@helper
def _deeper(stack: Any, rules: Any, ply: Any, seat: Any, narrow: Any) -> None:
    """Put the position after an act on the stack; narrow: ask only whether it is any better."""
    frame = stack.numbers[ply]
    frame[NARROW] = narrow
    alpha = forth(frame[ALPHA])
    beta = forth(frame[ALPHA] + 1 if narrow else frame[BETA])
    if rules.teams[seat] != rules.teams[frame[SEAT]]:
        alpha, beta = -beta, -alpha
    _push(stack, ply + 1, seat, frame[DEPTH] - 1, alpha, beta)


@helper
def _opened(like: Any, stack: Any, memory: Any, rules: Any, ply: Any) -> Any:
    """Begin with a position: it is known, or its acts are put in order. Positions looked at."""
    state = from_row(like, stack.rows[ply])
    frame = stack.numbers[ply]
    hint, known = _known(stack, memory, rules, state, ply)
    if known:
        frame[DEPTH] = -1  # nothing new to remember
        return 0
    looked = _ordered(stack, rules, state, ply, hint)
    if frame[COUNT] == 0:
        stack.lines[ply, 0] = frame[BEST_ACT]
        frame[LENGTH] = 1
    return looked


@helper
def _closed(stack: Any, memory: Any, rules: Any, ply: Any) -> Any:
    """Leave a position; what it is worth to the position before."""
    frame = stack.numbers[ply]
    if frame[DEPTH] >= 0 and not (ply == 0 and len(rules.banned)):
        _kept(stack, memory, ply)
    worth = back(frame[BEST])
    if ply and rules.teams[frame[SEAT]] != rules.teams[stack.numbers[ply - 1, SEAT]]:
        return -worth
    return worth


@compiled
def advance(like: PackedState, stack: Stack, memory: Any, rules: Rules, budget: int) -> bool:
    """Search on; is the root known?"""
    control = stack.control
    ply = control[PLY]
    doing = control[STATE]
    worth = control[WORTH]
    nodes = 0
    while nodes < budget and doing != DONE:
        frame = stack.numbers[ply]
        if doing == OPEN:
            nodes += _opened(like, stack, memory, rules, ply)
            doing = GO_ON
        elif doing == GO_ON and (frame[NEXT] == frame[COUNT] or frame[ALPHA] >= frame[BETA]):
            worth = _closed(stack, memory, rules, ply)
            doing = TAKE if ply else DONE
            ply = max(ply - 1, 0)
        elif doing == GO_ON:
            act = _next_act(stack, ply)
            child = apply(from_row(like, stack.rows[ply]), act)
            seat = turn(child)
            worth, said, looked = _judged(child, seat, stack, rules, ply)
            nodes += 1 + looked
            if said:
                stack.numbers[ply + 1, LENGTH] = 0
                frame[NARROW] = 0
                doing = TAKE
            else:
                to_row(child, stack.rows[ply + 1])
                _deeper(stack, rules, ply, seat, narrow=np.int64(frame[NEXT] > 1))
                ply += 1
                doing = OPEN
        elif frame[NARROW] and frame[ALPHA] < worth < frame[BETA]:
            _deeper(stack, rules, ply, stack.numbers[ply + 1, SEAT], narrow=np.int64(0))
            ply += 1
            doing = OPEN
        else:
            if worth > frame[BEST]:
                _improved(stack, ply, worth, deeper=frame[DEPTH] > 1)
                frame[ALPHA] = max(frame[ALPHA], worth)
                if worth >= frame[BETA]:
                    _note(stack, rules, ply)
            doing = GO_ON
    control[PLY] = ply
    control[STATE] = doing
    control[WORTH] = worth
    control[NODES] += nodes
    return bool(doing == DONE)
