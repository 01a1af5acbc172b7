"""Perft again (see perft.py), by a compiled kernel."""

import numpy as np

from cubarium.core.operations import (
    ENDED,
    Kernel,
    PackedState,
    Words,
    apply,
    from_row,
    legal,
    to_row,
    turn,
)
from cubarium.jit import compiled


def perft_by_kernel(kernel: Kernel, state: PackedState, depth: int) -> int:
    """By the compiled kernel."""
    if depth == 0:
        return 1
    rows = np.empty((depth, len(state)), np.uint64)
    actions = np.empty((depth, kernel.max_actions), np.int64)
    return int(_count(state, rows, actions, np.zeros(depth, np.int64)))


@compiled
def _count(root: PackedState, rows: Words, actions: Words, left: Words) -> int:
    """A walk with a stack of its own; the last move is counted, not made."""
    depth = len(left)
    total = 0
    if turn(root) == ENDED:
        return total
    level = 0
    to_row(root, rows[0])
    left[0] = legal(root, actions[0])
    if depth == 1:
        total = left[0]
        level = -1
    while level >= 0:
        if left[level] == 0:
            level -= 1
            continue
        left[level] -= 1
        after = apply(from_row(root, rows[level]), actions[level, left[level]])
        if turn(after) == ENDED:
            continue
        if level + 2 == depth:
            total += legal(after, actions[level + 1])
        else:
            level += 1
            to_row(after, rows[level])
            left[level] = legal(after, actions[level])
    return total
