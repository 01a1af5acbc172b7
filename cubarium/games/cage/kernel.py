"""Rubik's Cage on packed words, for search and simulation. rules.py is the definition.

Colours are numbered by their letters, B G O R W Y. Colour c has its bitboard (see bitboard.py) in
word c % 3, in the low half if c < 3. `meta` holds the seat to move, the forbidden action, how many
cubes of each colour are in, how many in all, and which colours each seat has.
"""

from typing import Any, NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cage import lookup
from cubarium.games.cage.bitboard import (
    FLIPPED,
    HALF,
    LAYER,
    LOW,
    MIRRORED,
    ONE,
    TOP,
    anticlockwise,
    at_rest,
    clockwise,
    lines,
    moved,
    taken,
)
from cubarium.games.cage.geometry import COLUMNS, place
from cubarium.games.cage.notation import FLIP, TWISTS, read_move
from cubarium.games.cage.rules import Cage
from cubarium.games.cage.state import Drop, Flip, State, Twist
from cubarium.jit import below, helper, no_secrets, operation, shuffled

ZERO = np.uint64(0)
THREE = np.uint64(3)
FOUR = np.uint64(4)
SEVEN = np.uint64(7)
FIFTEEN = np.uint64(15)
EIGHT = np.uint64(lookup.RING)
FLIP_CODE = np.uint64(7)
ACTIONS = 7
FORBIDDEN = np.uint64(2)  # where the parts of `table` begin
COUNTS = np.uint64(8)
OWNERS = np.uint64(32)
TOTAL = np.uint64(50)
CODE, COLOUR, BIT, CODE_ID, DROP_ID = lookup.numbering()


class Cage2(NamedTuple):
    """Two players, three colours each."""

    first: Word
    second: Word
    third: Word
    meta: Word


class Cage3(NamedTuple):
    """Three players, two colours each."""

    first: Word
    second: Word
    third: Word
    meta: Word


class Cage4(NamedTuple):
    """Four players, one colour each."""

    first: Word
    second: Word
    third: Word
    meta: Word


class CageOne(NamedTuple):
    """Two players, one colour of twelve cubes each."""

    first: Word
    second: Word
    third: Word
    meta: Word


@helper
def colour_of(meta: Word, seat: Word, number: Word, each: int) -> Word:
    """A seat's colour, by its number among the seat's colours."""
    return (meta >> (OWNERS + THREE * (seat * np.uint64(each) + number))) & SEVEN


@helper
def count_of(meta: Word, colour: Word) -> Word:
    """How many cubes of a colour are in the cage."""
    return (meta >> (COUNTS + FOUR * colour)) & FIFTEEN


@helper
def bitboard(first: Word, second: Word, third: Word, colour: Word) -> Word:
    """The places of one colour."""
    number = colour % THREE
    word = first if number == 0 else (second if number == ONE else third)
    return (word >> HALF) if colour >= THREE else word & LOW


@helper
def stocked_colours(meta: Word, each: int, stock: Word) -> Word:
    """The mover's colours of which cubes are left, as bits."""
    found = ZERO
    for number in range(each):
        colour = colour_of(meta, meta & THREE, np.uint64(number), each)
        if count_of(meta, colour) < stock:
            found |= ONE << colour
    return found


@helper
def is_allowed(action: Number, forbidden: Word, open_columns: Word, stocked: Word) -> Number:
    """Is an action legal? Without a branch."""
    acts = (CODE[action] != 0) & (CODE[action] != forbidden)
    drops = ((BIT[action] & open_columns) != 0) & ((stocked >> COLOUR[action]) & ONE != 0)
    return acts | drops


@helper
def after_drop(state: PackedState, colour: Word, bit: Word) -> tuple[Word, Word, Word]:
    """The bitboards with one more cube, on top of its column."""
    every = taken(state.first, state.second, state.third) & LOW
    while every & bit:
        bit <<= EIGHT
    cube = bit << HALF if colour >= THREE else bit
    number = colour % THREE
    return (
        state.first | (cube if number == 0 else ZERO),
        state.second | (cube if number == ONE else ZERO),
        state.third | (cube if number == np.uint64(2) else ZERO),
    )


@helper
def twisted(word: Word, code: Word) -> Word:
    """A word after the twist with this code."""
    layer = LAYER[(code - ONE) >> ONE]
    part = word & layer
    return (word & ~layer) | (clockwise(part) if code & ONE else anticlockwise(part))


@helper
def flipped(word: Word) -> Word:
    return moved(word, FLIPPED[0], FLIPPED[1], FLIPPED[2])


@helper
def turned(state: PackedState, code: Word) -> tuple[Word, Word, Word]:
    """The bitboards at rest after the twist with this code, or the flip."""
    first, second, third = state.first, state.second, state.third
    if code == FLIP_CODE:
        first, second, third = flipped(first), flipped(second), flipped(third)
    else:
        first, second, third = twisted(first, code), twisted(second, code), twisted(third, code)
    first, second, third = at_rest(first, second, third)
    return first, second, third


@helper
def reversed_code(code: Word) -> Word:
    """Codes of twists are in pairs, 1 and 2, 3 and 4, 5 and 6; a flip undoes itself."""
    return code if code == FLIP_CODE else ((code - ONE) ^ ONE) + ONE


@helper
def symmetric(word: Word, turn: int) -> Word:
    """One more of the eight symmetries: quarter turns, with a mirror halfway."""
    if turn == 4:
        return moved(word, MIRRORED[0], MIRRORED[1], MIRRORED[2])
    return clockwise(word)


@helper
def ordered(bitboards: Words, start: int, each: int) -> None:
    """Sort the bitboards of one seat."""
    for end in range(each - 1, 0, -1):
        for at in range(start, start + end):
            if bitboards[at] > bitboards[at + 1]:
                bitboards[at], bitboards[at + 1] = bitboards[at + 1], bitboards[at]


@helper
def numbered(bitboards: Words, forbidden: Word) -> tuple[Word, Word]:
    """Planes as two words: three bits for each place, and the forbidden action."""
    low, middle, high = ZERO, ZERO, ZERO
    for number in range(len(bitboards)):
        if (number + 1) & 1:
            low |= bitboards[number]
        if (number + 1) & 2:
            middle |= bitboards[number]
        if (number + 1) & 4:
            high |= bitboards[number]
    return low | (middle << HALF), high | (forbidden << HALF)


def _operations(packed: Any, players: int, each: int, stock: int) -> None:  # noqa: C901
    """The operations for one number of players, with this many colours each."""
    all_in = np.uint64(players * each * stock)
    choices = np.uint64(ACTIONS + 8 * each)
    full = np.uint64(stock)
    seats = np.uint64(players)
    both_draw = stock == 12

    @operation(op.turn, packed)
    def turn(state: PackedState) -> np.int64:
        found = lines(state.first) | lines(state.second) | lines(state.third)
        ended = found or (state.meta >> TOTAL) == all_in
        return np.int64(op.ENDED if ended else state.meta & THREE)

    @operation(op.legal, packed)
    def legal(state: PackedState, out: Words) -> int:
        meta = state.meta
        open_columns = ~(taken(state.first, state.second, state.third) >> TOP)
        forbidden = (meta >> FORBIDDEN) & SEVEN
        stocked = stocked_colours(meta, each, full)
        count = 0
        for action in range(len(CODE)):
            out[count] = action  # written over by the next one if it is not legal
            count += is_allowed(action, forbidden, open_columns, stocked)
        return count

    @operation(op.sample, packed)
    def sample(state: PackedState, rng: Word) -> tuple[Number, Word]:
        meta = state.meta
        open_columns = ~(taken(state.first, state.second, state.third) >> TOP)
        forbidden = (meta >> FORBIDDEN) & SEVEN
        while True:
            rng = shuffled(rng)
            choice = below(rng, choices)
            if choice < SEVEN:
                if choice + ONE != forbidden:
                    return CODE_ID[choice], rng
            else:
                drop = choice - SEVEN
                colour = colour_of(meta, meta & THREE, drop >> THREE, each)
                action = DROP_ID[colour] + np.int64(drop & SEVEN)
                if BIT[action] & open_columns and count_of(meta, colour) < full:
                    return action, rng

    @operation(op.apply, packed)
    def apply(state: PackedState, action: int) -> PackedState:
        code = CODE[action]
        seat = state.meta & THREE
        next_seat = ZERO if seat + ONE == seats else seat + ONE
        meta = (state.meta & ~np.uint64(31)) | next_seat
        if code == 0:
            colour = COLOUR[action]
            first, second, third = after_drop(state, colour, BIT[action])
            return packed(
                first, second, third, meta + (ONE << (COUNTS + FOUR * colour)) + (ONE << TOTAL)
            )
        first, second, third = turned(state, code)
        return packed(first, second, third, meta | (reversed_code(code) << FORBIDDEN))

    @operation(op.shares, packed)
    def shares(state: PackedState, seat: int) -> float:
        mover = np.int64(state.meta & THREE)
        winner = np.int64(-1)
        winners = 0
        for step in range(players):
            at = (mover - 1 + step + players) % players
            found = ZERO
            for number in range(each):
                colour = colour_of(state.meta, np.uint64(at), np.uint64(number), each)
                found |= lines(bitboard(state.first, state.second, state.third, colour))
            if found:
                winners += 1
                if winner < 0:
                    winner = at
        if winner < 0 or (both_draw and winners == 2):
            return 1.0 / players
        return 1.0 if winner == seat else 0.0

    @operation(op.key, packed)
    def key(state: PackedState) -> tuple[Word, Word]:
        first, second, third = state.first, state.second, state.third
        low = (first & LOW, second & LOW, third & LOW)
        bitboards = (*low, first >> HALF, second >> HALF, third >> HALF)
        return numbered(bitboards, state.meta & np.uint64(31))

    @operation(op.canonical_key, packed)
    def canonical_key(state: PackedState) -> tuple[Word, Word]:
        first, second, third = state.first, state.second, state.third
        mover = np.int64(state.meta & THREE)
        forbidden = (state.meta >> FORBIDDEN) & SEVEN
        bitboards = np.empty(players * each, np.uint64)
        least = ~ZERO
        least_rest = ~ZERO
        for turn in range(8):
            if turn:
                first = symmetric(first, turn)
                second = symmetric(second, turn)
                third = symmetric(third, turn)
            if turn == 4 and forbidden:
                forbidden = reversed_code(forbidden)
            for step in range(players):
                at = np.uint64((mover + step) % players)
                for number in range(each):
                    colour = colour_of(state.meta, at, np.uint64(number), each)
                    bitboards[step * each + number] = bitboard(first, second, third, colour)
                ordered(bitboards, step * each, each)
            found, rest = numbered(bitboards, forbidden)
            if found < least or (found == least and rest < least_rest):
                least, least_rest = found, rest
        return least, least_rest

    @operation(op.to_row, packed)
    def to_row(state: PackedState, row: Words) -> None:
        row[0] = state.first
        row[1] = state.second
        row[2] = state.third
        row[3] = state.meta

    @operation(op.from_row, packed)
    def from_row(like: PackedState, row: Words) -> PackedState:  # noqa: ARG001
        return packed(row[0], row[1], row[2], row[3])


_operations(Cage2, 2, 3, 4)
_operations(Cage3, 3, 2, 4)
_operations(Cage4, 4, 1, 4)
_operations(CageOne, 2, 1, 12)

_PACKED = {2: Cage2, 3: Cage3, 4: Cage4}


for every in (Cage2, Cage3, Cage4, CageOne):
    no_secrets(every)


def make(game: Cage) -> op.Kernel:
    """The bridge for a table of Rubik's Cage."""
    packed: Any = CageOne if game.one_colour else _PACKED[game.players]
    each = len(game.colours[0])
    actions: list[Twist | Flip] = []
    for text in (*TWISTS, FLIP):
        action = read_move(text)
        assert not isinstance(action, Drop)
        actions.append(action)
    owners = sum(
        lookup.LETTERS.index(colour) << (3 * (seat * each + number))
        for seat, colours in enumerate(game.colours)
        for number, colour in enumerate(sorted(colours))
    )

    def pack(s: State) -> PackedState:
        words = [0, 0, 0]
        meta = s.to_move | owners << int(OWNERS)
        if s.forbidden is not None:
            meta |= (actions.index(s.forbidden) + 1) << int(FORBIDDEN)
        for column, cubes in enumerate(s.columns):
            for layer, letter in enumerate(cubes):
                colour = lookup.LETTERS.index(letter)
                words[colour % 3] |= 1 << (place(column, layer) + 32 * (colour // 3))
                meta += (1 << int(COUNTS) + 4 * colour) + (1 << int(TOTAL))
        return packed(*map(np.uint64, (*words, meta)))

    def unpack(state: PackedState) -> State:
        def cube(column: int, layer: int) -> str:
            bit = place(column, layer)
            for colour, letter in enumerate(lookup.LETTERS):
                if int(state[colour % 3]) >> (bit + 32 * (colour // 3)) & 1:
                    return letter
            return ""

        meta = int(state.meta)
        code = meta >> int(FORBIDDEN) & 7
        columns = tuple(
            "".join(cube(at, layer) for layer in range(3)) for at in range(len(COLUMNS))
        )
        return State(columns, meta & 3, actions[code - 1] if code else None)

    max_actions = ACTIONS + len(COLUMNS) * each + 1  # `legal` tries one more there
    return op.Kernel(pack, unpack, max_actions, has_win_in_one=packed is Cage2)
