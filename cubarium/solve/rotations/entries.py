"""What is kept of a full board: its value, or its plies, whichever rotation is forbidden.

At most one rotation is forbidden, so a value depends on it only where one rotation alone keeps it.
A value takes a byte: its upper two bits tell the kind, the others a rotation or a value.

Plies take a word of 32 bits: the rotation without which there is something else (upper 6), the
plies with it (13) and without it (13). Plies: n + 1 for a win in n, -(n + 1) for a loss in n, 0 for
a draw.
"""

from enum import IntEnum
from typing import Final

import numpy as np

from cubarium.core.operations import Number
from cubarium.jit import helper

DRAW: Final = 0
"""Or open, as long as it is being solved."""
WIN: Final = 1
LOSS: Final = 2
NO_MOVE: Final = 63
MANY: Final = 62
"""Instead of the number of a rotation: there is none, or more than one."""
VALUES: Final = -1
"""Instead of a round: entries are values, not plies."""


class EntryKind(IntEnum):
    """The upper two bits of a value."""

    FIXED = 0
    ONE_WINS_ELSE_DRAW = 1
    ONE_WINS_ELSE_LOSS = 2
    ONE_DRAWS_ELSE_LOSS = 3


FIXED: Final = int(EntryKind.FIXED)
WINS_OR_DRAWS: Final = int(EntryKind.ONE_WINS_ELSE_DRAW)
WINS_OR_LOSES: Final = int(EntryKind.ONE_WINS_ELSE_LOSS)
DRAWS_OR_LOSES: Final = int(EntryKind.ONE_DRAWS_ELSE_LOSS)


@helper
def coded(kind: Number, move: Number) -> Number:
    return kind << 6 | move


@helper
def value_without(code: Number, forbidden: Number) -> Number:
    """The value if a rotation (-1: none) is forbidden."""
    kind = code >> 6
    move = code & 63
    if kind == FIXED:
        return move
    if kind == DRAWS_OR_LOSES:
        return LOSS if move == forbidden else DRAW
    if move != forbidden:
        return WIN
    return DRAW if kind == WINS_OR_DRAWS else LOSS


@helper
def packed_plies(move: Number, best: Number, second: Number) -> Number:
    return np.uint32(move << 26 | (best & 0x1FFF) << 13 | (second & 0x1FFF))


@helper
def unpacked(entry: Number) -> Number:
    """The rotation, the plies with it, and those without it."""
    word = np.int64(entry)
    best = word >> 13 & 0x1FFF
    second = word & 0x1FFF
    if best >= 0x1000:
        best -= 0x2000
    if second >= 0x1000:
        second -= 0x2000
    return word >> 26, best, second


@helper
def plies_without(entry: Number, forbidden: Number) -> Number:
    """The plies if a rotation (-1: none) is forbidden."""
    move, best, second = unpacked(entry)
    return second if move == forbidden else best


@helper
def code_of(entry: Number) -> Number:
    """The value that plies tell."""
    move, best, second = unpacked(entry)
    if best < 0:
        return LOSS
    if best == 0:
        return coded(DRAWS_OR_LOSES, move) if second < 0 else DRAW
    if second > 0:
        return WIN
    return coded(WINS_OR_LOSES if second < 0 else WINS_OR_DRAWS, move)


@helper
def seen(entry: Number, forbidden: Number, number: Number) -> Number:
    """The value of an entry as a round sees it: plies that it could not know yet are open."""
    if number == VALUES:
        return value_without(np.int64(entry), forbidden)
    plies = plies_without(entry, forbidden)
    if plies > 0 and plies <= number:
        return WIN
    if plies < 0 and -plies <= number:
        return LOSS
    return DRAW


@helper
def is_open(entry: Number, number: Number) -> Number:
    """Could a sweep still change it?"""
    if number == VALUES:
        code = np.int64(entry)
        return code == DRAW or code >> 6 == WINS_OR_DRAWS or code >> 6 == DRAWS_OR_LOSES
    _, best, second = unpacked(entry)
    return best == 0 or second == 0


@helper
def judged_value(wins: Number, opens: Number) -> Number:
    """The value from the rotations that win and those that neither win nor lose: the number of one,
    NO_MOVE or MANY."""
    if wins == MANY:
        return WIN
    if wins != NO_MOVE:
        return coded(WINS_OR_LOSES if opens == NO_MOVE else WINS_OR_DRAWS, wins)
    if opens == NO_MOVE:
        return LOSS
    return DRAW if opens == MANY else coded(DRAWS_OR_LOSES, opens)


@helper
def judged_plies(entry: Number, wins: Number, opens: Number, number: Number) -> Number:
    """The same for plies, in the round of this number. What was found before stays."""
    move, best, second = unpacked(entry)
    now = number + 1
    if best == 0 and second == 0:
        if wins == MANY:
            return packed_plies(NO_MOVE, now, now)
        if wins != NO_MOVE:
            return packed_plies(wins, now, -now if opens == NO_MOVE else 0)
        if opens == NO_MOVE:
            return packed_plies(NO_MOVE, -now, -now)
        return entry if opens == MANY else packed_plies(opens, 0, -now)
    if best == 0:
        if wins != NO_MOVE:
            return packed_plies(move, now, second)
        return packed_plies(move, -now, second) if opens == NO_MOVE else entry
    if wins == MANY:
        return packed_plies(move, best, now)
    return packed_plies(move, best, -now) if opens == NO_MOVE else entry
