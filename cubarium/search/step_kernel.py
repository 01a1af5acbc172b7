"""One game, stepped from Python by compiled code: a call for each move.

All of it is in one array of words, since every argument of a call costs time: the state, the legal
actions and their number, how many moves were made, and the states before them.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from cubarium.core.operations import (
    CHANCE,
    ENDED,
    PackedState,
    Words,
    apply,
    from_row,
    legal,
    mask,
    to_row,
    turn,
)
from cubarium.jit import compiled

LOOK, POP = -1, -2
"""Instead of an action: change nothing, or take one back."""
ILLEGAL = -1
"""The answer to an action that may not be done: nothing has changed."""
Step = Callable[[Words, int], int]


@cache
def stepper_of(packed: Callable[..., PackedState], actions: int) -> Step:
    """The function that steps games of one kind: it makes an action in the words of a game, and
    answers with the number of legal actions then, times 8, plus the seat to move plus 2."""
    size = len(packed._fields)  # type: ignore[attr-defined]
    like = packed(*(np.uint64(0) for _ in range(size)))
    counted = size + actions
    made = counted + 1

    @compiled
    def step(words: Words, action: int) -> int:
        depth = np.int64(words[made])
        if action >= 0:
            found = False
            for at in range(size, size + np.int64(words[counted])):
                found |= words[at] == np.uint64(action)
            if not found:
                return ILLEGAL
            begin = made + 1 + depth * size
            for at in range(size):
                words[begin + at] = words[at]
            words[made] = np.uint64(depth + 1)
            to_row(apply(from_row(like, words), action), words)
        elif action == POP:
            begin = made + 1 + (depth - 1) * size
            for at in range(size):
                words[at] = words[begin + at]
            words[made] = np.uint64(depth - 1)
        state = from_row(like, words)
        seat = turn(state)
        count = 0
        if seat == CHANCE:
            count = legal(state, words[size:counted])
        elif seat != ENDED:
            allowed = np.empty(actions, np.bool_)
            mask(state, allowed)
            for number in range(actions):
                words[size + count] = np.uint64(number)  # there is room: none is left after all
                count += 1 if allowed[number] else 0
        words[counted] = np.uint64(count)
        return count * 8 + seat + 2

    return step
