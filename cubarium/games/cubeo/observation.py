"""What the seat to move sees, as numbers: the board, its own cards as pictures, which cards have
been shown, and a channel of counts. No other seat's card is in it."""

import numpy as np

from cubarium.core import operations as op
from cubarium.core.observation import ObservationSpace
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo import COLOURS, lookup
from cubarium.games.cubeo.accessors import (
    CARD_BITS,
    CLOSED_ROWS,
    DEPARTED,
    FIRST_ROUND,
    FIVE_BITS,
    PAIR_ONE,
    PAIR_TWO,
    PAIRS,
    SEVEN_BITS,
    SIX_BITS,
    TABOO,
    TIED,
    TURNS,
    bag_size,
    bitboard_of,
    bitboards_of,
    can_lie,
    colour_of_twin,
    drawn_of,
    hand_of,
    in_bag,
    may_place_twin,
    players_of,
    shown_by,
    sources,
    standing,
    taken_of,
)
from cubarium.games.cubeo.bitboard import ONE, THREE, popcount, room
from cubarium.games.cubeo.cards import CARDS, DECK
from cubarium.games.cubeo.geometry import PLACES, SIDE
from cubarium.games.cubeo.kernel import LAY_ID, PASS_ID, TEXTS
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.rules import CubeO
from cubarium.jit import helper, operation, write_bits


def _pictures() -> Words:
    """By card: its squares by colour, from the lower left corner."""
    found = np.zeros((len(CARDS), PLACES), np.int8)
    for number, card in enumerate(CARDS):
        for x, y, colour in DECK[card]:
            found[number, COLOURS.index(colour) * SIDE * SIDE + SIDE * y + x] = 1
    return found


PICTURE = _pictures()
NEEDS = lookup.needs(TEXTS)
TWIN, OWN_TABOO, HAND, TIE_CARD, SHOWN, COUNTS = 4, 5, 6, 9, 10, 11
CHANNELS = (
    *(f"{colour} cubes" for colour in ("red", "blue", "yellow", "green")),
    "halves of twins",
    "the column whose top cube may not be moved",
    *(f"own card {number}: by colour, rank and file" for number in (1, 2, 3)),
    "own card of the tie-break",
    "cards that everybody has seen, by number",
    "counts, four of each: see COUNTED",
)

COUNTED = (
    "fulfilled cards, by seat from the mover on",
    "cards held",
    "twins placed",
    "seats in the tie-break",
    "seats that have left",
    "cubes in the bag, by colour",
    "the cube drawn",
    "the colour of the own twin",
    "the number of the mover's seat",
    "players, first round, closed rows, turns left of a tie-break",
)
"""The last channel, read as rows of four."""


@helper
def write_card(code: Word, out: Words, channel: int) -> None:
    """The picture of a card by its code; 0: none."""
    begin = channel * PLACES
    if code:
        card = np.int64(code) - 1
        for place in range(PLACES):
            out[begin + place] = PICTURE[card, place]


@helper
def write_counts(state: PackedState, out: Words) -> None:
    """Groups of four."""
    meta = state.meta
    mover = meta & THREE
    players = players_of(meta)
    begin = COUNTS * PLACES
    for step in range(players):
        seat = (mover + np.uint64(step)) % players
        held = hand_of(state.hands01, state.hands23, seat)
        twin = bitboard_of(state, colour_of_twin(meta, seat)) & state.twins
        out[begin + step] = np.int8(popcount(shown_by(state, seat)))
        out[begin + 4 + step] = np.int8(cards_held(held))
        out[begin + 8 + step] = 1 if twin else 0
        out[begin + 12 + step] = np.int8((state.tie >> (TIED + seat)) & ONE)
        out[begin + 16 + step] = np.int8((meta >> (DEPARTED + seat)) & ONE)
    drawn = drawn_of(meta)
    for colour in range(4):
        out[begin + 20 + colour] = np.int8(in_bag(state, np.uint64(colour)))
        out[begin + 24 + colour] = 1 if drawn == np.uint64(colour + 1) else 0
    out[begin + 28 + np.int64(colour_of_twin(meta, mover))] = 1
    out[begin + 32 + np.int64(mover)] = 1
    out[begin + 36] = np.int8(players)
    out[begin + 37] = 1 if meta & FIRST_ROUND else 0
    out[begin + 38] = np.int8((meta >> CLOSED_ROWS) & ONE)
    out[begin + 39] = np.int8((state.tie >> TURNS) & SEVEN_BITS)


@helper
def cards_held(hand: Word) -> Number:
    """How many cards there are in a hand."""
    count = 0
    while hand:
        hand >>= CARD_BITS
        count += 1
    return count


@operation(op.observe, Packed)
def observe(state: PackedState, out: Words) -> None:
    out[:] = 0
    meta = state.meta
    mover = meta & THREE
    red, blue, yellow, green = bitboards_of(state)
    write_bits(red, out, 0, PLACES)
    write_bits(blue, out, PLACES, PLACES)
    write_bits(yellow, out, 2 * PLACES, PLACES)
    write_bits(green, out, 3 * PLACES, PLACES)
    write_bits(state.twins, out, TWIN * PLACES, PLACES)
    taboo = (meta >> TABOO) & FIVE_BITS
    if taboo:
        out[OWN_TABOO * PLACES + np.int64(taboo) - 1 : (OWN_TABOO + 1) * PLACES : SIDE * SIDE] = 1
    hand = hand_of(state.hands01, state.hands23, mover)
    for at in range(3):
        write_card((hand >> (CARD_BITS * np.uint64(at))) & SIX_BITS, out, HAND + at)
    write_card((state.tie >> (CARD_BITS * mover)) & SIX_BITS, out, TIE_CARD)
    shown = state.shown0 | state.shown1 | state.shown2 | state.shown3 | state.aside
    write_bits(shown, out, SHOWN * PLACES, PLACES)
    write_counts(state, out)


@helper
def can_carry(moving: Word, free: Word) -> bool:
    """Can a cube of these columns go to another one that is free?"""
    if not moving or not free:
        return False
    return bool(moving != free or moving & (moving - ONE))


@operation(op.mask, Packed)
def mask(state: PackedState, out: Words) -> None:
    taken = taken_of(state)
    there = room(taken) << lookup.TARGETS
    some = twin = False
    if drawn_of(state.meta):
        there |= lookup.MAY_PUT
        some = True
    else:
        moving = sources(state, taken)
        some = can_carry(moving, room(taken))
        there |= moving
        twin = may_place_twin(state)
        if twin:
            some |= standing(taken) != 0
            there |= standing(taken) << lookup.UPRIGHT
        if bag_size(taken, state.twins):
            some = True
            there |= lookup.MAY_DRAW
    for number in range(len(NEEDS)):
        out[number] = NEEDS[number] & ~there == 0
    if twin:
        for pair in range(PAIRS):
            fits = can_lie(taken, PAIR_ONE[pair], PAIR_TWO[pair])
            out[LAY_ID[pair]] = fits
            some |= fits
    out[PASS_ID] = not some


def space(game: CubeO) -> ObservationSpace:
    """The observations of a table: the same at all."""
    del game
    return ObservationSpace(CHANNELS, (SIDE, SIDE, SIDE), 0, 127)
