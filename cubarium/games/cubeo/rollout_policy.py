"""What a seat is likely to do, on packed words: it fulfils a card by moving a cube if it can, else
it draws, and puts the cube where its cards come nearest. It looks at no cards but its own."""

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo.accessors import (
    CARD_BITS,
    SIX_BITS,
    bag_size,
    bitboards_of,
    drawn_of,
    hand_of,
    sources,
    taken_of,
)
from cubarium.games.cubeo.bitboard import (
    INSIDE,
    ONE,
    ONE_COLUMN,
    SQUARES,
    THREE,
    TWO,
    ZERO,
    columns_of,
    room,
    shows,
    sights,
    tops,
)
from cubarium.games.cubeo.kernel import CARRY_ID, DRAW_ID, PUT_ID
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.transitions import toggled, top_free
from cubarium.jit import helper, operation, shuffled

COLUMNS = 16
TO_COLUMN = np.uint64(60)
FULFILLED = 40
THREE_SQUARES = 6
TWO_SQUARES = 1


@helper
def cards_of(state: PackedState, seat: Word) -> Word:
    """The cards that a seat wants to fulfil, six bits each."""
    if state.tie:
        return (state.tie >> (CARD_BITS * seat)) & SIX_BITS
    return hand_of(state.hands01, state.hands23, seat)


@helper
def near(seen: Words, card: Word) -> int:
    """How near a card is: how many turnings and views show three or two of its squares."""
    found = 0
    for turning in range(4):
        inside = INSIDE[card, turning]
        a_square, b_square = SQUARES[card, turning, 0], SQUARES[card, turning, 1]
        c_square, d_square = SQUARES[card, turning, 2], SQUARES[card, turning, 3]
        for view in range(5):
            word = seen[view]
            a, b, c, d = word >> a_square, word >> b_square, word >> c_square, word >> d_square
            both, others = a & b, c & d
            either, other = a | b, c | d
            if both & others & inside:
                return FULFILLED
            if ((both & other) | (either & others)) & inside:
                found += THREE_SQUARES
            elif (both | others | (either & other)) & inside:
                found += TWO_SQUARES
    return found


@helper
def nearness(bitboards: Words, cards: Word) -> int:
    """How near all these cards are."""
    seen = sights(bitboards)
    total = 0
    while cards:
        total += near(seen, (cards & SIX_BITS) - ONE)
        cards >>= CARD_BITS
    return total


@helper
def fulfils(bitboards: Words, cards: Word) -> bool:
    """Is one of these cards fulfilled?"""
    seen = sights(bitboards)
    while cards:
        if shows(seen, (cards & SIX_BITS) - ONE):
            return True
        cards >>= CARD_BITS
    return False


@helper
def lacking(seen: Words, card: Word) -> Word:
    """The colours, as bits, of the squares that are all that a picture lacks somewhere."""
    colours = ZERO
    for turning in range(4):
        for view in range(5):
            for number in range(4):
                rest = INSIDE[card, turning]
                for other in range(4):
                    if other != number:
                        rest &= seen[view] >> SQUARES[card, turning, other]
                if rest:
                    colours |= ONE << ((SQUARES[card, turning, number] >> TWO) & THREE)
    return colours


@helper
def put(bitboards: Words, taken: Word, cards: Word, colour: Word, rng: Word) -> Word:
    """The column where a drawn cube brings the cards nearest, looked for from any column on."""
    best = -1
    chosen = ZERO
    for step in range(COLUMNS):
        column = (np.uint64(step) + (rng >> TO_COLUMN)) % np.uint64(COLUMNS)
        if (room(taken) >> column) & ONE:
            score = nearness(toggled(bitboards, colour, top_free(taken, column)), cards)
            if score > best:
                best = score
                chosen = column
    return chosen


@helper
def fulfilling(
    bitboards: Words, moving: Word, cards: Word, colour: Number, bitboard: Word
) -> Number:
    """A move of a cube of a colour that fulfils a card; -1: there is none."""
    taken = bitboards[0] | bitboards[1] | bitboards[2] | bitboards[3]
    top = tops(taken)
    movable = columns_of(bitboard & top) & moving
    if not movable:
        return np.int64(-1)
    for number in range(COLUMNS):
        target = np.uint64(number)
        if not (room(taken) >> target) & ONE:
            continue
        place = top_free(taken, target)
        if not fulfils(toggled(bitboards, colour, place), cards):
            continue
        for other in range(COLUMNS):
            source = np.uint64(other)
            if source == target or not (movable >> source) & ONE:
                continue
            cube = top & (ONE_COLUMN << source)
            if fulfils(toggled(bitboards, colour, cube | place), cards):
                return CARRY_ID[source, target]
    return np.int64(-1)


@operation(op.rollout_policy, Packed)
def rollout_policy(state: PackedState, rng: Word) -> tuple[Number, Word]:
    cards = cards_of(state, state.meta & THREE)
    bitboards = bitboards_of(state)
    taken = taken_of(state)
    drawn = drawn_of(state.meta)
    rng = shuffled(rng)
    if drawn:
        return PUT_ID[put(bitboards, taken, cards, drawn - ONE, rng)], rng
    seen = sights(bitboards)
    wanted = ZERO
    rest = cards
    while rest:
        wanted |= lacking(seen, (rest & SIX_BITS) - ONE)
        rest >>= CARD_BITS
    moving = sources(state, taken)
    for colour in range(4):
        if (wanted >> np.uint64(colour)) & ONE:
            action = fulfilling(bitboards, moving, cards, colour, bitboards[colour])
            if action >= 0:
                return action, rng
    if bag_size(taken, state.twins):
        return DRAW_ID, rng
    return op.sample(state, rng)
