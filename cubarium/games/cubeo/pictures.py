"""How near the views are to a card's picture, and what they show when one more cube is put down.

Views are words as `bitboard.sights` makes them. The four turnings of a card are done side by side:
loops over them have no branches.
"""

import numpy as np

from cubarium.core.operations import Number, Word, Words
from cubarium.games.cubeo import lookup
from cubarium.games.cubeo.bitboard import (
    FOUR,
    INSIDE,
    LEVEL,
    ONE,
    ONE_COLUMN,
    SQUARES,
    ZERO,
    popcount,
)
from cubarium.jit import helper

SIGHTED = lookup.sighted()
ALL_COLOURS = np.uint64(0x1111)
FULFILLED = 40
THREE_SQUARES = 6
TWO_SQUARES = 1


@helper
def first_free(taken: Word, column: Word) -> Word:
    """The number of the lowest free place of a column."""
    return column + LEVEL * popcount((taken >> column) & ONE_COLUMN)


@helper
def with_square(view: Word, square: Word, is_hidden: Word, shift: Word) -> Word:
    """A view with a cube in a square, unless others hide it; colours by their shift."""
    seen = (~is_hidden & ONE) << square
    return (view & ~(seen * ALL_COLOURS)) | (seen << shift)


@helper
def seen_with(seen: Words, hides: Words, colour: Word, place: Word) -> Number:
    """What the views show when a cube of a colour is put down in a free place. `hides`: see
    `bitboard.hidden`."""
    shift = FOUR * colour
    return (
        with_square(seen[0], SIGHTED[0, place], hides[0] >> place, shift),
        with_square(seen[1], SIGHTED[1, place], hides[1] >> place, shift),
        with_square(seen[2], SIGHTED[2, place], hides[2] >> place, shift),
        with_square(seen[3], SIGHTED[3, place], hides[3] >> place, shift),
        with_square(seen[4], SIGHTED[4, place], ZERO, shift),
    )


@helper
def near(seen: Words, card: Word) -> Number:
    """How near a card is: how many turnings and views show three or two of its squares."""
    whole = ZERO
    found = np.int64(0)
    for turning in range(4):
        inside = INSIDE[card, turning]
        a_square, b_square = SQUARES[card, 0, turning], SQUARES[card, 1, turning]
        c_square, d_square = SQUARES[card, 2, turning], SQUARES[card, 3, turning]
        for view in range(5):
            word = seen[view]
            a, b, c, d = word >> a_square, word >> b_square, word >> c_square, word >> d_square
            both, others = a & b, c & d
            either, other = a | b, c | d
            whole |= both & others & inside
            three = ((both & other) | (either & others)) & inside
            two = (both | others | (either & other)) & inside
            found += TWO_SQUARES if two else 0
            found += THREE_SQUARES - TWO_SQUARES if three else 0
    return np.int64(FULFILLED) if whole else found


@helper
def completing(seen: Words, card: Word) -> Number:
    """By view, the squares that are all that a picture lacks somewhere, with the colour wanted."""
    south = north = east = west = above = ZERO
    for turning in range(4):
        squares = (
            SQUARES[card, 0, turning],
            SQUARES[card, 1, turning],
            SQUARES[card, 2, turning],
            SQUARES[card, 3, turning],
        )
        inside = INSIDE[card, turning]
        south |= lacking(seen[0], squares, inside)
        north |= lacking(seen[1], squares, inside)
        east |= lacking(seen[2], squares, inside)
        west |= lacking(seen[3], squares, inside)
        above |= lacking(seen[4], squares, inside)
    return south, north, east, west, above


@helper
def lacking(view: Word, squares: Words, inside: Word) -> Word:
    """In one view and turning."""
    a, b, c, d = squares
    a_there, b_there = view >> a, view >> b
    both = a_there & b_there & inside
    c_there, d_there = view >> c, view >> d
    others = c_there & d_there & inside
    return (
        ((b_there & others) << a)
        | ((a_there & others) << b)
        | ((d_there & both) << c)
        | ((c_there & both) << d)
    )


@helper
def completes(wanted: Words, hides: Words, colour: Word, place: Word) -> bool:
    """Does a cube of a colour that is put down in a free place come into a wanted square?"""
    shift = FOUR * colour
    found = wanted[4] >> (SIGHTED[4, place] + shift)
    for view in range(4):
        found |= (wanted[view] >> (SIGHTED[view, place] + shift)) & ~(hides[view] >> place)
    return bool(found & ONE)
