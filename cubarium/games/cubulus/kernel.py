"""Cubulus on packed words, for search and simulation. rules.py is the definition.

A bitboard is the places of one colour as bits, numbered as in geometry.py. `two` holds the
bitboards of the first two colours, the second one 32 bits up; `third` that of the third colour, or
of the neutral balls. `meta` holds the seat to move, the forbidden action's id plus 1, and how many
balls of each colour are in.
"""

from typing import Any, NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubulus import lookup
from cubarium.games.cubulus.geometry import NAMES
from cubarium.games.cubulus.rules import Cubulus
from cubarium.games.cubulus.state import Ball, Rearrange, State
from cubarium.jit import below, helper, no_secrets, operation, shuffled

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)
FIFTEEN = np.uint64(15)
HALF = np.uint64(32)
LOW = np.uint64(2**32 - 1)
BALLS = np.uint64(9)
FORBIDDEN = np.uint64(2)  # where the parts of `table` begin
COUNTS = np.uint64(12)
SEAT_BITS = np.uint64(60)
FORBIDDEN_BITS = np.uint64(255)

KIND = lookup.kinds()
FIRST, SECOND, THIRD, UP, DOWN = lookup.rows()
UNDO = lookup.reverses()
STARTS, OFFSETS = lookup.squares()
MASKS, MOVED_UP, MOVED_DOWN, IMAGE, WALK = lookup.symmetries()
PUTS, PUTS_OUTSIDE, ENTRIES, RESTS, ROWS = lookup.narrow_rows()
PUSH, REARRANGE = lookup.PUSH, lookup.REARRANGE
ACTIONS = np.uint64(len(KIND))


class Two(NamedTuple):
    """Two players; the neutral balls are given, or placed by a seat."""

    two: Word
    third: Word
    meta: Word


class TwoLaid(NamedTuple):
    """Two players; chance lays the neutral balls."""

    two: Word
    third: Word
    meta: Word


class Three(NamedTuple):
    """Three players."""

    two: Word
    third: Word
    meta: Word


@helper
def squares(word: Word) -> Word:
    """Non-zero in the halves that hold a square."""
    found = ZERO
    for shape in range(len(STARTS)):
        found |= (
            STARTS[shape]
            & word
            & (word >> OFFSETS[shape, 0])
            & (word >> OFFSETS[shape, 1])
            & (word >> OFFSETS[shape, 2])
        )
    return found


@helper
def count_of(meta: Word, colour: Word) -> Word:
    """How many balls of a colour are in the cage."""
    return (meta >> (COUNTS + FOUR * colour)) & FIFTEEN


@helper
def taken(two: Word, third: Word) -> Word:
    """All places that are taken, in both halves."""
    every = two | third
    return every | (every >> HALF) | (every << HALF)


@helper
def stepped(word: Word, places: Word, action: Word) -> Word:
    """What is in these places goes one place along the action's row."""
    return ((word & places) << UP[action]) >> DOWN[action]


@helper
def pushed(word: Word, moving: Word, action: Word) -> Word:
    """The balls in `moving` go one place along the row."""
    return (word & ~moving) | stepped(word, moving, action)


@helper
def rearranged(word: Word, action: Word) -> Word:
    """The row turns by one."""
    moving = FIRST[action] | SECOND[action]
    out = word & THIRD[action]
    back = ((out << DOWN[action]) << DOWN[action]) >> UP[action] >> UP[action]
    return (word & ~(moving | THIRD[action])) | stepped(word, moving, action) | back


@helper
def is_allowed(action: Number, every: Word, has_balls: bool) -> Number:  # noqa: FBT001
    """Is an action legal once the neutral balls are in, leaving aside which one is forbidden?
    Without a branch. `every`: the places that are taken, as a narrow word; has_balls: are some of
    the mover's outside the cage?"""
    free = ~every
    puts = (PUTS_OUTSIDE[action] & free) != 0
    pushes = ((ENTRIES[action] & every) != 0) & ((RESTS[action] & free) != 0)
    turns = (ROWS[action] & free) == 0
    return (has_balls & (puts | pushes)) | turns


@helper
def reflected(word: Word, reflection: int) -> Word:
    """A word after one of the five reflections."""
    after = ZERO
    for group in range(MASKS.shape[1]):
        part = word & MASKS[reflection, group]
        after |= (part << MOVED_UP[reflection, group]) >> MOVED_DOWN[reflection, group]
    return after


@helper
def bitboard(two: Word, third: Word, colour: Number) -> Word:
    """The places of one colour."""
    return third if colour == 2 else (two >> HALF if colour == 1 else two & LOW)


def _operations(packed: Any, players: int, *, laid: bool) -> None:  # noqa: C901
    """The operations for one number of players."""
    three = players == 3
    last = np.uint64(players - 1)

    @operation(op.turn, packed)
    def turn(state: PackedState) -> np.int64:
        if not three and count_of(state.meta, TWO) < BALLS:
            return np.int64(op.CHANCE if laid else state.meta & THREE)
        found = squares(state.two)
        if three:
            found |= squares(state.third)
        return np.int64(op.ENDED if found else state.meta & THREE)

    @operation(op.legal, packed)
    def legal(state: PackedState, out: Words) -> int:
        every = np.uint32(taken(state.two, state.third) & LOW)
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        setting_up = not three and count_of(state.meta, TWO) < BALLS
        has_balls = count_of(state.meta, state.meta & THREE) < BALLS
        count = 0
        for number in range(len(KIND)):
            action = np.uint64(number)
            if setting_up:
                fits = (PUTS[action] & ~every) != 0
            else:
                fits = is_allowed(action, every, has_balls) & (action + ONE != forbidden)
            out[count] = number  # written over by the next one if it is not legal
            count += fits
        return count

    @operation(op.sample, packed)
    def sample(state: PackedState, rng: Word) -> tuple[Number, Word]:
        every = np.uint32(taken(state.two, state.third) & LOW)
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        setting_up = not three and count_of(state.meta, TWO) < BALLS
        has_balls = count_of(state.meta, state.meta & THREE) < BALLS
        while True:
            rng = shuffled(rng)
            action = below(rng, ACTIONS)
            if setting_up:
                fits = (PUTS[action] & ~every) != 0
            else:
                fits = is_allowed(action, every, has_balls) & (action + ONE != forbidden)
            if fits:
                return np.int64(action), rng

    @operation(op.apply, packed)
    def apply(state: PackedState, number: int) -> PackedState:
        action = np.uint64(number)
        two, third, meta = state.two, state.third, state.meta
        seat = meta & THREE
        after = ZERO if seat == last else seat + ONE
        if not three and count_of(meta, TWO) < BALLS:
            meta += ONE << (COUNTS + FOUR * TWO)
            if not laid and count_of(meta, TWO) == BALLS:
                meta = (meta & ~THREE) | after
            return packed(two, third | (FIRST[action] & LOW), meta)
        meta = ((meta >> COUNTS) << COUNTS) | after
        if KIND[action] == REARRANGE:
            two = rearranged(two, action)
            third = rearranged(third, action)
            return packed(two, third, meta | ((UNDO[action] + ONE) << FORBIDDEN))
        if KIND[action] == PUSH:
            moving = FIRST[action]
            if taken(two, third) & SECOND[action]:
                moving |= SECOND[action]
            two = pushed(two, moving, action)
            third = pushed(third, moving, action)
        ball = FIRST[action]
        if seat == TWO:
            third |= ball & LOW
        else:
            two |= ball & ~LOW if seat == ONE else ball & LOW
        return packed(two, third, meta + (ONE << (COUNTS + FOUR * seat)))

    @operation(op.shares, packed)
    def shares(state: PackedState, seat: int) -> float:
        mover = np.int64(state.meta & THREE)
        for step in range(players):
            at = (mover + step) % players
            if squares(bitboard(state.two, state.third, at)):
                return 1.0 if at == seat else 0.0
        return 1.0 / players

    @operation(op.key, packed)
    def key(state: PackedState) -> tuple[Word, Word]:
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        rest = (forbidden << HALF) | ((state.meta & THREE) << SEAT_BITS)
        return state.two, state.third | rest

    @operation(op.canonical_key, packed)
    def canonical_key(state: PackedState) -> tuple[Word, Word]:
        mover = np.int64(state.meta & THREE)
        first = bitboard(state.two, state.third, mover)
        second = bitboard(state.two, state.third, (mover + 1) % players)
        third = bitboard(state.two, state.third, (mover + 2) % players if three else 2)
        two = first | (second << HALF)
        forbidden = (state.meta >> FORBIDDEN) & FORBIDDEN_BITS
        least = two
        least_rest = third | (forbidden << HALF)
        for step in range(len(WALK)):
            reflection = WALK[step]
            two = reflected(two, reflection)
            third = reflected(third, reflection)
            if forbidden:
                forbidden = np.uint64(IMAGE[reflection, forbidden - ONE]) + ONE
            rest = third | (forbidden << HALF)
            if two < least or (two == least and rest < least_rest):
                least, least_rest = two, rest
        return least, least_rest

    @operation(op.to_row, packed)
    def to_row(state: PackedState, row: Words) -> None:
        row[0] = state.two
        row[1] = state.third
        row[2] = state.meta

    @operation(op.from_row, packed)
    def from_row(like: PackedState, row: Words) -> PackedState:  # noqa: ARG001
        return packed(row[0], row[1], row[2])


_operations(Two, 2, laid=False)
_operations(TwoLaid, 2, laid=True)
_operations(Three, 3, laid=False)


for every in (Two, TwoLaid, Three):
    no_secrets(every)


def make(game: Cubulus) -> op.Kernel:
    """The bridge for a table of Cubulus."""
    packed: Any = Three if game.players == 3 else TwoLaid if game.laid_by_chance else Two
    moves = lookup.moves()

    def pack(s: State) -> PackedState:
        bitboards = [0, 0, 0]
        meta = s.to_move
        if s.forbidden is not None:
            meta |= (moves.index(s.forbidden) + 1) << int(FORBIDDEN)
        for place, ball in enumerate(s.board):
            if ball is not None:
                bitboards[ball] |= 1 << place
                meta += 1 << (int(COUNTS) + 4 * ball)
        return packed(*map(np.uint64, (bitboards[0] | bitboards[1] << 32, bitboards[2], meta)))

    def unpack(state: PackedState) -> State:
        two, third, meta = map(int, state)
        bitboards = (two & 0xFFFFFFFF, two >> 32, third)

        def ball(place: int) -> Ball | None:
            for colour, bits in enumerate(bitboards):
                if bits >> place & 1:
                    return colour
            return None

        code = meta >> int(FORBIDDEN) & int(FORBIDDEN_BITS)
        forbidden = moves[code - 1] if code else None
        assert forbidden is None or isinstance(forbidden, Rearrange)
        return State(tuple(ball(place) for place in range(len(NAMES))), meta & 3, forbidden)

    return op.Kernel(pack, unpack, max_actions=len(moves))
