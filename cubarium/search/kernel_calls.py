"""Single kernel operations, called from outside compiled code."""

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import (
    Kernel,
    Number,
    PackedState,
    Words,
    apply,
    evaluate,
    key,
    legal,
    shares,
    to_row,
    turn,
)
from cubarium.jit import compiled


def successor(state: PackedState, action: int) -> PackedState:
    """The state after a legal action."""
    row = np.empty(len(state), np.uint64)
    _applied(state, action, row)
    return type(state)(*row)


def legal_actions(kernel: Kernel, state: PackedState) -> NDArray[np.int64]:
    """The legal actions."""
    actions = np.empty(kernel.max_actions, np.int64)
    return actions[: _legal(state, actions)]


@compiled
def _applied(state: PackedState, action: int, row: Words) -> None:
    to_row(apply(state, action), row)


@compiled
def _legal(state: PackedState, actions: Words) -> int:
    return legal(state, actions)


@compiled
def seat_to_move(state: PackedState) -> int:
    """The seat to move, CHANCE or ENDED."""
    return turn(state)


@compiled
def share_of(state: PackedState, seat: int) -> float:
    """A seat's share of the win."""
    return shares(state, seat)


@compiled
def value_for(state: PackedState, seat: int) -> int:
    """The evaluation."""
    return evaluate(state, seat)


@compiled
def key_of(state: PackedState) -> Number:
    """The key."""
    one, two = key(state)
    return np.uint64(one), np.uint64(two)
