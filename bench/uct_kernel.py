"""Textbook UCT, compiled: a tree of nodes in arrays, random playouts, nothing else.

A node's children lie side by side. They are made when the node is visited for the second time, and
tried in random order before any is tried again. States are not stored: they are played again from
the root.
"""

from functools import lru_cache
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import CHANCE, ENDED, PackedState, apply, legal, sample, shares, turn
from cubarium.jit import below, compiled, helper, shuffled

DEPTH = 200
"""The tree is never deeper."""
PLAYOUT = 400
"""A playout that is longer counts as a draw."""
ROOM = 2**23
"""The most nodes of a tree; once it is full it grows no more."""


class Tree(NamedTuple):
    """Node 0 is the root."""

    action: NDArray[np.int32]
    first: NDArray[np.int32]
    """The first child."""
    children: NDArray[np.int32]
    """How many children there are; 0: not made yet."""
    tried: NDArray[np.int32]
    visits: NDArray[np.int32]
    mean: NDArray[np.float32]
    """The mean share of the side that moved here."""
    doubt: NDArray[np.float32]
    """1 / sqrt(visits)."""
    used: NDArray[np.int64]
    """How many nodes there are, in its only place."""


@lru_cache(maxsize=1)
def room(nodes: int = ROOM) -> Tree:
    """Empty arrays: one set of them serves all engines of a process, one after the other."""
    return Tree(
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.int32),
        np.empty(nodes, np.float32),
        np.empty(nodes, np.float32),
        np.zeros(1, np.int64),
    )


@compiled
def plant(tree: Tree) -> None:
    """A tree that is only its root."""
    tree.used[0] = 1
    clear(tree, 0)


@helper
def clear(tree: Any, node: int) -> None:
    tree.children[node] = 0
    tree.tried[node] = 0
    tree.visits[node] = 0
    tree.mean[node] = 0
    tree.doubt[node] = 0


@helper
def grown(tree: Any, node: int, state: PackedState, acts: Any) -> bool:
    """Give a node its children, if there is room."""
    number = legal(state, acts)
    begin = tree.used[0]
    if begin + number > len(tree.action):
        return False
    for at in range(number):
        clear(tree, begin + at)
        tree.action[begin + at] = acts[at]
    tree.used[0] = begin + number
    tree.first[node] = begin
    tree.children[node] = number
    return True


@helper
def untried(tree: Any, node: int, rng: Any) -> Any:
    """Another child, at random among those that were never tried."""
    number = tree.tried[node]
    child = tree.first[node] + number
    other = child + np.int64(below(rng, np.uint64(tree.children[node] - number)))
    tree.action[child], tree.action[other] = tree.action[other], tree.action[child]
    tree.tried[node] = number + 1
    return np.int64(child)


@helper
def most_promising(tree: Any, node: int, c: Any) -> Any:
    """The child with the highest upper bound."""
    weight = c * np.float32(sqrt(log(float(tree.visits[node]))))
    begin: Any = np.int64(tree.first[node])
    best = begin
    highest = np.float32(-1)
    for child in range(begin, begin + tree.children[node]):
        bound = tree.mean[child] + weight * tree.doubt[child]
        if bound > highest:
            highest = bound
            best = child
    return best


@helper
def drawn(tree: Any, node: int, act: int) -> Any:
    """The child to which chance leads."""
    child = np.int64(tree.first[node])
    while tree.action[child] != act:
        child += 1
    return child


@helper
def played_out(state: PackedState, teams: Any, even: float, rewards: Any, rng: Any) -> Any:
    """Play at random to the end, and see by seat what its side gets; the generator's state."""
    made = 0
    while turn(state) != ENDED and made < PLAYOUT:
        action, rng = sample(state, rng)
        state = apply(state, action)
        made += 1
    ended = turn(state) == ENDED
    for seat in range(len(teams)):
        rewards[seat] = 0.0 if ended else even
    if ended:
        for seat in range(len(teams)):
            share = shares(state, seat)
            for partner in range(len(teams)):
                if teams[partner] == teams[seat]:
                    rewards[partner] += share
    return rng


@helper
def credit(tree: Any, node: int, reward: float) -> None:
    visits = tree.visits[node] + 1
    tree.visits[node] = visits
    tree.mean[node] += np.float32((reward - tree.mean[node]) / visits)
    tree.doubt[node] = np.float32(1.0 / sqrt(float(visits)))


@compiled
def simulate(
    root: PackedState,
    tree: Tree,
    simulations: int,
    c: np.float32,
    rng: np.uint64,
    teams: NDArray[np.int64],
    totals: NDArray[np.float64],
    most: int,
) -> np.uint64:
    """So many simulations; `totals` adds up what each seat's side got. The generator's state, which
    is not 0."""
    acts = np.empty(most, np.int64)
    path = np.empty(DEPTH, np.int64)
    movers = np.empty(DEPTH, np.int64)
    rewards = np.empty(len(teams), np.float64)
    even = 1.0 / len(set(teams))
    for _ in range(simulations):
        state = root
        seat: Any = np.int64(turn(state))
        node: Any = np.int64(0)
        path[0] = 0
        movers[0] = CHANCE
        depth = 1
        while seat != ENDED and depth < DEPTH:
            if tree.children[node] == 0 and (
                (tree.visits[node] == 0 and depth > 1) or not grown(tree, node, state, acts)
            ):
                break
            if seat == CHANCE:
                action, rng = sample(state, rng)
                node = drawn(tree, node, action)
            elif tree.tried[node] < tree.children[node]:
                rng = shuffled(rng)
                node = untried(tree, node, rng)
            else:
                node = most_promising(tree, node, c)
            state = apply(state, int(tree.action[node]))
            path[depth] = node
            movers[depth] = seat
            depth += 1
            seat = np.int64(turn(state))
        rng = played_out(state, teams, even, rewards, rng)
        for at in range(depth):
            credit(tree, path[at], rewards[movers[at]] if movers[at] >= 0 else even)
        for at in range(len(totals)):
            totals[at] += rewards[at]
    return rng
