"""What chance may bring is no fact: a coin on a table of its own."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from cubarium.core import operations as op
from cubarium.jit import no_secrets, operation, shuffled
from cubarium.search.mcts_kernel import simulate
from cubarium.search.mcts_tree import FIRST, NOBODY, PROOF, ROOT, SURE, MctsParameters, new_tree
from cubarium.search.repetitions import NO_KEYS

START, TOSSED, WON, LOST = range(4)
TOSS, GIVE_UP, HEADS, TAILS = range(4)


class Coin(NamedTuple):
    """Seat 0 tosses, and heads wins, or it gives up."""

    at: Any


no_secrets(Coin)


@operation(op.turn, Coin)
def turn(state: Any) -> Any:
    if state.at == START:
        return 0
    return op.CHANCE if state.at == TOSSED else op.ENDED


@operation(op.legal, Coin)
def legal(state: Any, out: Any) -> int:
    first = TOSS if state.at == START else HEADS
    out[0], out[1] = first, first + 1
    return 2


@operation(op.apply, Coin)
def apply(state: Any, act: int) -> Any:  # noqa: ARG001
    if act == TOSS:
        return Coin(np.uint64(TOSSED))
    return Coin(np.uint64(WON if act == HEADS else LOST))


@operation(op.sample, Coin)
def sample(state: Any, rng: Any) -> Any:  # noqa: ARG001
    rng = shuffled(rng)
    return (HEADS if (rng >> np.uint64(40)) & np.uint64(1) else TAILS), rng


@operation(op.shares, Coin)
def shares(state: Any, seat: int) -> float:
    return 1.0 if (state.at == WON) == (seat == 0) else 0.0


@operation(op.evaluate, Coin)
def evaluate(state: Any, seat: int) -> Any:  # noqa: ARG001
    return np.int64(0)


@operation(op.key, Coin)
def key(state: Any) -> Any:
    return state.at, np.uint64(7)


@pytest.mark.plain
def test_a_lucky_toss_proves_nothing() -> None:
    for seed in range(1, 20):
        grown = new_tree(64, 256, 2)
        manner = MctsParameters(2, 0, False, False, 1.0, 60.0, 2, 0, NO_KEYS, 0)  # noqa: FBT003
        rng = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        simulate(Coin(np.uint64(START)), grown, manner, rng, 4, 40)
        root = int(grown.control[ROOT])
        assert grown.nodes[root, PROOF] == NOBODY
        first = int(grown.nodes[root, FIRST])
        assert grown.edges[first + TOSS, SURE] == NOBODY
        assert grown.edges[first + GIVE_UP, SURE] == 2, "the other seat wins, for sure"
