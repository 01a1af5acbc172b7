"""What a packed state of Cube O' says: its parts, whose turn it is, what can be done."""

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word
from cubarium.games.cubeo import CUBES, layout, lookup
from cubarium.games.cubeo.bitboard import (
    FOUR,
    ONE,
    ONE_COLUMN,
    THREE,
    TWO_LEVELS,
    ZERO,
    liftable,
    popcount,
    room,
)
from cubarium.games.cubeo.cards import CARDS
from cubarium.jit import helper

FIVE_BITS = np.uint64(31)
FOUR_BITS = np.uint64(15)
THREE_BITS = np.uint64(7)
SIX_BITS = np.uint64(63)
SEVEN_BITS = np.uint64(127)
HAND = np.uint64(2**layout.HAND_BITS - 1)
CARD_BITS = np.uint64(layout.CARD_BITS)
HAND_BITS = np.uint64(layout.HAND_BITS)
THIRD_CARD = np.uint64(2 * layout.CARD_BITS)
PLAYERS = np.uint64(layout.PLAYERS)
CLOSED_ROWS = np.uint64(layout.CLOSED_ROWS)
FIRST_ROUND = ONE << np.uint64(layout.FIRST_ROUND)
DRAWING = ONE << np.uint64(layout.DRAWING)
DRAWN = np.uint64(layout.DRAWN)
CLAIMANT = np.uint64(layout.CLAIMANT)
TABOO = np.uint64(layout.TABOO)
DEPARTED = np.uint64(layout.DEPARTED)
TWIN_COLOURS = np.uint64(layout.TWIN_COLOURS)
OVER = ONE << np.uint64(layout.OVER)
WINNERS = np.uint64(layout.WINNERS)
TURNS = np.uint64(layout.TURNS)
TIED = np.uint64(layout.TIED)

DECK = np.uint64(2 ** len(CARDS) - 1)
COLOUR_CUBES = np.uint64(CUBES)
PAIR_ONE, PAIR_TWO = lookup.pairs()
PAIRS = len(PAIR_ONE)


@helper
def bitboards_of(state: PackedState) -> Number:
    """By colour, the places of its cubes."""
    return state.red, state.blue, state.yellow, state.green


@helper
def taken_of(state: PackedState) -> Word:
    return state.red | state.blue | state.yellow | state.green


@helper
def hand_of(hands01: Word, hands23: Word, seat: Word) -> Word:
    both = hands01 if seat < 2 else hands23
    return (both >> (HAND_BITS * (seat & ONE))) & HAND


@helper
def shown_by(state: PackedState, seat: Number) -> Word:
    """The fulfilled cards of a seat."""
    if seat == 0:
        return state.shown0
    if seat == 1:
        return state.shown1
    return state.shown2 if seat == 2 else state.shown3


@helper
def players_of(meta: Word) -> Word:
    return (meta >> PLAYERS) & THREE_BITS


@helper
def drawn_of(meta: Word) -> Word:
    return (meta >> DRAWN) & THREE_BITS


@helper
def in_bag(state: PackedState, colour: Number) -> Word:
    """How many cubes of a colour are in the bag."""
    bitboard = state.red
    if colour == 1:
        bitboard = state.blue
    elif colour == 2:
        bitboard = state.yellow
    elif colour == 3:
        bitboard = state.green
    left = COLOUR_CUBES - popcount(bitboard & ~state.twins)
    return left - ONE if drawn_of(state.meta) == colour + 1 else left


@helper
def bag_size(taken: Word, twins: Word) -> Word:
    """All cubes that are not on the board."""
    return FOUR * COLOUR_CUBES - popcount(taken & ~twins)


@helper
def dealing(state: PackedState) -> bool:
    """Is it before the first turn, with cards still to be dealt?"""
    meta = state.meta
    busy = DRAWING | (THREE_BITS << DRAWN) | (THREE_BITS << CLAIMANT) | THREE
    if not meta & FIRST_ROUND or meta & busy:
        return False
    for seat in range(players_of(meta)):
        if not hand_of(state.hands01, state.hands23, np.uint64(seat)) >> THIRD_CARD:
            return True
    return False


@helper
def waiting(tie: Word) -> Word:
    """The seats that have to draw a tie-break card."""
    seats = ZERO
    if not tie:
        return seats
    for seat in range(4):
        at = np.uint64(seat)
        if (tie >> (TIED + at)) & ONE and not (tie >> (CARD_BITS * at)) & SIX_BITS:
            seats |= ONE << at
    return seats


@helper
def cards_wanted(state: PackedState) -> bool:
    """Is a card to be drawn?"""
    return (state.meta >> CLAIMANT) & THREE_BITS != 0 or waiting(state.tie) != 0 or dealing(state)


@helper
def turn_of(state: PackedState) -> Number:
    """The seat to move, CHANCE or ENDED."""
    meta = state.meta
    if meta & OVER:
        return np.int64(op.ENDED)
    if meta & FIRST_ROUND and not taken_of(state):
        return np.int64(op.CHANCE)
    if meta & DRAWING or cards_wanted(state):
        return np.int64(op.CHANCE)
    return np.int64(meta & THREE)


@helper
def sources(state: PackedState, taken: Word) -> Word:
    """The columns whose top cube can be moved."""
    meta = state.meta
    found = liftable(taken, state.twins, meta & FIRST_ROUND, (meta >> CLOSED_ROWS) & ONE)
    taboo = (meta >> TABOO) & FIVE_BITS
    return found & ~(ONE << (taboo - ONE)) if taboo else found


@helper
def colour_of_twin(meta: Word, seat: Word) -> Word:
    return (meta >> (TWIN_COLOURS + seat + seat)) & THREE


@helper
def bitboard_of(state: PackedState, colour: Word) -> Word:
    if colour == 0:
        return state.red
    if colour == 1:
        return state.blue
    return state.yellow if colour == 2 else state.green


@helper
def may_place_twin(state: PackedState) -> bool:
    seat = state.meta & THREE
    if not shown_by(state, seat):
        return False
    return not bitboard_of(state, colour_of_twin(state.meta, seat)) & state.twins


@helper
def can_lie(taken: Word, one: Word, two: Word) -> bool:
    """Are two columns of one height, and not full?"""
    cubes = (taken >> one) & ONE_COLUMN
    level: bool = cubes == (taken >> two) & ONE_COLUMN and cubes != ONE_COLUMN
    return level


@helper
def lying(taken: Word) -> Word:
    """In how many places a twin can lie."""
    count = ZERO
    for pair in range(PAIRS):
        if can_lie(taken, PAIR_ONE[pair], PAIR_TWO[pair]):
            count += ONE
    return count


@helper
def standing(taken: Word) -> Word:
    """The columns with two free levels."""
    return room(taken) & ~(taken >> TWO_LEVELS)
