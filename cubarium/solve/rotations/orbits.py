"""A dense numbering of full boards, by orbits of the cells that the two sides hold together.

A board's row is the orbit of those cells under the symmetries, its column the rank of the mover's
cells among them, in numeric order. For one orbit and one rotation the orbit that it leads to, and
where each cell goes, are the same for all columns: a sweep takes an orbit at a time. A board whose
neutral balls have symmetries of their own has several numbers.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number, Word, Words
from cubarium.core.rotation_solver import RotationFacts
from cubarium.jit import compiled, helper
from cubarium.solve.sweep import ONE, ZERO, following, popcount

PIECE = 9
"""Cells whose images are looked up at once."""
PIECE_BITS = np.uint32((1 << PIECE) - 1)


@dataclass(frozen=True, eq=False)
class OrbitIndex:
    """The orbits of a board. `first` and what follows from the facts alone is enough to probe."""

    facts: RotationFacts
    first: NDArray[np.uint32]
    """By orbit: the smallest image of the cells of both sides."""
    turned: NDArray[np.uint32]
    """By symmetry, piece and the bits in it: where they go."""
    upper: NDArray[np.int32]
    """A word on the cells of both sides has the number upper[its upper half] + lower[its lower
    half]."""
    lower: NDArray[np.int32]

    @property
    def columns(self) -> int:
        """How many boards an orbit has."""
        return comb(2 * self.facts.balls, self.facts.balls)

    @property
    def orbits(self) -> int:
        """How many there are."""
        return len(self.first)

    @property
    def positions(self) -> int:
        """How many boards have a number; some have several."""
        return self.orbits * self.columns

    @cached_property
    def words(self) -> NDArray[np.uint32]:
        """By column: the mover's cells among those of both sides."""
        return words_of(self.facts.balls, self.columns)

    @cached_property
    def reversals(self) -> NDArray[np.uint8]:
        """By symmetry and rotation: where the symmetry takes its reverse."""
        rows = [tuple(row) for row in self.facts.rows.tolist()]
        numbers = {row: number for number, row in enumerate(rows)}
        found = [
            [numbers[tuple(where[cell] for cell in reversed(row))] for row in rows]
            for where in self.facts.symmetries.tolist()
        ]
        return np.array(found, np.uint8)

    @cached_property
    def joined(self) -> NDArray[np.uint8]:
        """By symmetry, rotation and cell: where a ball comes to by both, the rotation first."""
        found = np.empty((len(self.facts.symmetries), *self.rotated.shape), np.uint8)
        for symmetry, where in enumerate(self.facts.symmetries):
            found[symmetry] = where[self.rotated]
        return found

    @cached_property
    def rotated(self) -> NDArray[np.uint8]:
        """By rotation and cell: where a ball goes."""
        found = np.tile(np.arange(self.facts.cells, dtype=np.uint8), (len(self.facts.rows), 1))
        for number, row in enumerate(self.facts.rows):
            found[number, row] = np.roll(row, -1)
        return found

    @cached_property
    def children(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """By orbit and rotation: the orbit that it leads to, and the symmetry that brings its cells
        to their smallest image."""
        return children_of(self.first, self.rotated, self.turned)


@lru_cache(maxsize=2)
def orbit_index(facts: RotationFacts) -> OrbitIndex:
    """The orbits of a board; made once."""
    turned = _turned(facts)
    both = 2 * facts.balls
    masks = np.empty(comb(facts.cells, both), np.uint32)
    masks = masks[: _write_first_words(masks, both, turned)].copy()
    size = 1 << facts.balls
    halves = np.arange(size, dtype=np.uint32)
    counts = np.bitwise_count(halves).astype(np.int64)
    wide = np.array([comb(facts.balls, facts.balls - int(count)) for count in counts], np.int64)
    upper = np.concatenate([[0], np.cumsum(wide)[:-1]]).astype(np.int32)
    lower = np.zeros(size, np.int32)
    for count in range(facts.balls + 1):
        chosen = counts == count
        lower[chosen] = np.arange(int(chosen.sum()))
    return OrbitIndex(facts, masks, turned, upper, lower)


def words_of(count: int, many: int) -> NDArray[np.uint32]:
    """The first words of this many bits, in numeric order."""
    found = np.empty(many, np.uint32)
    _write_words(found, count)
    return found


def children_of(
    first: NDArray[np.uint32], moved: NDArray[np.uint8], turned: NDArray[np.uint32]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """By orbit and move: the orbit that it leads to, and the symmetry that brings its cells to
    their smallest image. `moved`: by move and cell, where a ball goes."""
    child = np.empty((len(first), len(moved)), np.int32)
    turn = np.empty((len(first), len(moved)), np.uint8)
    _write_children(child, turn, first, moved, turned)
    return child, turn


def _turned(facts: RotationFacts) -> NDArray[np.uint32]:
    pieces = -(-facts.cells // PIECE)
    lookup = np.zeros((len(facts.symmetries), pieces, 1 << PIECE), np.uint32)
    for symmetry, where in enumerate(facts.symmetries.tolist()):
        for cell in range(facts.cells):
            piece, bit = divmod(cell, PIECE)
            chosen = (np.arange(1 << PIECE) >> bit & 1) == 1
            lookup[symmetry, piece, chosen] |= np.uint32(1 << where[cell])
    return lookup


@helper
def turned_word(turned: Words, symmetry: Number, word: Word) -> Number:
    """A word after a symmetry."""
    after = ZERO
    piece = 0
    while word:
        after |= turned[symmetry, piece, word & PIECE_BITS]
        word >>= np.uint32(PIECE)
        piece += 1
    return after


@helper
def smallest_image(turned: Words, word: Word) -> Number:
    """The smallest image of a word, and the first symmetry that leads to it."""
    best = word
    turn = 0
    for symmetry in range(1, len(turned)):
        image = turned_word(turned, symmetry, word)
        if image < best:
            best, turn = image, symmetry
    return best, turn


@helper
def place_of(mask: Word, cell: Number) -> Number:
    """The number of a cell among those of a mask."""
    return popcount(mask & ((ONE << np.uint32(cell)) - ONE))


@compiled
def _write_words(found: Words, count: int) -> None:
    """Write all words of this many bits, in numeric order."""
    word = (ONE << np.uint32(count)) - ONE
    for number in range(len(found)):
        found[number] = word
        if number + 1 < len(found):
            word = following(word)


@compiled
def _write_first_words(found: Words, count: int, turned: Words) -> int:
    """Write those of all words of this many bits that are their own smallest image. How many there
    are; there is room for all."""
    firsts = 0
    many = len(found)
    word = (ONE << np.uint32(count)) - ONE
    for number in range(many):
        is_first = True
        for symmetry in range(1, len(turned)):
            if turned_word(turned, symmetry, word) < word:
                is_first = False
                break
        if is_first:
            found[firsts] = word
            firsts += 1
        if number + 1 < many:
            word = following(word)
    return firsts


@compiled
def _write_children(child: Words, turn: Words, first: Words, rotated: Words, turned: Words) -> None:
    moves, cells = rotated.shape
    for orbit in range(len(first)):
        for move in range(moves):
            word = ZERO
            for cell in range(cells):
                if first[orbit] >> np.uint32(cell) & ONE:
                    word |= ONE << np.uint32(rotated[move, cell])
            best, symmetry = smallest_image(turned, word)
            child[orbit, move] = np.searchsorted(first, best)
            turn[orbit, move] = symmetry
