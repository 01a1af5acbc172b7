"""Packed states of Cube O' that differ in a part: numba knows no _replace."""

from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo.accessors import HAND, HAND_BITS, bitboards_of
from cubarium.games.cubeo.bitboard import ONE, ZERO
from cubarium.games.cubeo.layout import Packed
from cubarium.jit import helper


@helper
def joined(
    bitboards: Words, twins: Word, hands: Words, shown: Words, cards: Word, meta: Word
) -> PackedState:
    """A state from its parts; cards: those out of the pile, those laid aside, the tie-break."""
    return Packed(
        bitboards[0],
        bitboards[1],
        bitboards[2],
        bitboards[3],
        twins,
        hands[0],
        hands[1],
        shown[0],
        shown[1],
        shown[2],
        shown[3],
        cards[0],
        cards[1],
        cards[2],
        meta,
    )


@helper
def hands_of(state: PackedState) -> Number:
    return state.hands01, state.hands23


@helper
def shown_of(state: PackedState) -> Number:
    return state.shown0, state.shown1, state.shown2, state.shown3


@helper
def with_cards(state: PackedState, out: Word, aside: Word, tie: Word, meta: Word) -> PackedState:
    """Other cards are out of the pile."""
    cards = (out, aside, tie)
    return joined(bitboards_of(state), state.twins, hands_of(state), shown_of(state), cards, meta)


@helper
def with_tie(state: PackedState, out: Word, tie: Word, meta: Word) -> PackedState:
    return with_cards(state, out, state.aside, tie, meta)


@helper
def with_meta(state: PackedState, meta: Word) -> PackedState:
    return with_tie(state, state.out, state.tie, meta)


@helper
def laid_aside(state: PackedState, card: Word) -> Number:
    """A card for a tie-break is fulfilled already."""
    return with_cards(state, state.out | card, state.aside | card, state.tie, state.meta)


@helper
def with_board(state: PackedState, bitboards: Words, twins: Word, meta: Word) -> PackedState:
    cards = (state.out, state.aside, state.tie)
    return joined(bitboards, twins, hands_of(state), shown_of(state), cards, meta)


@helper
def with_hand(state: PackedState, seat: Word, hand: Word, out: Word) -> PackedState:
    """A seat has other cards in its hand."""
    shift = HAND_BITS * (seat & ONE)
    hands01, hands23 = state.hands01, state.hands23
    if seat < 2:
        hands01 = (hands01 & ~(HAND << shift)) | (hand << shift)
    else:
        hands23 = (hands23 & ~(HAND << shift)) | (hand << shift)
    hands, cards = (hands01, hands23), (out, state.aside, state.tie)
    return joined(bitboards_of(state), state.twins, hands, shown_of(state), cards, state.meta)


@helper
def showing(state: PackedState, seat: Word, card: Word) -> Number:
    """A card is with the fulfilled ones of its seat."""
    shown = (
        state.shown0 | (card if seat == 0 else ZERO),
        state.shown1 | (card if seat == 1 else ZERO),
        state.shown2 | (card if seat == 2 else ZERO),
        state.shown3 | (card if seat == 3 else ZERO),
    )
    cards = (state.out, state.aside, state.tie)
    return joined(bitboards_of(state), state.twins, hands_of(state), shown, cards, state.meta)
