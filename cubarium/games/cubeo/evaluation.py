"""How good a position of Cube O' looks: a sum of weights.

For each seat, counted from the viewer: its fulfilled cards, and how near each card in its hand is.
The others' cards are guesses; over many of them they tell how much the board offers to anybody.
A card is near where a view shows three of its four squares: ready, if a cube that is put down now
can be seen in the fourth, else hanging. scripts/fit/cards.py says what such a card is worth to the
mover and to the others.
"""

import numpy as np

import cubarium.games.cubeo.determinization
import cubarium.games.cubeo.rollout_policy  # noqa: F401  (both declare operations)
from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo import lookup
from cubarium.games.cubeo.accessors import (
    CARD_BITS,
    SIX_BITS,
    bitboards_of,
    hand_of,
    players_of,
    shown_by,
    taken_of,
)
from cubarium.games.cubeo.bitboard import (
    ALL_COLUMNS,
    INSIDE,
    LEVEL,
    ONE,
    SQUARES,
    THREE,
    TWELVE,
    ZERO,
    by_file,
    by_rank,
    hidden,
    mirrored,
    popcount,
    room,
    sights,
    spread,
)
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.lookup import MOST_SHOWN, NEARNESS, SEAT_WIDTH
from cubarium.jit import helper, operation

COLOUR_BITS = TWELVE
WEIGHT = lookup.weights()


@helper
def matches(view: Word, fillable: Word, card: Word, turning: int) -> tuple[Word, Word, Word]:
    """Where the picture could stand: ready, hanging, half done. `fillable`: squares of the view
    that a cube can come into at once."""
    a_square, b_square = SQUARES[card, 0, turning], SQUARES[card, 1, turning]
    c_square, d_square = SQUARES[card, 2, turning], SQUARES[card, 3, turning]
    a, b, c, d = view >> a_square, view >> b_square, view >> c_square, view >> d_square
    inside = INSIDE[card, turning]
    both, others = a & b, c & d
    either, other = a ^ b, c ^ d
    three = ((both & other) | (either & others)) & inside
    ready = (
        (both & c & (fillable >> (d_square & ~COLOUR_BITS)))
        | (both & d & (fillable >> (c_square & ~COLOUR_BITS)))
        | (others & a & (fillable >> (b_square & ~COLOUR_BITS)))
        | (others & b & (fillable >> (a_square & ~COLOUR_BITS)))
    ) & three
    two = ((both & ~c & ~d) | (others & ~a & ~b) | (either & other)) & inside
    return ready, three & ~ready, two


@helper
def nearness(seen: Words, fillable: Number, card: Word) -> Number:
    """A number that tells how near a card is."""
    ready = hanging = half = ZERO
    for turning in range(4):
        for view in range(5):
            now, late, two = matches(seen[view], fillable[view], card, turning)
            ready += popcount(now)
            hanging += popcount(late)
            half += popcount(two)
    if ready == 0 and hanging == 0:
        return np.int64(0 if half == 0 else (1 if half < 4 else 2))
    return np.int64(3 + min(ready, THREE) * THREE + min(hanging, np.uint64(2)))


@helper
def fillable_squares(taken: Word) -> Number:
    """By view, the squares in which a cube that is put down now can be seen."""
    drop = ~taken & ((taken << LEVEL) | ALL_COLUMNS)
    south, north, east, west = hidden(taken)
    return (
        by_file(drop & ~south),
        mirrored(by_file(drop & ~north)),
        by_rank(drop & ~east),
        mirrored(by_rank(drop & ~west)),
        spread(room(taken)),
    )


@helper
def card_number(state: PackedState, seat: Word, card: int, seen: Words, fillable: Number) -> Number:
    """The number, within a seat's weights, for one of its cards. In a tie-break only the tie-break
    card counts."""
    moves = NEARNESS if state.meta & THREE == seat else 0
    begin = np.int64(MOST_SHOWN + 1)
    none = begin + 2 * NEARNESS
    shift = CARD_BITS * np.uint64(card)
    if not state.tie:
        code = (hand_of(state.hands01, state.hands23, seat) >> shift) & SIX_BITS
        return begin + moves + nearness(seen, fillable, code - ONE) if code else none
    code = (state.tie >> (CARD_BITS * seat)) & SIX_BITS
    if not code or card:
        return none
    return none + 1 + moves + nearness(seen, fillable, code - ONE)


@helper
def weighed(state: PackedState, seat: Number, out: Words) -> Number:
    """The sum of the weights; their numbers are written into `out`, unless it is None."""
    players = np.int64(players_of(state.meta))
    seen = sights(bitboards_of(state))
    fillable = fillable_squares(taken_of(state))
    number = (np.int64(state.meta & THREE) - seat) % players
    total = WEIGHT[players, number]
    if out is not None:
        out[0] = number
    at = 1
    for step in range(players):
        owner = np.uint64((seat + step) % players)
        begin = lookup.MOVERS + step * SEAT_WIDTH
        number = begin + np.int64(min(popcount(shown_by(state, owner)), np.uint64(MOST_SHOWN)))
        total += WEIGHT[players, number]
        if out is not None:
            out[at] = number
        at += 1
        for card in range(3):
            number = begin + card_number(state, owner, card, seen, fillable)
            total += WEIGHT[players, number]
            if out is not None:
                out[at] = number
            at += 1
    return total


@operation(op.evaluate, Packed)
def evaluate(state: PackedState, seat: int) -> Number:
    return weighed(state, np.int64(seat), None)


@operation(op.features, Packed)
def features(state: PackedState, seat: int, out: Words) -> Number:
    weighed(state, np.int64(seat), out)
    return 1 + 4 * np.int64(players_of(state.meta))
