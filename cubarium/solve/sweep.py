"""One sweep over a class of positions: what follows from the values of their successors.

A value has two bits, 32 of them in a word: the low bits of all in its lower half, the high ones in
its upper half. Values only ever go from open to settled, so threads may sweep side by side: what
one has not seen yet, the next sweep sees.
"""

from typing import Final

import numpy as np

from cubarium.core.operations import Number, Word, Words
from cubarium.jit import compiled, helper

OPEN: Final = 0
NO_LOSS: Final = 1
"""Open, but a move that takes a blank does not lose: a draw unless a win is found."""
LOSS: Final = 2
WIN: Final = 3

PIECE = np.uint32(5)
PIECE_BITS = np.uint32(31)
ONE = np.uint32(1)
ZERO = np.uint32(0)


@helper
def popcount(word: Word) -> Number:
    count = 0
    while word:
        word &= word - ONE
        count += 1
    return count


@helper
def value_at(values: Words, at: Number) -> Number:
    word = values[at >> 5]
    bit = np.uint64(at & 31)
    low = (word >> bit) & np.uint64(1)
    high = (word >> (bit + np.uint64(32))) & np.uint64(1)
    return np.int64(low | (high << np.uint64(1)))


@helper
def image(turned: Words, turn: Number, word: Word) -> Number:
    """A word after a symmetry."""
    after = ZERO
    piece = 0
    while word:
        after |= turned[turn, piece, word & PIECE_BITS]
        word >>= PIECE
        piece += 1
    return after


@helper
def rank(me: Word, op: Word, below: Words) -> Number:
    """The number of `op` among the words with as many bits on the cells that `me` leaves free."""
    found = np.int64(0)
    count = 0
    while op:
        under = (op & ~(op - ONE)) - ONE  # all cells below the lowest cube
        op &= op - ONE
        count += 1
        found += np.int64(below[popcount(under & ~me), count])
    return found


@helper
def unranked(number: Number, places: Number, count: Number, below: Words) -> Number:
    """The word of this many bits on this many places with this number."""
    word = ZERO
    place = places
    while count:
        place -= 1
        if np.int64(below[place, count]) <= number:
            number -= np.int64(below[place, count])
            word |= ONE << np.uint32(place)
            count -= 1
    return word


@helper
def spread(word: Word, me: Word) -> Number:
    """A word on the free places, put on the cells that `me` leaves free."""
    after = ZERO
    bit = ONE
    while word:
        if not me & bit:
            if word & ONE:
                after |= bit
            word >>= ONE
        bit <<= ONE
    return after


@helper
def following(word: Word) -> Number:
    """The next word with as many bits."""
    low = word & ~(word - ONE)
    ripple = word + low
    return ripple | (((word ^ ripple) >> np.uint32(2)) // low)


@helper
def has_line(word: Word, lines: Words) -> bool:
    found = False
    for number in range(len(lines)):
        found |= word & lines[number] == lines[number]
    return found


@helper
def reply(lookups: Words, me: Word, op: Word, move: Number) -> Number:
    """Where the other side stands after a move: the row and the column of its position."""
    row, turn, turned, below, _, taken, down, up, step, entry = lookups
    stays = ~(taken[move] | down[move] | up[move])
    mine = (me & stays) | ((me & down[move]) >> step[move])
    mine |= ((me & up[move]) << step[move]) | entry[move]
    theirs = (op & stays) | ((op & down[move]) >> step[move])
    theirs |= (op & up[move]) << step[move]
    symmetry = turn[theirs]
    column = rank(image(turned, symmetry, theirs), image(turned, symmetry, mine), below)
    return np.int64(row[theirs]), column


@helper
def settled_value(
    lookups: Words,
    me: Word,
    op: Word,
    value: Number,
    opening: Number,
    columns: Number,
    other: Words,
    above: Words,
) -> Number:
    """The value of a position that has none yet, as far as those of its successors tell it."""
    lines, taken = lookups[4], lookups[5]
    other_columns, above_columns = columns
    if opening and has_line(me, lines):
        return WIN
    if opening and has_line(op, lines):
        return LOSS
    now = value
    every_wins = value != NO_LOSS
    for move in range(len(taken)):
        blank = not taken[move] & me
        if taken[move] & op or (blank and not opening):
            continue
        row, column = reply(lookups, me, op, move)
        if blank:
            found = value_at(above, row * above_columns + column)
        else:
            found = value_at(other, row * other_columns + column)
        if found == LOSS:
            return WIN
        if found != WIN:
            every_wins = False
            if blank:
                now = NO_LOSS
    return LOSS if every_wins else now


@helper
def put(values: Words, at: Number, value: Number) -> None:
    bit = np.uint64(at & 31)
    word = values[at >> 5] & ~(np.uint64(0x100000001) << bit)
    word |= np.uint64(value & 1) << bit
    values[at >> 5] = word | (np.uint64(value >> 1) << (bit + np.uint64(32)))


@compiled
def sweep(
    lookups: Words,
    counts: Words,
    first: Words,
    columns: int,
    reply_columns: Words,
    values: Words,
    other: Words,
    above: Words,
    begin: int,
    end: int,
    opening: int,
) -> int:
    """Settle what can be settled of the positions from `begin` to `end` (whole blocks): how many
    were. counts: a, b, cells. `other` are the values of class (b, a), `above` those of (b, a + 1).
    The opening sweep looks at all moves; later ones at those that take an own cube."""
    a, b, cells = counts
    below = lookups[3]
    settled = 0
    me = ZERO
    squeezed = ZERO
    column = columns
    for at in range(begin, end):
        if column == columns:
            me = first[at // columns]
            column = at % columns
            squeezed = unranked(column, cells - a, b, below)
        value = value_at(values, at)
        if value < LOSS:
            op = spread(squeezed, me)
            now = settled_value(lookups, me, op, value, opening, reply_columns, other, above)
            if now != value:
                put(values, at, now)
                settled += now >= LOSS
        column += 1
        if b and column < columns:
            squeezed = following(squeezed)
    return settled


@compiled
def count_values(counts: Words, values: Words, orbit: Words, columns: int, positions: int) -> None:
    """Count by value how many positions have it, each row as often as its turnings differ."""
    for at in range(positions):
        counts[value_at(values, at)] += orbit[at // columns]
