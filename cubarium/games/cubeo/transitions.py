"""What actions do to a packed state of Cube O': the board, the claims that follow, the end."""

import numpy as np

from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo import NUMBERS, TIE_TURNS, lookup
from cubarium.games.cubeo.accessors import (
    CARD_BITS,
    CLAIMANT,
    CLOSED_ROWS,
    DECK,
    DEPARTED,
    DRAWN,
    FIRST_ROUND,
    FIVE_BITS,
    FOUR_BITS,
    OVER,
    SEVEN_BITS,
    SIX_BITS,
    TABOO,
    THIRD_CARD,
    THREE_BITS,
    TIED,
    TURNS,
    WINNERS,
    bag_size,
    bitboard_of,
    bitboards_of,
    colour_of_twin,
    drawn_of,
    hand_of,
    players_of,
    shown_by,
    taken_of,
    waiting,
)
from cubarium.games.cubeo.bitboard import (
    LEVEL,
    ONE,
    ONE_COLUMN,
    THREE,
    TWO,
    ZERO,
    liftable,
    nth,
    popcount,
    shows,
    sights,
    tops,
)
from cubarium.games.cubeo.updates import (
    laid_aside,
    showing,
    with_board,
    with_hand,
    with_meta,
    with_tie,
)
from cubarium.jit import helper

TIE_BREAK = np.uint64(TIE_TURNS)
NUMBER = lookup.words([NUMBERS.get(players, 0) for players in range(5)])
CARRY, PASS, PUT, STAND = lookup.CARRY, lookup.PASS, lookup.PUT, lookup.STAND


@helper
def settled(state: PackedState) -> Number:
    """After claims: the next seat, or the end, or a tie-break."""
    players = players_of(state.meta)
    active = state.meta & THREE
    seat = ZERO if active + ONE == players else active + ONE
    meta = (state.meta & ~THREE & ~(THREE_BITS << CLAIMANT)) | seat
    if state.tie:
        return ended_tie(with_tie(state, state.out, state.tie - (ONE << TURNS), meta), active)
    state = with_meta(state, meta)
    bag = bag_size(taken_of(state), state.twins)
    if bag and seat:
        return state
    most, level = leaders(state)
    if bag and most < NUMBER[players]:
        return state
    if level & (level - ONE) == 0:
        return with_meta(state, meta | OVER | (level << WINNERS))
    tie = (level << TIED) | ((TIE_BREAK * players) << TURNS)
    return pile_checked(with_tie(state, state.out, tie, meta), level)


@helper
def leaders(state: PackedState) -> tuple[Word, Word]:
    """The most cards of a seat that counts; the seats with this many, of which the twin selects."""
    most = level = placed = ZERO
    for number in range(players_of(state.meta)):
        seat = np.uint64(number)
        if (state.meta >> (DEPARTED + seat)) & ONE:
            continue
        count = popcount(shown_by(state, number))
        if count > most:
            most, level = count, ZERO
        if count == most:
            level |= ONE << seat
        if bitboard_of(state, colour_of_twin(state.meta, seat)) & state.twins:
            placed |= ONE << seat
    return most, (level & placed) or level


@helper
def pile_checked(state: PackedState, level: Word) -> Number:
    """A tie-break for which no card is left ends at once."""
    if waiting(state.tie) and state.out == DECK:
        return with_meta(state, state.meta | OVER | (level << WINNERS))
    return state


@helper
def ended_tie(state: PackedState, active: Word) -> Number:
    """A turn of a tie-break is over: the first fulfilled card wins."""
    players = players_of(state.meta)
    level = (state.tie >> TIED) & ~(state.meta >> DEPARTED) & FOUR_BITS
    seen = sights(bitboards_of(state))
    seat = active
    for _ in range(players):
        code = (state.tie >> (CARD_BITS * seat)) & SIX_BITS
        if (level >> seat) & ONE and shows(seen, code - ONE):
            return with_meta(state, state.meta | OVER | ((ONE << seat) << WINNERS))
        seat += ONE
        if seat == players:
            seat = ZERO
    if not (state.tie >> TURNS) & SEVEN_BITS:
        return with_meta(state, state.meta | OVER | (level << WINNERS))
    return state


@helper
def claimed(state: PackedState, first: Word) -> Number:
    """Fulfilled cards are shown, until one has to be replaced."""
    meta = state.meta
    players = players_of(meta)
    active = meta & THREE
    seen = sights(bitboards_of(state))
    seat = first
    while True:
        hand = hand_of(state.hands01, state.hands23, seat)
        at = ZERO
        while (hand >> at) & SIX_BITS:
            code = (hand >> at) & SIX_BITS
            if not shows(seen, code - ONE):
                at += CARD_BITS
                continue
            older = hand & ((ONE << at) - ONE)
            hand = older | ((hand >> (at + CARD_BITS)) << at)
            state = with_hand(state, seat, hand, state.out)
            state = showing(state, seat, ONE << (code - ONE))
            if state.out != DECK:
                meta = (meta & ~(THREE_BITS << CLAIMANT)) | ((seat + ONE) << CLAIMANT)
                return with_meta(state, meta)
        seat += ONE
        if seat == players:
            seat = ZERO
        if seat == active:
            return settled(state)


@helper
def dealt(state: PackedState, card: Word) -> PackedState:
    """A card goes to the seat that draws."""
    bit = ONE << card
    if state.tie:
        level = (state.tie >> TIED) & ~(state.meta >> DEPARTED) & FOUR_BITS
        if shows(sights(bitboards_of(state)), card):
            return pile_checked(laid_aside(state, bit), level)
        seat = nth(waiting(state.tie), ZERO)
        tie = state.tie | ((card + ONE) << (CARD_BITS * seat))
        return pile_checked(with_tie(state, state.out | bit, tie, state.meta), level)
    claimant = (state.meta >> CLAIMANT) & THREE_BITS
    seat = ZERO
    if claimant:
        seat = claimant - ONE
    else:
        while hand_of(state.hands01, state.hands23, seat) >> THIRD_CARD:
            seat += ONE
    hand = hand_of(state.hands01, state.hands23, seat)
    at = ZERO
    while (hand >> at) & SIX_BITS:
        at += CARD_BITS
    state = with_hand(state, seat, hand | ((card + ONE) << at), state.out | bit)
    return claimed(state, seat) if claimant else state


@helper
def lifted(bitboards: Words, bit: Word) -> Word:
    """The colour of a cube."""
    if bitboards[0] & bit:
        return ZERO
    if bitboards[1] & bit:
        return ONE
    return TWO if bitboards[2] & bit else THREE


@helper
def toggled(bitboards: Words, colour: Word, bits: Word) -> Number:
    """Cubes of a colour put down, or taken up."""
    return (
        bitboards[0] ^ (bits if colour == 0 else ZERO),
        bitboards[1] ^ (bits if colour == 1 else ZERO),
        bitboards[2] ^ (bits if colour == 2 else ZERO),
        bitboards[3] ^ (bits if colour == 3 else ZERO),
    )


@helper
def top_free(taken: Word, column: Word) -> Word:
    """The lowest free place of a column, as a bit."""
    return (~taken & (ONE_COLUMN << column)) & ((taken << LEVEL) | (ONE << column))


@helper
def built(state: PackedState, kind: Number, one: Word, two: Word) -> PackedState:
    """A turn's action on the board, the taboo that it leaves behind, and what follows."""
    bitboards = bitboards_of(state)
    taken = taken_of(state)
    twins = state.twins
    meta = state.meta & ~((FIVE_BITS << TABOO) | (THREE_BITS << DRAWN))
    seat = meta & THREE
    if seat + ONE == players_of(meta):
        meta &= ~FIRST_ROUND
    if kind == PUT:
        bitboards = toggled(bitboards, drawn_of(state.meta) - ONE, top_free(taken, one))
    elif kind == CARRY:
        cube = tops(taken) & (ONE_COLUMN << one)
        place = top_free(taken, two)
        bitboards = toggled(bitboards, lifted(bitboards, cube), cube | place)
        now = taken ^ (cube | place)
        if (liftable(now, twins, meta & FIRST_ROUND, (meta >> CLOSED_ROWS) & ONE) >> two) & ONE:
            meta |= (two + ONE) << TABOO
    elif kind != PASS:
        halves = top_free(taken, one)
        halves |= halves << LEVEL if kind == STAND else top_free(taken, two)
        bitboards = toggled(bitboards, colour_of_twin(meta, seat), halves)
        twins |= halves
    state = with_board(state, bitboards, twins, meta)
    return settled(state) if state.tie else claimed(state, seat)
