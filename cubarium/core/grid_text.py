"""Texts of boards that are cubes of places, layer beside layer.

Rows from north to south, separated by `/`; in each the layers from the bottom up, separated by
`|`: `abc|abc|abc/…` where a side has three places. A point is (file, rank, layer), all from 0.
After the board come the seat to move and, where there is one, a forbidden move.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from cubarium.core.errors import InvalidPosition
from cubarium.core.turn import Seat

SIDE = 3

Point = tuple[int, int, int]


def write_layers(sign: Callable[[Point], str], side: int = SIDE) -> str:
    """The board, given the sign of each point."""
    span = range(side)
    return "/".join(
        "|".join("".join(sign((file, rank, layer)) for file in span) for layer in span)
        for rank in reversed(span)
    )


def read_layers(board: str, side: int = SIDE) -> Iterator[tuple[Point, str, int]]:
    """Each point with its sign and the column where it stands, layer by layer."""
    pattern = "/".join(["|".join(["." * side] * side)] * side)
    number = {3: "three", 4: "four"}[side]
    expected = f"expected {number} rows of {number} layers, {pattern}"
    for column, (found, shape) in enumerate(zip(board, pattern, strict=False), 1):
        if (found in "|/" or shape in "|/") and found != shape:
            raise InvalidPosition(expected, column)
    if len(board) != len(pattern):
        raise InvalidPosition(expected, min(len(board), len(pattern)) + 1)
    for layer, row, file in product(range(side), repeat=3):
        at = (row * side + layer) * (side + 1) + file
        yield (file, side - 1 - row, layer), board[at], at + 1


def read_tail(text: str, seat_names: Sequence[str]) -> tuple[Seat, str | None, int]:
    """The seat to move, the text of the forbidden move (None: none), its column."""
    board, _, rest = text.partition(" ")
    seat, space, forbidden = rest.partition(" ")
    if seat not in seat_names:
        listed = ", ".join(seat_names)
        column = len(board) + 1
        raise InvalidPosition(f"expected the seat to move ({listed}), found {seat!r}", column)
    column = len(board) + len(seat) + 3
    return seat_names.index(seat), forbidden if space else None, column
