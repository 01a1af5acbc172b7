"""Monte-Carlo tree search, compiled: for any number of seats, with chance and with secrets.

Each simulation deals what the observer can't see anew (`determinize`), goes down the tree by the
means of the mover and the priors (PUCT), adds a position, values it for every seat (max^n), and
backs the values up. Chance acts by its weights in between. Positions are found by what the observer
may know of them (`view_key`), so that all that look the same are one. Where there are more than two
sides, the others take a random action now and then (`opponent_epsilon`), so that the observer does
not leave it to the next seat to stop a third one.

In games with secrets the tree ends where another seat is to move: its hand is a guess, and looking
further would only average over guesses. A rollout of some turns follows, each seat acting by its
`rollout_policy`, and then the position is valued.

An action that surely leads to some seat's win is a fact, and is backed up: a position is won by its
mover if one action wins, and by whoever wins after all of its actions. Behind chance and in games
with secrets nothing is a fact.
"""

from typing import Final

import numpy as np

from cubarium.core.operations import (
    CHANCE,
    ENDED,
    Number,
    PackedState,
    Word,
    Words,
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
    ACTION,
    CHILD,
    COUNT,
    DEEPEST,
    DEPTH,
    EDGE_VISITS,
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
    VISITS,
    MctsParameters,
    Tree,
    found,
    reached,
)

LONGEST: Final = 400
LESS = np.float32(0.05)
UNTRIED = np.float32(1e6)
"""Above this, any number: actions without visits come first, in random order."""
SHIFT = np.uint64(46)
BYTE = np.uint64(255)


@helper
def _share(state: PackedState, seat: Number, params: MctsParameters) -> Number:
    """A seat's share of the win, at the end. A seat that has left the game can't win: what it would
    win goes to those who win with it, and is a draw if nobody does."""
    if not params.departed:
        return shares(state, seat)
    total = 0.0
    for other in range(params.seats):
        if not (params.departed >> other) & 1:
            total += shares(state, other)
    if total == 0.0:
        return 1.0 / params.seats
    return 0.0 if (params.departed >> seat) & 1 else shares(state, seat) / total


@helper
def _winner(state: PackedState, params: MctsParameters) -> Number:
    """The seat that has won alone, plus 1; NOBODY: there is none."""
    for seat in range(params.seats):
        if _share(state, seat, params) > 0.99:
            return np.int32(seat + 1)
    return np.int32(NOBODY)


@helper
def _resolve_chance(state: PackedState, rng: Word) -> tuple[PackedState, Word]:
    """Chance does what it has to do."""
    while turn(state) == CHANCE:
        action, rng = sample(state, rng)
        state = apply(state, action)
    return state, rng


@helper
def _turn_ended(state: PackedState, seat: Number, rng: Word) -> tuple[Number, Word]:
    """After what chance does at the end of a seat's turn; the state itself if the turn goes on."""
    drawn, rng = _resolve_chance(state, rng)
    return (state if turn(drawn) == seat else drawn), rng


@helper
def _expand(
    tree: Tree,
    node: Number,
    state: PackedState,
    seat: Number,
    actions: Words,
    params: MctsParameters,
    rng: Word,
) -> bool:
    """Add the actions of a position, with priors; False: there is no room."""
    count = legal(state, actions)
    first = tree.control[EDGES]
    if first + count > len(tree.edges):
        return False
    tree.control[EDGES] = first + count
    tree.nodes[node, FIRST] = first
    tree.nodes[node, COUNT] = count
    best = np.float32(-1e9)
    for at in range(count):
        edge = first + at
        tree.edges[edge, ACTION] = actions[at]
        tree.edges[edge, EDGE_VISITS] = 0
        tree.edges[edge, SURE] = NOBODY
        tree.edges[edge, CHILD] = 0
        tree.priors[edge] = 0.0
        for other in range(params.seats):
            tree.means[edge, other] = 0.0
        if params.playouts:
            rng = shuffled(rng)
            tree.priors[edge] = UNTRIED + np.float32(rng >> SHIFT)
            continue
        child = apply(state, actions[at])
        certain = turn(child) != CHANCE
        if not certain:
            child, rng = _turn_ended(child, seat, rng)
        then = turn(child)
        if then == ENDED:
            share = _share(child, seat, params)
            tree.priors[edge] = 3000.0 if share > 0.5 else (-3000.0 if share == 0.0 else 0.0)
            if certain and not params.has_secrets:
                sure = _winner(child, params)
                tree.edges[edge, SURE] = sure
                if sure == seat + 1:
                    tree.nodes[node, PROOF] = sure
        elif then == CHANCE:
            tree.priors[edge] = 1e9  # as good as the best of the others: the turn goes on
            continue
        elif _repeated(child, params):
            tree.priors[edge] = np.float32(-100.0 * np.log(params.seats - 1.0))
        else:
            tree.priors[edge] = np.float32(evaluate(child, seat))
        best = max(best, tree.priors[edge])
    if not params.playouts:
        _normalize_priors(tree, first, count, best, params.temperature)
    return True


@helper
def _normalize_priors(
    tree: Tree, first: Words, count: Number, best: Number, temperature: Number
) -> None:
    """Evaluations become priors that add up to 1."""
    total = np.float32(0.0)
    for edge in range(first, first + count):
        above = min(tree.priors[edge] - best, np.float32(0.0)) if best > -1e8 else np.float32(0.0)
        tree.priors[edge] = np.exp(max(above / temperature, np.float32(-12.0)))
        total += tree.priors[edge]
    for edge in range(first, first + count):
        tree.priors[edge] /= total


@helper
def _select_by_visits(tree: Tree, node: Number, params: MctsParameters) -> Number:
    """The edge to go on with, by visits alone (UCB1)."""
    first = np.int64(tree.nodes[node, FIRST])
    seat = tree.nodes[node, SEAT]
    visits = np.float32(tree.nodes[node, VISITS])
    log = np.sqrt(np.log(visits + np.float32(2.0))) * np.float32(params.c_puct)
    best = first
    most = np.float32(-1e9)
    for edge in range(first, first + np.int64(tree.nodes[node, COUNT])):
        doubt = tree.priors[edge]
        score = tree.means[edge, seat] + doubt * log
        if score > most:
            most = score
            best = np.int64(edge)
    return best


@helper
def _select(tree: Tree, node: Number, params: MctsParameters) -> Number:
    """The edge to go on with, by visits and priors (PUCT). What has no visits yet counts a little
    less than what has, on average; what surely loses is left to the last."""
    first = np.int64(tree.nodes[node, FIRST])
    end = first + np.int64(tree.nodes[node, COUNT])
    seat = tree.nodes[node, SEAT]
    known = np.float32(0.0)
    total_visits = np.float32(0.0)
    for edge in range(first, end):
        visits = np.float32(tree.edges[edge, EDGE_VISITS])
        known += visits * tree.means[edge, seat]
        total_visits += visits
    unknown = known / total_visits - LESS if total_visits > 0 else np.float32(0.5)
    root = np.sqrt(total_visits + np.float32(1.0)) * np.float32(params.c_puct)
    best = first
    most = np.float32(-1e9)
    for edge in range(first, end):
        visits = np.float32(tree.edges[edge, EDGE_VISITS])
        score = tree.means[edge, seat] if visits > 0 else unknown
        score += root * tree.priors[edge] / (np.float32(1.0) + visits)
        if tree.edges[edge, SURE] != NOBODY:
            score = np.float32(-1000.0) - visits
        if score > most:
            most = score
            best = np.int64(edge)
    return best


@helper
def _select_edge(
    tree: Tree, node: Number, seat: Number, params: MctsParameters, rng: Word
) -> tuple[Number, Word]:
    """The edge to go on with: chosen, or any one now and then if another seat moves."""
    if params.opponent_epsilon and seat != params.observer:
        rng = shuffled(rng)
        if np.int64(rng & BYTE) < params.opponent_epsilon:
            any_one = below(rng, np.uint64(tree.nodes[node, COUNT]))
            return np.int64(tree.nodes[node, FIRST]) + np.int64(any_one), rng
    if params.playouts:
        return _select_by_visits(tree, node, params), rng
    return _select(tree, node, params), rng


@helper
def _rollout(state: PackedState, turns: Number, rng: Word) -> tuple[PackedState, Word]:
    """After this many turns by the rollout policy, or at the end."""
    state, rng = _resolve_chance(state, rng)
    seat = turn(state)
    while seat != ENDED and turns > 0:
        action, rng = rollout_policy(state, rng)
        state, rng = _resolve_chance(apply(state, action), rng)
        if turn(state) != seat:
            turns -= 1
            seat = turn(state)
    return state, rng


@helper
def _evaluate_leaf(state: PackedState, values: Words, params: MctsParameters, rng: Word) -> Number:
    """The values of a state for all seats: by evaluation, or by a random game."""
    total = 0.0
    if params.playouts:
        made = 0
        while turn(state) != ENDED and made < LONGEST:
            action, rng = sample(state, rng)
            state = apply(state, action)
            made += 1
        ended = turn(state) == ENDED
        for seat in range(params.seats):
            values[seat] = _share(state, seat, params) if ended else 1.0 / params.seats
        return rng
    if params.has_secrets:
        state, rng = _rollout(state, params.rollout_plies, rng)
        if turn(state) == ENDED:
            for seat in range(params.seats):
                values[seat] = _share(state, seat, params)
            return rng
        odds = np.exp(min(max(evaluate(state, params.observer) / 100.0, -12.0), 12.0))
        for seat in range(params.seats):
            values[seat] = 1.0 / ((1.0 + odds) * (params.seats - 1))
        values[params.observer] = odds / (1.0 + odds)
        return rng
    for seat in range(params.seats):
        odds = np.exp(min(max(evaluate(state, seat) / 100.0, -12.0), 12.0))
        values[seat] = odds / (1.0 + odds)
        total += values[seat]
    for seat in range(params.seats):
        values[seat] /= total
    return rng


@helper
def _all_sure(tree: Tree, node: Number) -> Number:
    """Who wins after every action of a node; NOBODY: that is not known, or not always the same."""
    first = tree.nodes[node, FIRST]
    winner = tree.edges[first, SURE]
    for edge in range(first, first + tree.nodes[node, COUNT]):
        if tree.edges[edge, SURE] != winner:
            return np.int32(NOBODY)
    return winner


@helper
def _repeated(state: PackedState, params: MctsParameters) -> bool:
    if len(params.over):
        one, two = key(state)
        for at in range(len(params.over)):
            if params.over[at, 0] == one and params.over[at, 1] == two:
                return True
    return False


@helper
def _grown(
    tree: Tree,
    node: Number,
    state: PackedState,
    seat: Number,
    hidden: Number,
    actions: Words,
    params: MctsParameters,
    rng: Word,
) -> Number:
    """Has a position its actions? They are added when one comes to it for the second time."""
    if tree.nodes[node, FIRST] >= 0:
        return True
    visits = tree.nodes[node, VISITS]
    tree.nodes[node, VISITS] = visits + 1
    if hidden and visits == 0:
        return False
    if params.has_secrets and seat != params.observer:
        return False  # what they do depends on cards that the observer does not know
    return _expand(tree, node, state, seat, actions, params, rng)


@helper
def _down(
    tree: Tree,
    state: PackedState,
    params: MctsParameters,
    rng: Word,
    path: Words,
    actions: Words,
    values: Words,
) -> Number:
    """Go down and value a position: (length of the path, who wins for sure there, next random)."""
    length = 0
    while True:
        seat = turn(state)
        if seat == CHANCE:
            state, rng = _resolve_chance(state, rng)
            seat = turn(state)
            path[length, 2] = 1  # no fact goes through here
        if seat == ENDED:
            for other in range(params.seats):
                values[other] = _share(state, other, params)
            sure = NOBODY if params.has_secrets else _winner(state, params)
            return length, sure, rng
        over = length > 0 and _repeated(state, params)
        node = np.int64(-1) if over else reached(tree, state, seat, params, path, length)
        if over or (node >= 0 and tree.nodes[node, MARK] == tree.control[SIMULATIONS]):
            for other in range(params.seats):
                values[other] = 1.0 / params.seats
            return length, np.int32(NOBODY), rng
        if node < 0:
            return length, np.int32(NOBODY), _evaluate_leaf(state, values, params, rng)
        tree.nodes[node, MARK] = tree.control[SIMULATIONS]
        hidden = params.has_secrets or path[length, 2]
        if not _grown(tree, node, state, seat, length and hidden, actions, params, rng):
            return length, np.int32(NOBODY), _evaluate_leaf(state, values, params, rng)
        proof = tree.nodes[node, PROOF]
        if proof != NOBODY and length:
            for other in range(params.seats):
                values[other] = 1.0 if other + 1 == proof else 0.0
            return length, proof, rng
        edge, rng = _select_edge(tree, node, seat, params, rng)
        path[length, 0] = node
        path[length, 1] = edge
        length += 1
        path[length, 2] = 0
        state = apply(state, tree.edges[edge, ACTION])


@compiled
def simulate(
    root: PackedState, tree: Tree, params: MctsParameters, rng: np.uint64, most: int, budget: int
) -> np.uint64:
    """This many simulations, or fewer if the root is proved; the next random number. The tree
    begins empty."""
    path = np.zeros((DEEPEST + 2, 3), np.int64)
    actions = np.zeros(most, np.int64)
    values = np.zeros(params.seats, np.float64)
    if tree.control[NODES] == 0:
        tree.control[ROOT] = found(tree, root, turn(root), params)
    root_node = tree.control[ROOT]
    for _ in range(budget):
        if tree.nodes[root_node, PROOF] != NOBODY:
            break
        state = root
        if params.has_secrets:
            state, rng = determinize(root, params.observer, rng)
        path[0, 2] = 0
        length, sure, rng = _down(tree, state, params, rng, path, actions, values)
        tree.control[SIMULATIONS] += 1
        tree.control[DEPTH] = max(tree.control[DEPTH], length)
        while length > 0:
            if path[length, 2]:
                sure = np.int32(NOBODY)
            length -= 1
            node = path[length, 0]
            edge = path[length, 1]
            tree.nodes[node, VISITS] += 1
            tree.edges[edge, EDGE_VISITS] += 1
            if params.playouts:
                tree.priors[edge] = 1.0 / np.sqrt(np.float32(tree.edges[edge, EDGE_VISITS]))
            part = np.float32(1.0) / np.float32(tree.edges[edge, EDGE_VISITS])
            for seat in range(params.seats):
                mean = tree.means[edge, seat]
                tree.means[edge, seat] = mean + (np.float32(values[seat]) - mean) * part
            if sure != NOBODY and not params.has_secrets:
                tree.edges[edge, SURE] = sure
                mover = tree.nodes[node, SEAT]
                if sure != mover + 1:
                    sure = _all_sure(tree, node)
                if sure != NOBODY:
                    tree.nodes[node, PROOF] = sure
    return rng
