"""Bitboards of a Quixo board: sets of cells as bits, two in a word.

The second bitboard stands 32 bits up, so that one shift moves both and one test finds the lines of
both. Bits are numbered as the cells in geometry.py.
"""

import numpy as np

from cubarium.core.operations import Word, Words
from cubarium.games.quixo import lookup
from cubarium.jit import helper

ONE = np.uint64(1)
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)
HALF = np.uint64(32)
LOW = np.uint64(2**32 - 1)

TAKEN, KEPT, SLID, UP, DOWN, INTO = lookup.pushes()
STARTS, STEPS = lookup.lines()
FLIP, FLIP_UP, FLIP_DOWN = lookup.swap(lookup.flipped)
TRANSPOSE, TRANSPOSE_UP, TRANSPOSE_DOWN = lookup.swap(lookup.transposed)


@helper
def swapped(word: Word) -> Word:
    return (word >> HALF) | (word << HALF)


@helper
def run(word: Word, step: Word, size: int) -> Word:
    """Bits from which `size` bits in a row are set, `step` apart."""
    pairs = word & (word >> step)
    if size == 3:
        return pairs & (word >> (step + step))
    fours = pairs & (pairs >> (step + step))
    if size == 4:
        return fours
    return fours & (word >> (step << TWO))


@helper
def lines(word: Word, size: int) -> Word:
    """Non-zero in the halves that hold a line."""
    return (
        (run(word, STEPS[size, 0], size) & STARTS[size, 0])
        | (run(word, STEPS[size, 1], size) & STARTS[size, 1])
        | (run(word, STEPS[size, 2], size) & STARTS[size, 2])
        | (run(word, STEPS[size, 3], size) & STARTS[size, 3])
    )


@helper
def pushed(word: Word, push: Word, size: int) -> Word:
    """Both bitboards after a push, the cube that comes in still blank."""
    slid = ((word & SLID[size, push]) << UP[size, push]) >> DOWN[size, push]
    return (word & KEPT[size, push]) | slid


@helper
def mirrored(word: Word, masks: Words, up: Words, down: Words, size: int) -> Word:
    """The word after a reflection, given as the cells that move by equal steps."""
    after = np.uint64(0)
    for part in range(2 * size - 1):
        after |= ((word & masks[size, part]) << up[size, part]) >> down[size, part]
    return after


@helper
def reflected(word: Word, turn: int, size: int) -> Word:
    """One more of the eight symmetries: two reflections in turn go through all of them."""
    if turn & 1:
        return mirrored(word, FLIP, FLIP_UP, FLIP_DOWN, size)
    return mirrored(word, TRANSPOSE, TRANSPOSE_UP, TRANSPOSE_DOWN, size)
