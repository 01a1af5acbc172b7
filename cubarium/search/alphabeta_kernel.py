"""Alpha-beta for two sides, compiled: one search of fixed depth that can be interrupted.

Principal variation search with its own stack: frame 0 is the root, frame n a position n plies on.
`advance` works until its budget of positions is used up or the root is known, and can be called
again to go on. Nothing in the transposition table depends on the way to a position: there is no
draw by repetition inside the search, but for positions that would end the match at once (`over`),
and then the transposition table is a new one. So a win or loss that is found is a fact.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import (
    ENDED,
    WIN_IN_ONE,
    Number,
    PackedState,
    Word,
    Words,
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
from cubarium.search.score import INFINITE, PROVED, WIN, add_ply, final, remove_ply
from cubarium.search.transposition_table import (
    EXACT,
    LOWER_BOUND,
    UPPER_BOUND,
    TranspositionTable,
    action_in,
    bound_in,
    depth_in,
    entry_of,
    probe,
    score_in,
    store,
)

DEEPEST: Final = 60
# what `control` holds
PLY: Final = 0
NODES: Final = 1
STATE: Final = 2
SCORE: Final = 3
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
BEST_ACTION: Final = 5
DEPTH: Final = 6
SEAT: Final = 7
LOW: Final = 8
NARROW: Final = 9
ACTION: Final = 10
LENGTH: Final = 11
COLUMNS: Final = 12

FIRST = np.int64(1 << 40)
GOOD = np.int64(1 << 20)
WINS = np.int64(1 << 39)
LOSES = -WINS
"""The others have a win in one after this action."""
CLASS = np.uint64(1 << 63)
"""Marks a canonical key: it may be the plain key of another position."""


class Stack(NamedTuple):
    """The frames of one search, and what it learns on the way."""

    rows: NDArray[np.uint64]
    actions: NDArray[np.int64]
    order: NDArray[np.int64]
    pvs: NDArray[np.int64]
    numbers: NDArray[np.int64]
    keys: NDArray[np.uint64]
    killers: NDArray[np.int64]
    history: NDArray[np.int64]
    """By team and action: how often it caused a cutoff."""
    control: NDArray[np.int64]


class AlphaBetaParameters(NamedTuple):
    """What does not change during a search."""

    teams: NDArray[np.int64]
    banned: NDArray[np.int64]
    """Actions that the root leaves out."""
    first: int
    """The action to search first in the root; -1: whichever."""
    over: NDArray[np.uint64]
    """Keys of positions that would end the match in a draw, two words each."""
    has_win_in_one: bool
    """Does the evaluation see every win in one?"""
    canonical: int
    """From this depth on symmetric positions share an entry."""


def new_stack(width: int, most: int, actions: int) -> Stack:
    """Room for a search: words of a state, most legal actions, all actions."""
    frames = DEEPEST + 2
    return Stack(
        np.zeros((frames, width), np.uint64),
        np.zeros((frames, most), np.int64),
        np.zeros((frames, most), np.int64),
        np.zeros((frames, frames), np.int64),
        np.zeros((frames, COLUMNS), np.int64),
        np.zeros((frames, 2), np.uint64),
        np.full((frames, KILLERS), -1, np.int64),
        np.zeros((2, actions), np.int64),
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
def _push(
    stack: Stack, ply: Number, seat: Number, depth: Number, alpha: Number, beta: Number
) -> None:
    frame = stack.numbers[ply]
    frame[SEAT] = seat
    frame[DEPTH] = depth
    frame[ALPHA] = alpha
    frame[BETA] = beta
    frame[LOW] = alpha
    frame[BEST] = -INFINITE
    frame[BEST_ACTION] = -1
    frame[LENGTH] = 0
    frame[COUNT] = 0
    frame[NEXT] = 0
    frame[NARROW] = 0


@helper
def _is_over(params: AlphaBetaParameters, one: Word, two: Word) -> bool:
    for at in range(len(params.over)):
        if params.over[at, 0] == one and params.over[at, 1] == two:
            return True
    return False


@helper
def _probe_position(
    stack: Stack,
    tt: TranspositionTable,
    params: AlphaBetaParameters,
    state: PackedState,
    ply: Number,
) -> Number:
    """Look a position up; (its best action or -1, is its score known well enough?)."""
    frame = stack.numbers[ply]
    if frame[DEPTH] >= params.canonical:
        one, two = canonical_key(state)
        one |= CLASS
    else:
        one, two = key(state)
    stack.keys[ply, 0] = one
    stack.keys[ply, 1] = two
    entry = probe(tt, one, two)
    if ply == 0 and params.first >= 0:
        return np.int64(params.first), False
    if not entry:
        return np.int64(-1), False
    action = action_in(entry)
    if frame[BETA] - frame[ALPHA] > 1:
        return action, False  # its variation is wanted, not its score alone
    score = score_in(entry)
    bound = bound_in(entry)
    deep = depth_in(entry) >= frame[DEPTH]
    cuts = False
    if bound != UPPER_BOUND and score >= frame[BETA]:
        cuts = deep or score > PROVED
    elif bound != LOWER_BOUND and score <= frame[ALPHA]:
        cuts = deep or score < -PROVED
    elif bound == EXACT:
        cuts = deep
    if cuts:
        frame[BEST] = score
        frame[BEST_ACTION] = action
    return action, cuts


@helper
def _order_score(child: PackedState, seat: Number, params: AlphaBetaParameters) -> Number:
    """How early to search an action that leads here."""
    if turn(child) == ENDED:
        score = final(child, seat, params.teams)
        return WINS if score > PROVED else score * GOOD
    score = evaluate(child, seat)
    return LOSES if params.has_win_in_one and score <= -WIN_IN_ONE else score * np.int64(64)


@helper
def _order_actions(
    stack: Stack, params: AlphaBetaParameters, state: PackedState, ply: Number, tt_action: Number
) -> Number:
    """Write the actions of a position with their order; the number of positions visited. A win in
    one settles the matter."""
    frame = stack.numbers[ply]
    actions = stack.actions[ply]
    order = stack.order[ply]
    count = legal(state, actions)
    frame[COUNT] = count
    history = stack.history[params.teams[frame[SEAT]]]
    visited = 0
    for at in range(count):
        action = actions[at]
        order[at] = history[action]
        if frame[DEPTH] > 1:
            visited += 1
            promise = _order_score(apply(state, action), frame[SEAT], params)
            if promise == WINS and not (ply == 0 and len(params.banned)):
                frame[BEST] = WIN - 1
                frame[BEST_ACTION] = action
                frame[COUNT] = 0
                return visited
            if promise == LOSES:
                order[at] = LOSES
                continue
            order[at] += promise
        if action == stack.killers[ply, 0] or action == stack.killers[ply, 1]:
            order[at] += np.int64(64 * 60)
        if action == tt_action:
            order[at] = FIRST
    if ply == 0:
        for at in range(count):
            for banned in params.banned:
                if actions[at] == banned:
                    order[at] = -FIRST
        while frame[COUNT] and _last_banned(stack, frame[COUNT]):
            frame[COUNT] -= 1
    return visited


@helper
def _last_banned(stack: Stack, count: Number) -> bool:
    """Move a banned action of the root to the end of its first `count`; is there one?"""
    for at in range(count):
        if stack.order[0, at] == -FIRST:
            stack.order[0, at] = stack.order[0, count - 1]
            stack.actions[0, at] = stack.actions[0, count - 1]
            return True
    return False


@helper
def _next_action(stack: Stack, ply: Number) -> Number:
    """The best of the actions that are left."""
    frame = stack.numbers[ply]
    order = stack.order[ply]
    actions = stack.actions[ply]
    begin = frame[NEXT]
    best = begin
    for at in range(begin + 1, frame[COUNT]):
        if order[at] > order[best]:
            best = at
    action = actions[best]
    score = order[best]
    actions[best] = actions[begin]
    order[best] = order[begin]
    actions[begin] = action
    order[begin] = score
    frame[NEXT] = begin + 1
    frame[ACTION] = action
    return action


@helper
def _has_win_in_one(state: PackedState, seat: Number, teams: Words, actions: Words) -> Number:
    """Has the mover a winning action? With the number of positions visited."""
    count = legal(state, actions)
    for at in range(count):
        child = apply(state, actions[at])
        if turn(child) == ENDED and final(child, seat, teams) > PROVED:
            return True, at + 1
    return False, count


@helper
def _note_cutoff(stack: Stack, params: AlphaBetaParameters, ply: Number) -> None:
    """An action caused a cutoff: try it early elsewhere."""
    frame = stack.numbers[ply]
    action = frame[ACTION]
    if stack.killers[ply, 0] != action:
        stack.killers[ply, 1] = stack.killers[ply, 0]
        stack.killers[ply, 0] = action
    history = stack.history[params.teams[frame[SEAT]]]
    history[action] += frame[DEPTH] * frame[DEPTH]
    if history[action] > np.int64(64 * 100):
        for at in range(len(history)):
            history[at] //= 2


@helper
def _store_position(stack: Stack, tt: TranspositionTable, ply: Number) -> None:
    """Store a position that is searched."""
    frame = stack.numbers[ply]
    bound = EXACT
    if frame[BEST] <= frame[LOW]:
        bound = UPPER_BOUND
    elif frame[BEST] >= frame[BETA]:
        bound = LOWER_BOUND
    entry = entry_of(frame[BEST], frame[DEPTH], bound, frame[BEST_ACTION])
    store(tt, stack.keys[ply, 0], stack.keys[ply, 1], entry)


@helper
def _update_pv(stack: Stack, ply: Number, score: Number, deeper: Number) -> None:
    """A new best action, and the variation that follows."""
    frame = stack.numbers[ply]
    frame[BEST] = score
    frame[BEST_ACTION] = frame[ACTION]
    pv = stack.pvs[ply]
    pv[0] = frame[ACTION]
    length = 1
    if deeper:
        rest = stack.numbers[ply + 1, LENGTH]
        for at in range(rest):
            pv[at + 1] = stack.pvs[ply + 1, at]
        length += rest
    frame[LENGTH] = length


@helper
def _leaf_score(
    child: PackedState, seat: Number, stack: Stack, params: AlphaBetaParameters, ply: Number
) -> Number:
    """The score of an action if it is known without going deeper: (score, is it known?, positions
    visited). At the last ply it is the evaluation, unless the others have a win in one."""
    frame = stack.numbers[ply]
    if seat == ENDED:
        return final(child, frame[SEAT], params.teams), True, 0
    if len(params.over):
        one, two = key(child)
        if _is_over(params, one, two):
            return np.int64(0), True, 0
    narrow = frame[BETA] - frame[ALPHA] <= 1  # else its variation is wanted, not its score alone
    if narrow and stack.order[ply, frame[NEXT] - 1] == LOSES:
        return np.int64(2 - WIN), True, 0
    if frame[DEPTH] > 1:
        return np.int64(0), False, 0
    score = np.int64(evaluate(child, frame[SEAT]))
    if params.has_win_in_one:
        return (np.int64(2 - WIN) if score <= -WIN_IN_ONE else score), True, 0
    visited = 0
    if score > frame[ALPHA] and params.teams[seat] != params.teams[frame[SEAT]]:
        wins, visited = _has_win_in_one(child, seat, params.teams, stack.actions[ply + 1])
        if wins:
            score = np.int64(2 - WIN)
    return score, True, visited


@helper
def _push_child(
    stack: Stack, params: AlphaBetaParameters, ply: Number, seat: Number, narrow: Number
) -> None:
    """Put the position after an action on the stack; narrow: ask only whether it is any better."""
    frame = stack.numbers[ply]
    frame[NARROW] = narrow
    alpha = remove_ply(frame[ALPHA])
    beta = remove_ply(frame[ALPHA] + 1 if narrow else frame[BETA])
    if params.teams[seat] != params.teams[frame[SEAT]]:
        alpha, beta = -beta, -alpha
    _push(stack, ply + 1, seat, frame[DEPTH] - 1, alpha, beta)


@helper
def _open_position(
    like: PackedState,
    stack: Stack,
    tt: TranspositionTable,
    params: AlphaBetaParameters,
    ply: Number,
) -> Number:
    """Begin with a position: it is known, or its actions are put in order. Positions visited."""
    state = from_row(like, stack.rows[ply])
    frame = stack.numbers[ply]
    tt_action, known = _probe_position(stack, tt, params, state, ply)
    if known:
        frame[DEPTH] = -1  # nothing new to store
        return 0
    visited = _order_actions(stack, params, state, ply, tt_action)
    if frame[COUNT] == 0:
        stack.pvs[ply, 0] = frame[BEST_ACTION]
        frame[LENGTH] = 1
    return visited


@helper
def _close_position(
    stack: Stack, tt: TranspositionTable, params: AlphaBetaParameters, ply: Number
) -> Number:
    """Leave a position; its score for the position before."""
    frame = stack.numbers[ply]
    if frame[DEPTH] >= 0 and not (ply == 0 and len(params.banned)):
        _store_position(stack, tt, ply)
    score = add_ply(frame[BEST])
    if ply and params.teams[frame[SEAT]] != params.teams[stack.numbers[ply - 1, SEAT]]:
        return -score
    return score


@compiled
def advance(
    like: PackedState,
    stack: Stack,
    tt: TranspositionTable,
    params: AlphaBetaParameters,
    budget: int,
) -> bool:
    """Search on; is the root known?"""
    control = stack.control
    ply = control[PLY]
    doing = control[STATE]
    score = control[SCORE]
    nodes = 0
    while nodes < budget and doing != DONE:
        frame = stack.numbers[ply]
        if doing == OPEN:
            nodes += _open_position(like, stack, tt, params, ply)
            doing = GO_ON
        elif doing == GO_ON and (frame[NEXT] == frame[COUNT] or frame[ALPHA] >= frame[BETA]):
            score = _close_position(stack, tt, params, ply)
            doing = TAKE if ply else DONE
            ply = max(ply - 1, 0)
        elif doing == GO_ON:
            action = _next_action(stack, ply)
            child = apply(from_row(like, stack.rows[ply]), action)
            seat = turn(child)
            score, is_known, visited = _leaf_score(child, seat, stack, params, ply)
            nodes += 1 + visited
            if is_known:
                stack.numbers[ply + 1, LENGTH] = 0
                frame[NARROW] = 0
                doing = TAKE
            else:
                to_row(child, stack.rows[ply + 1])
                _push_child(stack, params, ply, seat, narrow=np.int64(frame[NEXT] > 1))
                ply += 1
                doing = OPEN
        elif frame[NARROW] and frame[ALPHA] < score < frame[BETA]:
            _push_child(stack, params, ply, stack.numbers[ply + 1, SEAT], narrow=np.int64(0))
            ply += 1
            doing = OPEN
        else:
            if score > frame[BEST]:
                _update_pv(stack, ply, score, deeper=frame[DEPTH] > 1)
                frame[ALPHA] = max(frame[ALPHA], score)
                if score >= frame[BETA]:
                    _note_cutoff(stack, params, ply)
            doing = GO_ON
    control[PLY] = ply
    control[STATE] = doing
    control[SCORE] = score
    control[NODES] += nodes
    return bool(doing == DONE)
