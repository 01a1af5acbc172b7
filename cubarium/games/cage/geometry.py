"""The cage, computed from coordinates: columns, lines, twists, the flip, symmetries.

A column stands on a square of the 3 by 3 floor; the middle one is closed. The eight columns form a
ring and are numbered along it, clockwise from a1: a quarter turn is two steps. A place is a column
and a layer: place = layer * 8 + column, layers from 0 at the bottom.
"""

from itertools import product
from math import atan2, tau

Column = int
Place = int

SIDE = 3
LAYERS = 3
SQUARES = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
"""East and north of the middle."""


def _clockwise(square: tuple[int, int]) -> float:
    """The angle of a square, clockwise from the south-west corner."""
    x, y = square
    return (atan2(-1, -1) - atan2(y, x)) % tau


RING = sorted(SQUARES, key=_clockwise)
COLUMNS = tuple(f"{'abc'[x + 1]}{y + 2}" for x, y in RING)
"""The names of the columns along the ring."""
NUMBER = {name: column for column, name in enumerate(COLUMNS)}
BY_NAME = tuple(sorted(range(len(COLUMNS)), key=COLUMNS.__getitem__))
"""The columns in the order of their names."""
_AT = {square: column for column, square in enumerate(RING)}


def _moved(east: tuple[int, int], north: tuple[int, int]) -> tuple[Column, ...]:
    """Where each column goes if the unit steps east and north become these."""
    return tuple(_AT[x * east[0] + y * north[0], x * east[1] + y * north[1]] for x, y in RING)


CLOCKWISE = _moved((0, -1), (1, 0))
MIRROR = _moved((-1, 0), (0, 1))
"""East and west change places."""


def after(first: tuple[Column, ...], second: tuple[Column, ...]) -> tuple[Column, ...]:
    """One movement after another."""
    return tuple(second[column] for column in first)


def _turns() -> tuple[tuple[Column, ...], ...]:
    turns = [tuple(range(len(COLUMNS)))]
    for _ in range(3):
        turns.append(after(turns[-1], CLOCKWISE))
    return (*turns, *(after(turn, MIRROR) for turn in turns))


TURNS = _turns()
"""The eight symmetries of the floor: four turns, then the same mirrored."""


def place(column: Column, layer: int) -> Place:
    return layer * len(COLUMNS) + column


def place_name(number: Place) -> str:
    """`a11`: column a1, layer 1."""
    layer, column = divmod(number, len(COLUMNS))
    return f"{COLUMNS[column]}{layer + 1}"


def _sides() -> list[list[Column]]:
    """The four sides, each as its three columns from corner to corner."""
    sides = []
    for x, y in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        along = [(x or step, y or step) for step in (-1, 0, 1)]
        sides.append([_AT[square] for square in along])
    return sides


def _lines() -> tuple[tuple[Place, ...], ...]:
    layers = range(LAYERS)
    columns = [tuple(place(column, layer) for layer in layers) for column in BY_NAME]
    rows = [tuple(place(column, layer) for column in side) for side in _sides() for layer in layers]
    diagonals = [
        tuple(place(column, layer) for column, layer in zip(side, order, strict=True))
        for side in _sides()
        for order in (layers, layers[::-1])
    ]
    return (*columns, *rows, *diagonals)


LINES = _lines()
"""Eight columns, twelve rows and eight diagonals, all on a side of the cage."""
