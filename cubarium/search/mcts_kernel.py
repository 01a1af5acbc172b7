"""Monte-Carlo tree search, compiled: for any number of seats, with chance and with secrets.

Each simulation deals what the observer can't see anew (`determinize`), goes down the tree by what the
mover's stakes and the evaluation's hints promise, adds a position, values it for every seat
(max^n), and remembers the values on its way. Chance acts by its weights in between. Positions are
found by what the observer may know of them (`view_key`), so that all that look the same are one.
Where there are more than two sides, the others slip now and then and take any act, so that the
observer does not leave it to the next seat to stop a third one.

In games with secrets the tree ends where another seat is to move: its hand is a guess, and looking
further would only average over guesses. The game is played on from there for some turns, each seat
doing what is `rollout_policy`, and then valued.

An act that surely leads to some seat's win is a fact, and is handed up: a position is won by its
mover if one act wins, and by whoever wins after all of its acts. Behind chance and in games with
secrets nothing is a fact.
"""

from typing import Any, Final

import numpy as np

from cubarium.core.operations import (
    CHANCE,
    ENDED,
    PackedState,
    apply,
    determinize,
    evaluate,
    key,
    legal,
    rollout_policy,
    sample,
    shares,
    turn,
)
from cubarium.jit import below, compiled, helper, shuffled
from cubarium.search.mcts_tree import (
    ACT,
    CHILD,
    COUNT,
    DEEPEST,
    DEPTH,
    EDGES,
    FIRST,
    MARK,
    NOBODY,
    NODES,
    PROOF,
    ROOT,
    SEAT,
    SIMULATIONS,
    SURE,
    TRIED,
    VISITS,
    Manner,
    Tree,
    found,
    reached,
)

LONGEST: Final = 400
LESS = np.float32(0.05)
UNTRIED = np.float32(1e6)
"""Above this, any number: acts that were never tried come first, in random order."""
SHIFT = np.uint64(46)
BYTE = np.uint64(255)


@helper
def _share(state: Any, seat: Any, manner: Any) -> Any:
    """A seat's share of the win, at the end. A seat that has left the game can't win: what it would
    win goes to those who win with it, and is a draw if nobody does."""
    if not manner.departed:
        return shares(state, seat)
    total = 0.0
    for other in range(manner.seats):
        if not (manner.departed >> other) & 1:
            total += shares(state, other)
    if total == 0.0:
        return 1.0 / manner.seats
    return 0.0 if (manner.departed >> seat) & 1 else shares(state, seat) / total


@helper
def _winner(state: Any, manner: Any) -> Any:
    """The seat that has won alone, plus 1; NOBODY: there is none."""
    for seat in range(manner.seats):
        if _share(state, seat, manner) > 0.99:
            return np.int32(seat + 1)
    return np.int32(NOBODY)


@helper
def _drawn(state: Any, rng: Any) -> tuple[Any, Any]:
    """Chance does what it has to do."""
    while turn(state) == CHANCE:
        act, rng = sample(state, rng)
        state = apply(state, act)
    return state, rng


@helper
def _turn_ended(state: Any, seat: Any, rng: Any) -> tuple[Any, Any]:
    """After what chance does at the end of a seat's turn; the state itself if the turn goes on."""
    drawn, rng = _drawn(state, rng)
    return (state if turn(drawn) == seat else drawn), rng


@helper
def _expand(tree: Any, node: Any, state: Any, seat: Any, acts: Any, manner: Any, rng: Any) -> bool:
    """Add the acts of a position, with hints; False: there is no room."""
    count = legal(state, acts)
    first = tree.control[EDGES]
    if first + count > len(tree.edges):
        return False
    tree.control[EDGES] = first + count
    tree.nodes[node, FIRST] = first
    tree.nodes[node, COUNT] = count
    best = np.float32(-1e9)
    for at in range(count):
        edge = first + at
        tree.edges[edge, ACT] = acts[at]
        tree.edges[edge, TRIED] = 0
        tree.edges[edge, SURE] = NOBODY
        tree.edges[edge, CHILD] = 0
        tree.hints[edge] = 0.0
        for other in range(manner.seats):
            tree.means[edge, other] = 0.0
        if manner.playouts:
            rng = shuffled(rng)
            tree.hints[edge] = UNTRIED + np.float32(rng >> SHIFT)
            continue
        child = apply(state, acts[at])
        certain = turn(child) != CHANCE
        if not certain:
            child, rng = _turn_ended(child, seat, rng)
        then = turn(child)
        if then == ENDED:
            share = _share(child, seat, manner)
            tree.hints[edge] = 3000.0 if share > 0.5 else (-3000.0 if share == 0.0 else 0.0)
            if certain and not manner.secrets:
                sure = _winner(child, manner)
                tree.edges[edge, SURE] = sure
                if sure == seat + 1:
                    tree.nodes[node, PROOF] = sure
        elif then == CHANCE:
            tree.hints[edge] = 1e9  # as good as the best of the others: the turn goes on
            continue
        elif _repeated(child, manner):
            tree.hints[edge] = np.float32(-100.0 * np.log(manner.seats - 1.0))
        else:
            tree.hints[edge] = np.float32(evaluate(child, seat))
        best = max(best, tree.hints[edge])
    if not manner.playouts:
        _share_hints(tree, first, count, best, manner.warmth)
    return True


@helper
def _share_hints(tree: Any, first: Any, count: Any, best: Any, warmth: Any) -> None:
    """Evaluations become shares that add up to 1."""
    total = np.float32(0.0)
    for edge in range(first, first + count):
        above = min(tree.hints[edge] - best, np.float32(0.0)) if best > -1e8 else np.float32(0.0)
        tree.hints[edge] = np.exp(max(above / warmth, np.float32(-12.0)))
        total += tree.hints[edge]
    for edge in range(first, first + count):
        tree.hints[edge] /= total


@helper
def _chosen_by_tries(tree: Any, node: Any, manner: Any) -> Any:
    """The edge to go on with: none but the tries tell (UCB1)."""
    first = np.int64(tree.nodes[node, FIRST])
    seat = tree.nodes[node, SEAT]
    visits = np.float32(tree.nodes[node, VISITS])
    log = np.sqrt(np.log(visits + np.float32(2.0))) * np.float32(manner.explore)
    best = first
    most = np.float32(-1e9)
    for edge in range(first, first + np.int64(tree.nodes[node, COUNT])):
        doubt = tree.hints[edge]
        worth = tree.means[edge, seat] + doubt * log
        if worth > most:
            most = worth
            best = np.int64(edge)
    return best


@helper
def _chosen(tree: Any, node: Any, manner: Any) -> Any:
    """The edge to go on with: tries and hints tell (PUCT). What is not tried yet counts a little
    less than what is, on average; what surely loses is left to the last."""
    first = np.int64(tree.nodes[node, FIRST])
    end = first + np.int64(tree.nodes[node, COUNT])
    seat = tree.nodes[node, SEAT]
    known = np.float32(0.0)
    tries = np.float32(0.0)
    for edge in range(first, end):
        tried = np.float32(tree.edges[edge, TRIED])
        known += tried * tree.means[edge, seat]
        tries += tried
    unknown = known / tries - LESS if tries > 0 else np.float32(0.5)
    root = np.sqrt(tries + np.float32(1.0)) * np.float32(manner.explore)
    best = first
    most = np.float32(-1e9)
    for edge in range(first, end):
        tried = np.float32(tree.edges[edge, TRIED])
        worth = tree.means[edge, seat] if tried > 0 else unknown
        worth += root * tree.hints[edge] / (np.float32(1.0) + tried)
        if tree.edges[edge, SURE] != NOBODY:
            worth = np.float32(-1000.0) - tried
        if worth > most:
            most = worth
            best = np.int64(edge)
    return best


@helper
def _gone_on_with(tree: Any, node: Any, seat: Any, manner: Any, rng: Any) -> tuple[Any, Any]:
    """The edge to go on with: chosen, or any one if another seat slips."""
    if manner.slips and seat != manner.observer:
        rng = shuffled(rng)
        if np.int64(rng & BYTE) < manner.slips:
            any_one = below(rng, np.uint64(tree.nodes[node, COUNT]))
            return np.int64(tree.nodes[node, FIRST]) + np.int64(any_one), rng
    if manner.playouts:
        return _chosen_by_tries(tree, node, manner), rng
    return _chosen(tree, node, manner), rng


@helper
def _played_on(state: Any, turns: Any, rng: Any) -> tuple[Any, Any]:
    """After so many turns in which everybody does what is likely, or at the end."""
    state, rng = _drawn(state, rng)
    seat = turn(state)
    while seat != ENDED and turns > 0:
        act, rng = rollout_policy(state, rng)
        state, rng = _drawn(apply(state, act), rng)
        if turn(state) != seat:
            turns -= 1
            seat = turn(state)
    return state, rng


@helper
def _valued(state: Any, values: Any, manner: Any, rng: Any) -> Any:
    """The values of a state for all seats: by evaluation, or by a random game."""
    total = 0.0
    if manner.playouts:
        made = 0
        while turn(state) != ENDED and made < LONGEST:
            act, rng = sample(state, rng)
            state = apply(state, act)
            made += 1
        ended = turn(state) == ENDED
        for seat in range(manner.seats):
            values[seat] = _share(state, seat, manner) if ended else 1.0 / manner.seats
        return rng
    if manner.secrets:
        state, rng = _played_on(state, manner.onward, rng)
        if turn(state) == ENDED:
            for seat in range(manner.seats):
                values[seat] = _share(state, seat, manner)
            return rng
        odds = np.exp(min(max(evaluate(state, manner.observer) / 100.0, -12.0), 12.0))
        for seat in range(manner.seats):
            values[seat] = 1.0 / ((1.0 + odds) * (manner.seats - 1))
        values[manner.observer] = odds / (1.0 + odds)
        return rng
    for seat in range(manner.seats):
        odds = np.exp(min(max(evaluate(state, seat) / 100.0, -12.0), 12.0))
        values[seat] = odds / (1.0 + odds)
        total += values[seat]
    for seat in range(manner.seats):
        values[seat] /= total
    return rng


@helper
def _all_sure(tree: Any, node: Any) -> Any:
    """Who wins after every act of a node; NOBODY: that is not known, or not always the same."""
    first = tree.nodes[node, FIRST]
    winner = tree.edges[first, SURE]
    for edge in range(first, first + tree.nodes[node, COUNT]):
        if tree.edges[edge, SURE] != winner:
            return np.int32(NOBODY)
    return winner


@helper
def _repeated(state: Any, manner: Any) -> bool:
    if len(manner.over):
        one, two = key(state)
        for at in range(len(manner.over)):
            if manner.over[at, 0] == one and manner.over[at, 1] == two:
                return True
    return False


@helper
def _grown(
    tree: Any, node: Any, state: Any, seat: Any, hidden: Any, acts: Any, manner: Any, rng: Any
) -> Any:
    """Has a position its acts? They are added when one comes to it for the second time."""
    if tree.nodes[node, FIRST] >= 0:
        return True
    visits = tree.nodes[node, VISITS]
    tree.nodes[node, VISITS] = visits + 1
    if hidden and visits == 0:
        return False
    if manner.secrets and seat != manner.observer:
        return False  # what they do depends on cards that the observer does not know
    return _expand(tree, node, state, seat, acts, manner, rng)


@helper
def _down(tree: Any, state: Any, manner: Any, rng: Any, path: Any, acts: Any, values: Any) -> Any:
    """Go down and value a position: (length of the path, who wins for sure there, next random)."""
    length = 0
    while True:
        seat = turn(state)
        if seat == CHANCE:
            state, rng = _drawn(state, rng)
            seat = turn(state)
            path[length, 2] = 1  # no fact goes through here
        if seat == ENDED:
            for other in range(manner.seats):
                values[other] = _share(state, other, manner)
            sure = NOBODY if manner.secrets else _winner(state, manner)
            return length, sure, rng
        over = length > 0 and _repeated(state, manner)
        node = np.int64(-1) if over else reached(tree, state, seat, manner, path, length)
        if over or (node >= 0 and tree.nodes[node, MARK] == tree.control[SIMULATIONS]):
            for other in range(manner.seats):
                values[other] = 1.0 / manner.seats
            return length, np.int32(NOBODY), rng
        if node < 0:
            return length, np.int32(NOBODY), _valued(state, values, manner, rng)
        tree.nodes[node, MARK] = tree.control[SIMULATIONS]
        hidden = manner.secrets or path[length, 2]
        if not _grown(tree, node, state, seat, length and hidden, acts, manner, rng):
            return length, np.int32(NOBODY), _valued(state, values, manner, rng)
        proof = tree.nodes[node, PROOF]
        if proof != NOBODY and length:
            for other in range(manner.seats):
                values[other] = 1.0 if other + 1 == proof else 0.0
            return length, proof, rng
        edge, rng = _gone_on_with(tree, node, seat, manner, rng)
        path[length, 0] = node
        path[length, 1] = edge
        length += 1
        path[length, 2] = 0
        state = apply(state, tree.edges[edge, ACT])


@compiled
def simulate(
    root: PackedState, tree: Tree, manner: Manner, rng: np.uint64, most: int, budget: int
) -> np.uint64:
    """So many simulations, or fewer if the root is proved; the next random number. The tree begins
    empty."""
    path = np.zeros((DEEPEST + 2, 3), np.int64)
    acts = np.zeros(most, np.int64)
    values = np.zeros(manner.seats, np.float64)
    if tree.control[NODES] == 0:
        tree.control[ROOT] = found(tree, root, turn(root), manner)
    root_node = tree.control[ROOT]
    for _ in range(budget):
        if tree.nodes[root_node, PROOF] != NOBODY:
            break
        state = root
        if manner.secrets:
            state, rng = determinize(root, manner.observer, rng)
        path[0, 2] = 0
        length, sure, rng = _down(tree, state, manner, rng, path, acts, values)
        tree.control[SIMULATIONS] += 1
        tree.control[DEPTH] = max(tree.control[DEPTH], length)
        while length > 0:
            if path[length, 2]:
                sure = np.int32(NOBODY)
            length -= 1
            node = path[length, 0]
            edge = path[length, 1]
            tree.nodes[node, VISITS] += 1
            tree.edges[edge, TRIED] += 1
            if manner.playouts:
                tree.hints[edge] = 1.0 / np.sqrt(np.float32(tree.edges[edge, TRIED]))
            part = np.float32(1.0) / np.float32(tree.edges[edge, TRIED])
            for seat in range(manner.seats):
                mean = tree.means[edge, seat]
                tree.means[edge, seat] = mean + (np.float32(values[seat]) - mean) * part
            if sure != NOBODY and not manner.secrets:
                tree.edges[edge, SURE] = sure
                mover = tree.nodes[node, SEAT]
                if sure != mover + 1:
                    sure = _all_sure(tree, node)
                if sure != NOBODY:
                    tree.nodes[node, PROOF] = sure
    return rng
