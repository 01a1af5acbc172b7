"""Cube O' for one turn ahead: which own cards an act fulfils, and how near it brings the others."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import PackedState, apply, legal
from cubarium.games.cubeo.accessors import CARD_BITS, SIX_BITS, bitboards_of, hand_of, in_bag
from cubarium.games.cubeo.bitboard import INSIDE, ONE, SQUARES, ZERO, sights
from cubarium.games.cubeo.kernel import DRAW_ID, PULL_ID
from cubarium.jit import compiled, helper

FULFILLED = 100.0
"""A fulfilled card is worth more than all nearness."""


@helper
def near(seen: Any, card: Any) -> int:
    """The most squares of a card that one view shows in their places."""
    best = 0
    for turning in range(4):
        for view in seen:
            one = two = three = four = ZERO
            for number in range(4):
                there = INSIDE[card, turning] & (view >> SQUARES[card, number, turning])
                four |= three & there
                three |= two & there
                two |= one & there
                one |= there
            if four:
                return 4
            best = max(best, 3 if three else 2 if two else 1 if one else 0)
    return best


@helper
def worth(state: PackedState, cards: Any) -> float:
    """What a board is worth for these cards, six bits each."""
    seen = sights(bitboards_of(state))
    total = 0.0
    while cards:
        squares = near(seen, (cards & SIX_BITS) - ONE)
        total += squares + (FULFILLED if squares == 4 else 0.0)
        cards >>= CARD_BITS
    return total


@helper
def after_draw(root: PackedState, cards: Any, puts: Any) -> float:
    """The mean over what comes out of the bag, each cube in its best place."""
    drawing = apply(root, int(DRAW_ID))
    total = weights = 0.0
    for colour in range(4):
        left = float(in_bag(root, colour))
        if left > 0:
            pulled = apply(drawing, PULL_ID[colour])
            best = 0.0
            for at in range(legal(pulled, puts)):
                best = max(best, worth(apply(pulled, puts[at]), cards))
            total += left * best
            weights += left
    return total / weights


@compiled
def weigh(
    root: PackedState, seat: int, acts: NDArray[np.int64], values: NDArray[np.float64]
) -> int:
    """The legal acts and what each is worth to the seat to move; their number."""
    cards = hand_of(root.hands01, root.hands23, np.uint64(seat))
    if root.tie:
        cards = (root.tie >> (CARD_BITS * np.uint64(seat))) & SIX_BITS
    puts = np.empty(len(acts), np.int64)
    count = legal(root, acts)
    for at in range(count):
        if acts[at] == DRAW_ID:
            values[at] = after_draw(root, cards, puts)
        else:
            values[at] = worth(apply(root, acts[at]), cards)
    return count
