"""What a seat can't see, on packed words: dealt anew, and left out of keys. information.py is the
definition."""

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo import TIE_TURNS
from cubarium.games.cubeo.accessors import (
    CARD_BITS,
    CLAIMANT,
    DECK,
    DEPARTED,
    SEVEN_BITS,
    SIX_BITS,
    THREE_BITS,
    TURNS,
    bitboards_of,
    hand_of,
    players_of,
)
from cubarium.games.cubeo.bitboard import ONE, THREE, ZERO, nth, popcount, shows, sights
from cubarium.games.cubeo.kernel import mixed
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.updates import with_hand, with_tie
from cubarium.jit import below, helper, operation, shuffled

ATTEMPTS = 200
TIE_BREAK = np.uint64(TIE_TURNS)


@helper
def cards_in(codes: Word, count: int) -> Word:
    """A hand as a set of cards."""
    found = ZERO
    for at in range(count):
        code = (codes >> (CARD_BITS * np.uint64(at))) & SIX_BITS
        if code:
            found |= ONE << (code - ONE)
    return found


@helper
def seen_by(state: PackedState, seat: Word) -> Word:
    """The cards that a seat knows not to be in the pile nor in other hands."""
    own = cards_in(hand_of(state.hands01, state.hands23, seat), 3)
    own |= cards_in((state.tie >> (CARD_BITS * seat)) & SIX_BITS, 1)
    return own | state.shown0 | state.shown1 | state.shown2 | state.shown3 | state.aside


@helper
def is_free(state: PackedState, seat: Word) -> Number:
    """May a card in this hand be fulfilled now? See information.may_hold_fulfilled."""
    players = players_of(state.meta)
    if state.tie:
        return (state.tie >> TURNS) & SEVEN_BITS < TIE_BREAK * players
    claimant = (state.meta >> CLAIMANT) & THREE_BITS
    if not claimant:
        return False
    mover = state.meta & THREE
    past = (seat + players - mover) % players
    return past >= (claimant - ONE + players - mover) % players


@helper
def taken_from(pool: Word, seen: Words, free: Number, rng: Word) -> tuple[Word, Word]:
    """A card of the pool: any, or one that the board does not fulfil; the next random number."""
    card = ZERO
    for _ in range(ATTEMPTS):
        rng = shuffled(rng)
        card = nth(pool, below(rng, popcount(pool)))
        if free or not shows(seen, card):
            break
    return card, rng


@operation(op.determinize, Packed)
def determinize(state: PackedState, seat: int, rng: Word) -> tuple[PackedState, Word]:
    observer = np.uint64(seat)
    players = players_of(state.meta)
    seen = sights(bitboards_of(state))
    pool = DECK & ~seen_by(state, observer)
    for free in (False, True):
        for number in range(players):
            other = np.uint64(number)
            if other == observer:
                continue
            shift = CARD_BITS * other
            may_be_open = (state.meta >> (DEPARTED + other)) & ONE != 0
            if (state.tie >> shift) & SIX_BITS and may_be_open == free:
                card, rng = taken_from(pool, seen, free, rng)
                pool &= ~(ONE << card)
                tie = (state.tie & ~(SIX_BITS << shift)) | ((card + ONE) << shift)
                state = with_tie(state, state.out, tie, state.meta)
            if is_free(state, other) != free:
                continue
            hand = hand_of(state.hands01, state.hands23, other)
            at = ZERO
            dealt = ZERO
            while (hand >> at) & SIX_BITS:
                card, rng = taken_from(pool, seen, free, rng)
                pool &= ~(ONE << card)
                dealt |= (card + ONE) << at
                at += CARD_BITS
            state = with_hand(state, other, dealt, state.out)
    return with_tie(state, DECK & ~pool, state.tie, state.meta), rng


@helper
def view_word(state: PackedState, observer: Word, mix: Word) -> Word:
    """All that a seat knows, stirred; 63 bits."""
    key_word = mix
    for word in bitboards_of(state):
        key_word = mixed(key_word, word)
    key_word = mixed(mixed(key_word, state.twins), state.meta)
    key_word = mixed(mixed(key_word, state.shown0), state.shown1)
    key_word = mixed(mixed(key_word, state.shown2), state.shown3)
    own = hand_of(state.hands01, state.hands23, observer)
    tie = (state.tie >> TURNS) << TURNS
    tie |= state.tie & (SIX_BITS << (CARD_BITS * observer))
    key_word = mixed(mixed(key_word, state.aside), tie)
    sizes = ZERO
    drawn = ZERO
    for number in range(players_of(state.meta)):
        seat = np.uint64(number)
        hand = hand_of(state.hands01, state.hands23, seat)
        sizes = (sizes << THREE) | popcount(cards_in(hand, 3))
        drawn |= (ONE << seat) if (state.tie >> (CARD_BITS * seat)) & SIX_BITS else ZERO
    key_word = mixed(mixed(key_word, own), (sizes << np.uint64(4)) | drawn)
    return mixed(key_word, ZERO) >> ONE


@operation(op.view_key, Packed)
def view_key(state: PackedState, seat: int) -> tuple[Word, Word]:
    observer = np.uint64(seat)
    return (
        view_word(state, observer, np.uint64(0x9E3779B97F4A7C15)),
        view_word(state, observer, np.uint64(0xD1B54A32D192ED03)),
    )
