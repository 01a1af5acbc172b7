"""The tree of the Monte-Carlo search: positions by what the observer knows, and their actions."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number, PackedState, Word, Words, view_key
from cubarium.jit import helper
from cubarium.search.transposition_table import mixed_key

DEEPEST: Final = 200
LINE: Final = 12
"""The most actions of a principal variation."""
OFTEN: Final = 5
"""Actions with fewer visits are no part of a principal variation."""
# what `control` holds
NODES: Final = 0
EDGES: Final = 1
SIMULATIONS: Final = 2
ROOT: Final = 3
DEPTH: Final = 4
# the columns of `nodes`
FIRST: Final = 0
COUNT: Final = 1
VISITS: Final = 2
PROOF: Final = 3
SEAT: Final = 4
MARK: Final = 5
NODE_COLUMNS: Final = 6
# the columns of `edges`
ACTION: Final = 0
EDGE_VISITS: Final = 1
SURE: Final = 2
CHILD: Final = 3  # the number of its position plus 1; 0: not known, or chance decides
EDGE_COLUMNS: Final = 4

NOBODY: Final = 0  # else a seat's number plus 1: it wins for sure


class Tree(NamedTuple):
    """The positions that were met, and their actions."""

    slots: NDArray[np.int32]
    """Where a key's position is, plus 1; their number is a power of two."""
    keys: NDArray[np.uint64]
    nodes: NDArray[np.int32]
    edges: NDArray[np.int32]
    priors: NDArray[np.float32]
    """How likely an action looks to be best, before it is tried. With random games: one by the root
    of its visits, which spares roots and divisions."""
    means: NDArray[np.float32]
    """By edge and seat: the mean of the values; sums would lose their small parts in time."""
    control: NDArray[np.int64]


class MctsParameters(NamedTuple):
    """How to search."""

    seats: int
    observer: int
    has_secrets: bool
    playouts: bool
    """Value positions by random games instead of the evaluation, and use no priors."""
    c_puct: float
    temperature: float
    """The larger, the less the priors differ."""
    rollout_plies: int
    """In games with secrets: how many turns a rollout has before a position is valued."""
    opponent_epsilon: int
    """Of 256 turns of another seat, how many are random."""
    over: NDArray[np.uint64]
    """Keys of positions that would end the match in a draw."""
    departed: int
    """The seats that have left the game, a bit each."""


def new_tree(positions: int, actions: int, seats: int) -> Tree:
    """Room for this many positions with this many actions in all."""
    slots = 2
    while slots < 2 * positions:
        slots *= 2
    return Tree(
        np.zeros(slots, np.int32),
        np.zeros((positions, 2), np.uint64),
        np.zeros((positions, NODE_COLUMNS), np.int32),
        np.zeros((actions, EDGE_COLUMNS), np.int32),
        np.zeros(actions, np.float32),
        np.zeros((actions, seats), np.float32),
        np.zeros(5, np.int64),
    )


def principal_variation(tree: Tree, edge: int) -> tuple[int, ...]:
    """The action of an edge, and what will likely follow: the actions with most visits, or that
    show what is proved. It ends at chance, and in games with secrets after one action."""
    actions = [int(tree.edges[edge, ACTION])]
    while len(actions) < LINE and (node := int(tree.edges[edge, CHILD]) - 1) >= 0:
        first, count, proof = (int(tree.nodes[node, what]) for what in (FIRST, COUNT, PROOF))
        if first < 0:
            break
        edges = tree.edges[first : first + count]
        tried = edges[:, EDGE_VISITS].copy()
        if proof != NOBODY:
            tried = (tried + OFTEN) * (edges[:, SURE] == proof)
        best = int(tried.argmax())
        if tried[best] < OFTEN:
            break
        edge = first + best
        actions.append(int(tree.edges[edge, ACTION]))
    return tuple(actions)


@helper
def _slot(tree: Tree, one: Word, two: Word) -> Number:
    """Where a key is, or would be."""
    last = np.uint64(len(tree.slots) - 1)
    at = mixed_key(one, two) & last
    while True:
        node = tree.slots[at]
        if node == 0 or (tree.keys[node - 1, 0] == one and tree.keys[node - 1, 1] == two):
            return at
        at = (at + np.uint64(1)) & last


@helper
def found(tree: Tree, state: PackedState, seat: Number, params: MctsParameters) -> Number:
    """The node of a position, new if need be; -1: there is no room."""
    one, two = view_key(state, params.observer)
    at = _slot(tree, one, two)
    node = np.int64(tree.slots[at]) - 1
    if node < 0:
        node = tree.control[NODES]
        if node == len(tree.nodes):
            return np.int64(-1)
        tree.control[NODES] = node + 1
        tree.slots[at] = node + 1
        tree.keys[node, 0] = one
        tree.keys[node, 1] = two
        tree.nodes[node, FIRST] = -1
        tree.nodes[node, COUNT] = 0
        tree.nodes[node, VISITS] = 0
        tree.nodes[node, PROOF] = NOBODY
        tree.nodes[node, SEAT] = seat
        tree.nodes[node, MARK] = -1
    return node


@helper
def _visits_wanted(tree: Tree) -> Number:
    """How often an action is tried before its position gets a place: once, and ever more often when
    the tree is more than half full. Where positions are valued by the static evaluation, a full
    tree that is searched on plays worse than a small one: nothing refutes what looks good at its
    end."""
    sixteenths = 16 * tree.control[EDGES] // len(tree.edges)
    return 1 << max(sixteenths - 8, 0)


@helper
def reached(
    tree: Tree,
    state: PackedState,
    seat: Number,
    params: MctsParameters,
    path: Words,
    length: Number,
) -> Number:
    """The node of a position at the end of a path; -1: there is no room, or it is not worth one
    yet, since its action was not tried often enough."""
    if length == DEEPEST:
        return np.int64(-1)
    if not length or params.has_secrets or path[length, 2]:
        return found(tree, state, seat, params)
    edge = path[length - 1, 1]
    if not tree.edges[edge, CHILD]:
        if tree.edges[edge, EDGE_VISITS] < _visits_wanted(tree):
            return np.int64(-1)
        tree.edges[edge, CHILD] = found(tree, state, seat, params) + 1
    return np.int64(tree.edges[edge, CHILD]) - 1
