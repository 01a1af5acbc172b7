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
    FOUR,
    ONE,
    ONE_COLUMN,
    THREE,
    ZERO,
    columns_of,
    hidden,
    room,
    shows,
    sights,
    tops,
)
from cubarium.games.cubeo.kernel import CARRY_ID, DRAW_ID, PUT_ID
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.pictures import (
    completes,
    completing,
    first_free,
    near,
    seen_with,
)
from cubarium.games.cubeo.transitions import toggled
from cubarium.jit import helper, operation, shuffled

COLUMNS = 16
TO_COLUMN = np.uint64(60)
SQUARES_OF_COLOUR = np.uint64(0x000F000F000F000F)


@helper
def cards_of(state: PackedState, seat: Word) -> Word:
    """The cards that a seat wants to fulfil, six bits each."""
    if state.tie:
        return (state.tie >> (CARD_BITS * seat)) & SIX_BITS
    return hand_of(state.hands01, state.hands23, seat)


@helper
def nearness(seen: Words, cards: Word) -> Number:
    """How near all these cards are."""
    total = np.int64(0)
    while cards:
        total += near(seen, (cards & SIX_BITS) - ONE)
        cards >>= CARD_BITS
    return total


@helper
def fulfils(seen: Words, cards: Word) -> bool:
    """Is one of these cards fulfilled?"""
    while cards:
        if shows(seen, (cards & SIX_BITS) - ONE):
            return True
        cards >>= CARD_BITS
    return False


@helper
def put(bitboards: Words, taken: Word, cards: Word, colour: Word, rng: Word) -> Word:
    """The column where a drawn cube brings the cards nearest, looked for from any column on."""
    seen, hides = sights(bitboards), hidden(taken)
    best = np.int64(-1)
    chosen = ZERO
    for step in range(COLUMNS):
        column = (np.uint64(step) + (rng >> TO_COLUMN)) % np.uint64(COLUMNS)
        if (room(taken) >> column) & ONE:
            score = nearness(seen_with(seen, hides, colour, first_free(taken, column)), cards)
            if score > best:
                best = score
                chosen = column
    return chosen


@helper
def fulfilling(state: PackedState, cards: Word) -> Number:
    """A move of a cube that fulfils a card; -1: there is none. Tried are those that would fulfil it
    if the cube were still where it came from, too."""
    bitboards, taken = bitboards_of(state), taken_of(state)
    seen, hides = sights(bitboards), hidden(taken)
    wanted = all_completing(seen, cards)
    colours = wanted[0] | wanted[1] | wanted[2] | wanted[3] | wanted[4]
    shown = fulfils(seen, cards)
    moving = sources(state, taken)
    top = tops(taken)
    for number in range(4):
        colour = np.uint64(number)
        movable = columns_of(bitboards[number] & top) & moving
        if not (colours >> (FOUR * colour)) & SQUARES_OF_COLOUR or not movable:
            continue
        for target in range(COLUMNS):
            column = np.uint64(target)
            if not (room(taken) >> column) & ONE:
                continue
            place = first_free(taken, column)
            if completes(wanted, hides, colour, place) or (
                shown and fulfils(seen_with(seen, hides, colour, place), cards)
            ):
                source = source_for(bitboards, movable, cards, number, column, place)
                if source >= 0:
                    return CARRY_ID[source, target]
    return np.int64(-1)


@helper
def all_completing(seen: Words, cards: Word) -> Number:
    """By view, the squares that are all that one of these cards lacks."""
    south = north = east = west = above = ZERO
    while cards:
        wanted = completing(seen, (cards & SIX_BITS) - ONE)
        south |= wanted[0]
        north |= wanted[1]
        east |= wanted[2]
        west |= wanted[3]
        above |= wanted[4]
        cards >>= CARD_BITS
    return south, north, east, west, above


@helper
def source_for(
    bitboards: Words, movable: Word, cards: Word, colour: Number, target: Word, place: Word
) -> Number:
    """The column from which a cube moved to a place fulfils a card; -1: there is none."""
    top = tops(bitboards[0] | bitboards[1] | bitboards[2] | bitboards[3])
    for source in range(COLUMNS):
        column = np.uint64(source)
        if column != target and (movable >> column) & ONE:
            moved = (top & (ONE_COLUMN << column)) | (ONE << place)
            if fulfils(sights(toggled(bitboards, colour, moved)), cards):
                return np.int64(source)
    return np.int64(-1)


@operation(op.rollout_policy, Packed)
def rollout_policy(state: PackedState, rng: Word) -> tuple[Number, Word]:
    cards = cards_of(state, state.meta & THREE)
    taken = taken_of(state)
    drawn = drawn_of(state.meta)
    rng = shuffled(rng)
    if drawn:
        return PUT_ID[put(bitboards_of(state), taken, cards, drawn - ONE, rng)], rng
    action = fulfilling(state, cards)
    if action >= 0:
        return action, rng
    if bag_size(taken, state.twins):
        return DRAW_ID, rng
    return op.sample(state, rng)
