"""Perft again (see perft.py), by a compiled kernel."""

import numpy as np

from cubarium.core.operations import (
    ENDED,
    Kernel,
    PackedState,
    apply,
    from_row,
    legal,
    to_row,
    turn,
)
from cubarium.jit import compiled


def perft_by_kernel(kernel: Kernel, state: PackedState, depth: int) -> int:
    """By the compiled kernel."""
    return int(_count(state, depth, kernel.max_actions)) if depth else 1


@compiled
def _count(root: PackedState, depth: int, most: int) -> int:
    """A walk with its own stack; the last move is counted, not made."""
    rows = np.empty((depth, len(root)), np.uint64)
    actions = np.empty((depth, most), np.int64)
    left = np.zeros(depth, np.int64)
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
