"""A dense numbering of all positions of Quixo for two, for the solver.

A position is seen by its mover: `me` and `op` are the cells of the mover's and of the other's
cubes. It belongs to the class (a, b) of their counts. Within a class the row is the first of the
eight turnings of `me`, the column the rank of `op` among the words of b bits on the cells that `me`
leaves free, in numeric order. Turning the board so that `me` comes first turns `op` along.
"""

from functools import cache
from math import comb
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubarium.core.errors import CubariumError
from cubarium.core.solver import PositionIndex
from cubarium.games.quixo.geometry import Geometry, geometry
from cubarium.games.quixo.rules import Quixo
from cubarium.games.quixo.state import State

Words = NDArray[np.uint32]
OPENINGS = Path(__file__).parent / "openings.table"
"""The values of all positions of the usual board with up to eight cubes."""
PUBLISHED = {5: "2ec3c2251585f5475dbcf1f669ff3b6afb70cdfa965ebce31378b87f76b75579"}
"""By size, the fingerprint of the counts of all classes that others have published."""
SMALLEST = 3
"""The size of board that is solved in moments."""
PIECE = 5
"""Cells that are looked up at once when words are squeezed, spread or turned."""


@cache
def index(size: int) -> PositionIndex:
    """The index of a size; made once."""
    facts = geometry(size)
    cells = size * size
    words = np.arange(1 << cells, dtype=np.uint32)
    turned = turn_lookup(size)
    best = words.copy()
    turn = np.zeros(len(words), np.uint8)
    for symmetry in range(1, len(facts.turns)):
        image = _image(turned[symmetry], words, cells)
        better = image < best
        best[better] = image[better]
        turn[better] = symmetry
    counts = np.bitwise_count(words)
    row = np.zeros(len(words), np.uint32)
    first, orbit = [], []
    for count in range(cells + 1):
        own = counts == count
        found, where, times = np.unique(best[own], return_inverse=True, return_counts=True)
        row[own] = where
        first.append(found.astype(np.uint32))
        orbit.append(times.astype(np.uint8))
    moves = _moves(facts.paths, size)
    return PositionIndex(
        size,
        cells,
        row,
        turn,
        tuple(first),
        tuple(orbit),
        turned,
        rank_lookup(cells),
        line_lookup(size),
        *moves,
    )


def size_of(game: Quixo) -> int:
    """The size of the board, if its positions are numbered here."""
    if game.players != 2:
        raise CubariumError("only Quixo for two players is solved")
    size: int = game.spec.options["size"]
    return size


def openings_of(game: Quixo) -> Path | None:
    """The tablebase of openings that comes with the program, where it is of use."""
    usual = game.players == 2 and size_of(game) == 5
    return OPENINGS if usual else None


def bitboards(s: State) -> tuple[int, int]:
    """The cubes of the seat to move, and those of the other."""
    found = [0, 0]
    for cell, cube in enumerate(s.board):
        if cube is not None:
            found[cube] |= 1 << cell
    return found[s.to_move], found[1 - s.to_move]


def state(size: int, me: int, op: int) -> State:
    """The position in which the first seat is to move and has `me`."""
    cells = range(size * size)
    return State(tuple(0 if me >> at & 1 else 1 if op >> at & 1 else None for at in cells), 0)


def board(size: int) -> Geometry:
    """The facts of a board."""
    return geometry(size)


def line_lookup(size: int) -> Words:
    """The lines, as words."""
    return np.array([sum(1 << cell for cell in line) for line in geometry(size).lines], np.uint32)


def rank_lookup(cells: int) -> Words:
    """By place and count: how many words have this many bits, all of them below that place."""
    rows = [[comb(cell, count) for count in range(cells + 2)] for cell in range(cells + 1)]
    return np.array(rows, np.uint32)


@cache
def first_turnings(size: int, count: int) -> Words:
    """The first turnings of all words with this many bits, in numeric order."""
    cells = size * size
    words = _words(cells, count)
    lookup = turn_lookup(size)
    best = words.copy()
    for symmetry in range(1, len(lookup)):
        np.minimum(best, _image(lookup[symmetry], words, cells), out=best)
    return np.unique(best)


def turnings(size: int, words: Words) -> NDArray[np.int64]:
    """How many different words the turnings of each word are."""
    lookup, cells = turn_lookup(size), size * size
    images = np.stack([_image(lookup[symmetry], words, cells) for symmetry in range(len(lookup))])
    images.sort(axis=0)
    found: NDArray[np.int64] = 1 + (images[1:] != images[:-1]).sum(axis=0)
    return found


def _words(cells: int, count: int) -> Words:
    """All words with this many bits, in numeric order."""
    found = [np.zeros(1, np.uint32), *(np.zeros(0, np.uint32) for _ in range(count))]
    for cell in range(cells):
        top = np.uint32(1 << cell)
        more = [np.concatenate([found[n], found[n - 1] | top]) for n in range(1, count + 1)]
        found = [found[0], *more]
    return found[count]


@cache
def turn_lookup(size: int) -> Words:
    """By symmetry, piece and the bits in it: where they go."""
    turns, cells = geometry(size).turns, size * size
    pieces = -(-cells // PIECE)
    lookup = np.zeros((len(turns), pieces, 1 << PIECE), np.uint32)
    for symmetry, where in enumerate(turns):
        for cell in range(cells):
            piece, bit = divmod(cell, PIECE)
            chosen = (np.arange(1 << PIECE) >> bit & 1) == 1
            lookup[symmetry, piece, chosen] |= np.uint32(1 << where[cell])
    return lookup


def _image(lookup: Words, words: Words, cells: int) -> Words:
    """Words after one symmetry."""
    image = np.zeros_like(words)
    for piece in range(-(-cells // PIECE)):
        image |= lookup[piece][words >> np.uint32(PIECE * piece) & np.uint32((1 << PIECE) - 1)]
    return image


def _moves(
    paths: dict[tuple[int, int], tuple[int, ...]], size: int
) -> tuple[Words, Words, Words, Words, Words]:
    """The pushes, one after another, as the fields of PositionIndex name them."""
    rows = []
    for (start, end), path in paths.items():
        moving = sum(1 << cell for cell in path[1:])
        step = size if abs(path[1] - path[0]) == size else 1
        down, up = (moving, 0) if path[1] > path[0] else (0, moving)
        rows.append((1 << start, down, up, step, 1 << end))
    taken, downs, ups, steps, entries = np.array(rows, np.uint32).T.copy()
    return taken, downs, ups, steps, entries
