"""Facts for the kernel as arrays, made from geometry.py, the deck and the numbering of actions."""

import json
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import CARDS, turnings
from cubarium.games.cubeo.geometry import (
    COLUMN_NAMES,
    CORNERS,
    LEVELS,
    PAIRS,
    SIDE,
    TURNS,
    place_at,
)
from cubarium.games.cubeo.notation import read_move, write_move
from cubarium.games.cubeo.state import (
    Carry,
    Deal,
    Draw,
    Lay,
    Move,
    Pass,
    Pull,
    Put,
    SetCorners,
    Stand,
)

Words = NDArray[np.uint64]
Ids = NDArray[np.int64]

COLUMNS = range(len(COLUMN_NAMES))
ORDERS = tuple(permutations(range(len(COLOURS))))
"""What chance may put on the corners, by numbers of colours."""
KINDS = (Carry, Deal, Draw, Lay, Pass, Pull, Put, SetCorners, Stand)
MOVERS = 4
"""Weights by whose turn it is, counted from the viewer."""
MOST_SHOWN = 9
NEARNESS = 15
"""How near a card can be: see evaluation.nearness."""
SEAT_WIDTH = MOST_SHOWN + 1 + 2 * NEARNESS + 1 + 2 * NEARNESS
"""The weights for one seat: by fulfilled cards; by how near a card is (for others than the mover,
then for the mover), or for none; by how near a tie-break card is."""
CARRY, DEAL, DRAW, LAY, PASS, PULL, PUT, SET_CORNERS, STAND = range(len(KINDS))

# what there can be in the words of `needs`; the columns from which a cube can be moved come first
TARGETS, UPRIGHT = np.uint64(16), np.uint64(32)
MAY_PUT, MAY_DRAW, NEVER = np.uint64(1 << 48), np.uint64(1 << 49), np.uint64(1 << 50)


def words(values: Any) -> Words:
    return np.array(values, np.uint64)


def actions(texts: tuple[str, ...]) -> tuple[Ids, Words, Words]:
    """By action id: its kind, and one or two numbers (columns, a card, a colour, an order)."""
    moves = [read_move(text) for text in texts]
    kinds = np.array([KINDS.index(type(m)) for m in moves], np.int64)
    numbers = [_numbers(m) for m in moves]
    return kinds, words([one for one, _ in numbers]), words([two for _, two in numbers])


def _numbers(m: Move) -> tuple[int, int]:
    if isinstance(m, Carry):
        return m.source, m.target
    if isinstance(m, Lay):
        return m.first, m.second
    if isinstance(m, Put | Stand):
        return m.column, 0
    if isinstance(m, Deal):
        return CARDS.index(m.card), 0
    if isinstance(m, Pull):
        return COLOURS.index(m.colour), 0
    if isinstance(m, SetCorners):
        return ORDERS.index(tuple(map(COLOURS.index, m.colours))), 0
    return 0, 0


def ids(texts: tuple[str, ...], moves: list[Move]) -> Ids:
    """The action ids of some moves."""
    return np.array([texts.index(write_move(m)) for m in moves], np.int64)


def needs(texts: tuple[str, ...]) -> Words:
    """By action id, what there must be, as bits: a column to move from, one that is free, one with
    room for a twin upright, a cube to put down or to draw. Others need what there never is."""

    def needed(m: Move) -> int:
        if isinstance(m, Carry):
            return 1 << m.source | 1 << m.target + int(TARGETS)
        if isinstance(m, Put):
            return 1 << m.column + int(TARGETS) | int(MAY_PUT)
        if isinstance(m, Stand):
            return 1 << m.column + int(UPRIGHT)
        return int(MAY_DRAW if isinstance(m, Draw) else NEVER)

    return words([needed(read_move(text)) for text in texts])


def carry_ids(texts: tuple[str, ...]) -> Ids:
    """By source and target; -1 where they are the same."""
    found = np.full((len(COLUMNS), len(COLUMNS)), -1, np.int64)
    for source in COLUMNS:
        others = [target for target in COLUMNS if target != source]
        found[source, others] = ids(texts, [Carry(source, target) for target in others])
    return found


def corner_bits() -> Words:
    """By order and colour, the place of the start cube."""
    return words([[1 << CORNERS[order.index(colour)] for colour in range(4)] for order in ORDERS])


def pairs() -> tuple[Words, Words]:
    """The neighbouring columns, in the order of their names."""
    return words([one for one, _ in PAIRS]), words([two for _, two in PAIRS])


def ground(columns: tuple[int, ...]) -> np.uint64:
    """The lowest places of some columns."""
    return np.uint64(sum(1 << place_at(column, 0) for column in columns))


def repeated(columns: int) -> np.uint64:
    """A set of columns on every level."""
    return np.uint64(sum(columns << place_at(0, level) for level in LEVELS))


def cards() -> tuple[Words, Words]:
    """By card, square and turning: how far the square is from the corner of the picture in the word
    of a view; by card and turning: the corners that let the picture stay inside."""
    squares = np.zeros((len(CARDS), 4, 4), np.uint64)
    inside = np.zeros((len(CARDS), 4), np.uint64)
    for number, card in enumerate(CARDS):
        for turning, picture in enumerate(turnings(card)):
            across = range(SIDE - max(x for x, _, _ in picture))
            upwards = range(SIDE - max(y for _, y, _ in picture))
            inside[number, turning] = sum(1 << (x + 16 * y) for x in across for y in upwards)
            squares[number, :, turning] = [
                x + 4 * COLOURS.index(colour) + 16 * y for x, y, colour in picture
            ]
    return squares, inside


def sighted() -> Words:
    """By view and place: where in the view's word the square is in which a cube there is seen, for
    the first colour."""
    places = [(file, rank, 16 * up) for up in LEVELS for rank in LEVELS for file in LEVELS]
    return words(
        [
            [file + level for file, _, level in places],
            [SIDE - 1 - file + level for file, _, level in places],
            [rank + level for _, rank, level in places],
            [SIDE - 1 - rank + level for _, rank, level in places],
            [file + 16 * rank for file, rank, _ in places],
        ]
    )


def turned_columns() -> Words:
    """By quarter turns, where each column goes."""
    return words(TURNS)


def weights() -> Ids:
    """The fitted weights, by the number of players."""
    fitted: dict[str, list[int]] = json.loads(
        (Path(__file__).parent / "weights.json").read_text(encoding="utf-8")
    )
    lookup = np.zeros((5, MOVERS + 4 * SEAT_WIDTH), np.int64)
    for players in (2, 3, 4):
        known = fitted[str(players)]
        lookup[players, : len(known)] = known
    return lookup
