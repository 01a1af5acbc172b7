"""Texts of boards of three by three by three places, layer beside layer.

Three rows from north to south, separated by `/`; in each the three layers from the bottom up,
separated by `|`: `abc|abc|abc/…`. A point is (file, rank, layer), all from 0. After the board come
the seat to move and, where there is one, a forbidden move.
"""

from collections.abc import Callable, Iterator, Sequence

from cubarium.core.errors import InvalidPosition
from cubarium.core.turn import Seat

SIDE = 3
PATTERN = "/".join(["|".join(["." * SIDE] * SIDE)] * SIDE)

Point = tuple[int, int, int]


def write_layers(sign: Callable[[Point], str]) -> str:
    """The board, given the sign of each point."""
    span = range(SIDE)
    return "/".join(
        "|".join("".join(sign((file, rank, layer)) for file in span) for layer in span)
        for rank in reversed(span)
    )


def read_layers(board: str) -> Iterator[tuple[Point, str, int]]:
    """Each point with its sign and the column where it stands, layer by layer."""
    for column, (found, shape) in enumerate(zip(board, PATTERN, strict=False), 1):
        if (found in "|/" or shape in "|/") and found != shape:
            raise InvalidPosition(f"expected three rows of three layers, {PATTERN}", column)
    if len(board) != len(PATTERN):
        column = min(len(board), len(PATTERN)) + 1
        raise InvalidPosition(f"expected three rows of three layers, {PATTERN}", column)
    for layer in range(SIDE):
        for row in range(SIDE):
            for file in range(SIDE):
                at = (row * SIDE + layer) * (SIDE + 1) + file
                yield (file, SIDE - 1 - row, layer), board[at], at + 1


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
