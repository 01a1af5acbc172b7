"""Quixo on packed words, for search and simulation. rules.py is the definition.

Words hold two bitboards each (see bitboard.py) and are seen from the seat to move: with two players
(mine, the opponent's); with four one word for the mover and the partner, one for the next seat and
the one before. The next turn is a swap of halves.
"""

from typing import Any, NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.quixo import lookup
from cubarium.games.quixo.bitboard import (
    FOUR,
    HALF,
    INTO,
    LOW,
    ONE,
    TAKEN,
    THREE,
    TWO,
    lines,
    pushed,
    reflected,
    swapped,
)
from cubarium.games.quixo.rules import Quixo
from cubarium.games.quixo.state import Cube, State
from cubarium.jit import below, helper, no_secrets, operation, shuffled

ZERO = np.uint64(0)
SEAT_BITS = np.uint64(60)  # above both bitboards
COUNT = lookup.counts()
EDGE = lookup.edges()
DIGIT, DIGITS = lookup.dots()
PASS = lookup.PASS


class Two3(NamedTuple):
    """Two players, 3x3."""

    word: Word
    seat: Word


class Two4(NamedTuple):
    """Two players, 4x4."""

    word: Word
    seat: Word


class Two5(NamedTuple):
    """Two players, 5x5."""

    word: Word
    seat: Word


class Four5(NamedTuple):
    """Four players, 5x5. ours: mover and partner; theirs: next seat and the one before."""

    ours: Word
    theirs: Word
    seat: Word


def _two_players(packed: Any, size: int) -> None:  # noqa: C901  (one function an operation)
    """The operations for two players on one size of board."""

    @operation(op.turn, packed)
    def turn(state: PackedState) -> np.int64:
        return np.int64(op.ENDED if lines(state.word, size) else state.seat)

    @operation(op.legal, packed)
    def legal(state: PackedState, out: Words) -> int:
        takeable = EDGE[size] & ~(state.word >> HALF)
        count = 0
        for push in range(COUNT[size]):
            out[count] = push  # written over by the next one if it is not legal: without a branch
            count += (TAKEN[size, push] & takeable) != 0
        return count

    @operation(op.sample, packed)
    def sample(state: PackedState, rng: Word) -> tuple[Number, Word]:
        takeable = EDGE[size] & ~(state.word >> HALF)
        while True:
            rng = shuffled(rng)
            push = below(rng, COUNT[size])
            if TAKEN[size, push] & takeable:
                return np.int64(push), rng

    @operation(op.apply, packed)
    def apply(state: PackedState, action: int) -> PackedState:
        push = np.uint64(action)
        return packed(swapped(pushed(state.word, push, size) | INTO[size, push]), state.seat ^ ONE)

    @operation(op.shares, packed)
    def shares(state: PackedState, seat: int) -> float:
        mover_wins = (lines(state.word, size) & LOW) != 0
        return 1.0 if (np.int64(state.seat) == seat) == mover_wins else 0.0

    @operation(op.key, packed)
    def key(state: PackedState) -> tuple[Word, Word]:
        return state.word, state.seat

    @operation(op.canonical_key, packed)
    def canonical_key(state: PackedState) -> tuple[Word, Word]:
        word = state.word
        least = word
        for turn in range(1, 8):
            word = reflected(word, turn, size)
            least = min(least, word)
        return least, ZERO

    @operation(op.to_row, packed)
    def to_row(state: PackedState, row: Words) -> None:
        row[0] = state.word
        row[1] = state.seat

    @operation(op.from_row, packed)
    def from_row(like: PackedState, row: Words) -> PackedState:  # noqa: ARG001
        return packed(row[0], row[1])


_two_players(Two3, 3)
_two_players(Two4, 4)
_two_players(Two5, 5)


@helper
def teams(state: PackedState) -> Word:
    """Both partners' cubes as one bitboard each: (mover's team, the others)."""
    ours = (state.ours | (state.ours >> HALF)) & LOW
    theirs = (state.theirs | (state.theirs >> HALF)) & LOW
    return ours | (theirs << HALF)


@helper
def takeable4(state: PackedState) -> Word:
    """The cells of the cubes that the seat to move may take."""
    word = teams(state)
    marked = (word | (word >> HALF)) & LOW
    fewer = marked & (marked + LOW)  # without its lowest bit
    fewer &= fewer + LOW
    first_round = (fewer & (fewer + LOW)) == 0  # at most three cubes are marked
    blank = EDGE[5] & ~marked
    return blank if first_round else blank | (EDGE[5] & state.ours & LOW)


@operation(op.turn, Four5)
def turn4(state: PackedState) -> np.int64:
    return np.int64(op.ENDED if lines(teams(state), 5) else state.seat)


@operation(op.legal, Four5)
def legal4(state: PackedState, out: Words) -> int:
    takeable = takeable4(state)
    team = np.int64(state.seat) & 1
    count = 0
    for push in range(COUNT[5]):
        out[count] = push * 4 + DIGITS[team, 0]
        out[count + 1] = push * 4 + DIGITS[team, 1]
        count += 2 * ((TAKEN[5, push] & takeable) != 0)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@operation(op.sample, Four5)
def sample4(state: PackedState, rng: Word) -> tuple[Number, Word]:
    takeable = takeable4(state)
    if takeable == 0:
        return np.int64(PASS), rng
    team = np.int64(state.seat) & 1
    while True:
        rng = shuffled(rng)
        choice = below(rng, TWO * COUNT[5])
        push = choice >> ONE
        if TAKEN[5, push] & takeable:
            return np.int64(push * FOUR) + DIGITS[team, choice & ONE], rng


@operation(op.apply, Four5)
def apply4(state: PackedState, action: int) -> PackedState:
    ours = state.ours
    theirs = state.theirs
    if action != PASS:
        push = np.uint64(action) >> TWO
        for_partner = (np.uint64(action) & THREE) != DIGIT[state.seat]
        cube = INTO[5, push]
        ours = pushed(ours, push, 5) | (cube << HALF if for_partner else cube)
        theirs = pushed(theirs, push, 5)
    return Four5(theirs, swapped(ours), (state.seat + ONE) & THREE)


@operation(op.shares, Four5)
def shares4(state: PackedState, seat: int) -> float:
    mover_wins = (lines(teams(state), 5) & LOW) != 0
    with_mover = (np.int64(state.seat) & 1) == (seat & 1)
    return 0.5 if with_mover == mover_wins else 0.0


@operation(op.key, Four5)
def key4(state: PackedState) -> tuple[Word, Word]:
    return state.ours, state.theirs | (state.seat << SEAT_BITS)


@operation(op.canonical_key, Four5)
def canonical_key4(state: PackedState) -> tuple[Word, Word]:
    ours = state.ours
    theirs = state.theirs
    least_ours = ours
    least_theirs = theirs
    for turn in range(1, 8):
        ours = reflected(ours, turn, 5)
        theirs = reflected(theirs, turn, 5)
        if ours < least_ours or (ours == least_ours and theirs < least_theirs):
            least_ours = ours
            least_theirs = theirs
    return least_ours, least_theirs


@operation(op.to_row, Four5)
def to_row4(state: PackedState, row: Words) -> None:
    row[0] = state.ours
    row[1] = state.theirs
    row[2] = state.seat


@operation(op.from_row, Four5)
def from_row4(like: PackedState, row: Words) -> PackedState:  # noqa: ARG001
    return Four5(row[0], row[1], row[2])


_TWO = {3: Two3, 4: Two4, 5: Two5}


for every in (Two3, Two4, Two5, Four5):
    no_secrets(every)


def make(game: Quixo) -> op.Kernel:
    """The bridge for a table of Quixo."""
    seats = game.players
    packed: Any = Four5 if game.dotted else _TWO[game.board.size]

    def pack(s: State) -> PackedState:
        bitboards = [0] * seats
        for cell, cube in enumerate(s.board):
            if cube is not None:
                bitboards[(cube - s.to_move) % seats] |= 1 << cell
        half = seats // 2
        words = (bitboards[k] | bitboards[k + half] << 32 for k in range(half))
        return packed(*map(np.uint64, words), np.uint64(s.to_move))

    def unpack(state: PackedState) -> State:
        half = seats // 2
        seat = int(state.seat)
        bitboards = [int(word) >> shift & 0xFFFFFFFF for shift in (0, 32) for word in state[:half]]

        def cube(cell: int) -> Cube:
            for relative, bitboard in enumerate(bitboards):
                if bitboard >> cell & 1:
                    return (relative + seat) % seats
            return None

        return State(tuple(cube(cell) for cell in range(len(game.board.names))), seat)

    return op.Kernel(pack, unpack, max_actions=len(game.board.paths) * (seats // 2))
