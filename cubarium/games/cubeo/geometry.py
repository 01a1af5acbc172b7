"""The board of Cube O', computed from coordinates: columns, places, rows, views, turns.

column = file + 4 * rank and place = column + 16 * level, all from 0. A cell of a view is
across + 4 * up, from its left and its bottom.
"""

from itertools import product

Column = int
Place = int
Cell = int

SIDE = 4
COLUMN_NAMES = tuple(f"{'abcd'[file]}{rank + 1}" for rank in range(SIDE) for file in range(SIDE))
NUMBER = {name: column for column, name in enumerate(COLUMN_NAMES)}
BY_NAME = tuple(sorted(range(len(COLUMN_NAMES)), key=COLUMN_NAMES.__getitem__))
CORNERS = tuple(NUMBER[name] for name in ("a1", "d1", "a4", "d4"))
"""In the order in which the start cubes are named."""
PLACES = len(COLUMN_NAMES) * SIDE
LEVELS = range(SIDE)


def column_at(file: int, rank: int) -> Column:
    return file + SIDE * rank


def file_and_rank(column: Column) -> tuple[int, int]:
    rank, file = divmod(column, SIDE)
    return file, rank


def place_at(column: Column, level: int) -> Place:
    return column + len(COLUMN_NAMES) * level


def column_and_level(place: Place) -> tuple[Column, int]:
    level, column = divmod(place, len(COLUMN_NAMES))
    return column, level


def place_name(place: Place) -> str:
    """`a11`: the column, and the level from 1 at the bottom."""
    column, level = column_and_level(place)
    return f"{COLUMN_NAMES[column]}{level + 1}"


LINES: tuple[frozenset[Column], ...] = tuple(
    frozenset(line)
    for at in range(SIDE)
    for line in (
        [column_at(at, step) for step in range(SIDE)],
        [column_at(step, at) for step in range(SIDE)],
    )
)
"""The straight lines of four columns: what a closed row stands on."""


def neighbours(one: Column, other: Column) -> bool:
    """Do two columns share an edge?"""
    (file, rank), (file2, rank2) = file_and_rank(one), file_and_rank(other)
    return abs(file - file2) + abs(rank - rank2) == 1


PAIRS = tuple(
    (one, other)
    for one, other in product(BY_NAME, repeat=2)
    if COLUMN_NAMES[one] < COLUMN_NAMES[other] and neighbours(one, other)
)
"""Where a twin can lie: two neighbours, the lower name first."""


def _sights() -> dict[str, tuple[tuple[Place, ...], ...]]:
    """Per view, for each of its cells the places on the line of sight, the nearest first."""
    there, back = range(SIDE), range(SIDE - 1, -1, -1)

    def side(column: object, across: range, depth: range) -> tuple[tuple[Place, ...], ...]:
        assert callable(column)
        return tuple(
            tuple(place_at(column(left, deep), level) for deep in depth)
            for level in LEVELS
            for left in across
        )

    def by_file(left: int, deep: int) -> Column:
        return column_at(left, deep)

    def by_rank(left: int, deep: int) -> Column:
        return column_at(deep, left)

    above = tuple(
        tuple(place_at(column_at(file, rank), level) for level in back)
        for rank in there
        for file in there
    )
    return {
        "above": above,
        "south": side(by_file, there, there),
        "north": side(by_file, back, back),
        "east": side(by_rank, there, back),
        "west": side(by_rank, back, there),
    }


SIGHTS = _sights()


def _turned(column: Column, quarters: int) -> Column:
    """A column after this many quarter turns of the board, clockwise seen from above."""
    file, rank = file_and_rank(column)
    for _ in range(quarters):
        file, rank = rank, SIDE - 1 - file
    return column_at(file, rank)


TURNS: tuple[tuple[Column, ...], ...] = tuple(
    tuple(_turned(column, quarters) for column in range(len(COLUMN_NAMES))) for quarters in range(4)
)
"""Where each column goes, by quarter turns."""
