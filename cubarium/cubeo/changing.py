"""Packed states of Cube O' that differ in a part: numba knows no _replace."""

from typing import Any

from cubarium.cubeo.packed import Packed, Word
from cubarium.cubeo.parts import HAND, HAND_BITS
from cubarium.cubeo.planes import ONE, ZERO
from cubarium.jit import helper


@helper
def with_tie(state: Any, out: Word, tie: Word, table: Word) -> Any:
    return Packed(
        state.red,
        state.blue,
        state.yellow,
        state.green,
        state.twins,
        state.hands01,
        state.hands23,
        state.shown0,
        state.shown1,
        state.shown2,
        state.shown3,
        out,
        state.aside,
        tie,
        table,
    )


@helper
def with_table(state: Any, table: Word) -> Any:
    return with_tie(state, state.out, state.tie, table)


@helper
def with_board(state: Any, planes: Any, twins: Word, table: Word) -> Any:
    return Packed(
        planes[0],
        planes[1],
        planes[2],
        planes[3],
        twins,
        state.hands01,
        state.hands23,
        state.shown0,
        state.shown1,
        state.shown2,
        state.shown3,
        state.out,
        state.aside,
        state.tie,
        table,
    )


@helper
def with_hand(state: Any, seat: Word, hand: Word, out: Word) -> Any:
    """A seat has other cards in its hand."""
    shift = HAND_BITS * (seat & ONE)
    hands01, hands23 = state.hands01, state.hands23
    if seat < 2:
        hands01 = (hands01 & ~(HAND << shift)) | (hand << shift)
    else:
        hands23 = (hands23 & ~(HAND << shift)) | (hand << shift)
    return Packed(
        state.red,
        state.blue,
        state.yellow,
        state.green,
        state.twins,
        hands01,
        hands23,
        state.shown0,
        state.shown1,
        state.shown2,
        state.shown3,
        out,
        state.aside,
        state.tie,
        state.table,
    )


@helper
def showing(state: Any, seat: Word, card: Word) -> Any:
    """A card is with the fulfilled ones of its seat."""
    return Packed(
        state.red,
        state.blue,
        state.yellow,
        state.green,
        state.twins,
        state.hands01,
        state.hands23,
        state.shown0 | (card if seat == 0 else ZERO),
        state.shown1 | (card if seat == 1 else ZERO),
        state.shown2 | (card if seat == 2 else ZERO),
        state.shown3 | (card if seat == 3 else ZERO),
        state.out,
        state.aside,
        state.tie,
        state.table,
    )


@helper
def laid_aside(state: Any, card: Word) -> Any:
    """A card for a tie-break is fulfilled already."""
    return Packed(
        state.red,
        state.blue,
        state.yellow,
        state.green,
        state.twins,
        state.hands01,
        state.hands23,
        state.shown0,
        state.shown1,
        state.shown2,
        state.shown3,
        state.out | card,
        state.aside | card,
        state.tie,
        state.table,
    )
