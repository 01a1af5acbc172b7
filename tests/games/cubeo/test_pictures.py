"""What a cube that is put down changes, beside the views of the whole board made anew."""

from random import Random
from typing import Any

import numpy as np

from cubarium.games.cubeo.bitboard import ZERO, hidden, shows, sights
from cubarium.games.cubeo.cards import CARDS
from cubarium.games.cubeo.pictures import completes, completing, first_free, seen_with

BOARDS = 12


def boards() -> list[Any]:
    """Bitboards of some cubes in random columns."""
    rng = Random(1)
    found = []
    for cubes in range(4, 4 + 3 * BOARDS, 3):
        bitboards: list[Any] = [ZERO] * 4
        for _ in range(cubes):
            place = first_free(sum(bitboards, ZERO), np.uint64(rng.randrange(16)))
            if place < 64:
                bitboards[rng.randrange(4)] |= np.uint64(1) << place
        found.append(bitboards)
    return found


def test_views_after_a_cube_is_put_down() -> None:
    for at, bitboards in enumerate(boards()):
        taken = sum(bitboards, ZERO)
        for column in range(at % 3, 16, 3):
            place, colour = first_free(taken, np.uint64(column)), (at + column) % 4
            if place < 64:
                after = bitboards.copy()
                after[colour] |= np.uint64(1) << place
                told = seen_with(sights(bitboards), hidden(taken), np.uint64(colour), place)
                assert told == sights(after)


def test_the_squares_that_complete_a_card() -> None:
    """A cube there shows it, and one elsewhere does not."""
    completed = 0
    for at, bitboards in enumerate(boards()):
        seen, hides = sights(bitboards), hidden(sum(bitboards, ZERO))
        for number in range(at % 5, len(CARDS), 5):
            card = np.uint64(number)
            wanted = completing(seen, card)
            for column in range(16):
                place, colour = (
                    first_free(sum(bitboards, ZERO), np.uint64(column)),
                    np.uint64(at % 4),
                )
                if place < 64 and not shows(seen, card):
                    is_shown = shows(seen_with(seen, hides, colour, place), card)
                    assert completes(wanted, hides, colour, place) == is_shown
                    completed += is_shown
    assert completed > 3
