"""The cube of Cubulus, computed from coordinates: places, rows, squares, symmetries.

A place has three coordinates from 0: file, rank and level. place = file + 3 * rank + 9 * level.
"""

from itertools import combinations, permutations, product

Place = int
Point = tuple[int, int, int]

SIDE = 3
AXES = "xyz"
POINTS: tuple[Point, ...] = tuple(
    (file, rank, level) for level, rank, file in product(range(SIDE), repeat=3)
)
NAMES = tuple(f"{'abc'[file]}{rank + 1}{level + 1}" for file, rank, level in POINTS)
NUMBER = {name: place for place, name in enumerate(NAMES)}
BY_NAME = tuple(sorted(range(len(NAMES)), key=NAMES.__getitem__))
CENTRE = NUMBER["b22"]
_AT = {point: place for place, point in enumerate(POINTS)}


def _row(place: Place, axis: int) -> tuple[Place, ...] | None:
    """The three places from one end of a row to the other; None: not an end."""
    point = POINTS[place]
    if point[axis] not in (0, SIDE - 1):
        return None
    steps = range(SIDE) if point[axis] == 0 else range(SIDE - 1, -1, -1)
    return tuple(_AT[_with(point, axis, step)] for step in steps)


def _with(point: Point, axis: int, value: int) -> Point:
    x, y, z = (value if at == axis else old for at, old in enumerate(point))
    return x, y, z


ROWS: dict[tuple[Place, int], tuple[Place, ...]] = {
    (place, axis): row
    for place in BY_NAME
    for axis in range(len(AXES))
    if (row := _row(place, axis)) is not None
}
"""(place, axis) -> the row that begins there: 54 entries, two for each of the 27 rows."""


def _face(axis: int, side: int) -> list[list[Place]]:
    """The nine places of a face, in rows."""
    across, along = (other for other in range(len(AXES)) if other != axis)
    return [
        [_AT[_with(_with(_with((0, 0, 0), axis, side), across, i), along, j)] for j in range(SIDE)]
        for i in range(SIDE)
    ]


def _squares() -> tuple[tuple[Place, ...], ...]:
    """On each face: four small squares, the corners, the centres of the edges."""
    found: list[list[Place]] = []
    for axis, side in product(range(len(AXES)), (0, SIDE - 1)):
        face = _face(axis, side)
        for i, j in product((0, 1), repeat=2):
            found.append([face[i + k][j + m] for k in (0, 1) for m in (0, 1)])
        found.append([face[i][j] for i in (0, 2) for j in (0, 2)])
        found.append([face[i][j] for i in range(SIDE) for j in range(SIDE) if (i + j) % 2])
    return tuple(tuple(sorted(square)) for square in found)


SQUARES = _squares()


def _moved(order: tuple[int, ...], mirrored: frozenset[int]) -> tuple[Place, ...]:
    """Where each place goes if axis k takes the coordinate of axis order[k], some mirrored."""

    def goes_to(point: Point) -> Point:
        x, y, z = (
            SIDE - 1 - point[source] if axis in mirrored else point[source]
            for axis, source in enumerate(order)
        )
        return x, y, z

    return tuple(_AT[goes_to(point)] for point in POINTS)


AXIS_ORDERS = tuple(permutations(range(len(AXES))))
MIRRORS = tuple(
    frozenset(axes) for count in range(4) for axes in combinations(range(len(AXES)), count)
)
TURNS: tuple[tuple[tuple[Place, ...], tuple[int, ...]], ...] = tuple(
    (_moved(order, mirrored), tuple(order.index(axis) for axis in range(len(AXES))))
    for order in AXIS_ORDERS
    for mirrored in MIRRORS
)
"""The 48 symmetries, the identity first: where each place goes, and where each axis goes."""
