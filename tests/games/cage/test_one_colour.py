"""With one colour each, a small search tells how the game ends: the first player wins."""

from typing import Any

import numba
import numpy as np
import pytest
from numba.typed import Dict

from cubarium import catalog
from cubarium.core.operations import ENDED, apply, canonical_key, legal, shares, turn

GAME = catalog.load("cage", one_colour=True)
KERNEL = catalog.kernel(GAME)


@numba.njit  # type: ignore[untyped-decorator]  # it calls itself: compiled code like that can't be kept
def value(state: Any, seat: int, depth: int, known: Any) -> int:
    """1: the seat to move wins within so many plies, -1: it loses within them, 0: neither."""
    if turn(state) == ENDED:
        return int(2 * shares(state, seat) - 1)
    if depth == 0:
        return 0
    first, second = canonical_key(state)
    at = (first, second, np.int64(depth))
    if at in known:
        return int(known[at])
    best = -1
    moves = np.empty(16, np.int64)
    for number in range(legal(state, moves)):
        best = max(best, -value(apply(state, moves[number]), 1 - seat, depth - 1, known))
        if best == 1:
            break
    known[at] = best
    return best


@pytest.fixture(scope="module")
def known() -> Any:
    """What the search has found so far."""
    words = numba.types.UniTuple(numba.types.uint64, 2).types
    return Dict.empty(numba.types.Tuple((*words, numba.types.int64)), numba.types.int64)


def after(text: str) -> Any:
    state = GAME.initial()
    return KERNEL.pack(GAME.play(state, GAME.read(state, text)))


@pytest.mark.compiled
def test_the_first_player_wins_in_eleven_plies_by_a_corner_drop(known: Any) -> None:
    start = KERNEL.pack(GAME.initial())
    assert value(start, 0, 11, known) == 1
    assert value(start, 0, 10, known) == 0
    for corner in ("Ra1", "Ra3", "Rc1", "Rc3"):
        assert value(after(corner), 1, 10, known) == -1


@pytest.mark.compiled
@pytest.mark.parametrize("action", ["1+", "1-", "2+", "2-", "3+", "3-", "F"])
def test_a_twist_or_flip_at_the_start_loses_in_twelve_plies(action: str, known: Any) -> None:
    assert value(after(action), 1, 11, known) == 1
    assert value(after(action), 1, 10, known) == 0
