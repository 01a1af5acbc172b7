"""The texts of moves and positions, both ways.

A move: `Ra1` drops red into column a1, `2+` and `2-` twist layer 2 clockwise and back, `F` flips. A
position: three rows from north to south, in each the three layers from the bottom up, then the seat
to move and, if there is one, the action that is forbidden now:
`...|...|.../.#.|.#.|.#./R..|G..|... RBY 2-`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cubarium.cage import COLOURS
from cubarium.cage.geometry import COLUMNS, LAYERS, NUMBER, SIDE
from cubarium.cage.state import Drop, Flip, Move, State, Twist
from cubarium.core.errors import InvalidMove, InvalidPosition

if TYPE_CHECKING:
    from cubarium.cage.rules import Cage

FLIP = "F"
TWISTS = tuple(f"{layer}{way}" for layer in range(1, LAYERS + 1) for way in "+-")
EMPTY = "."
CLOSED = "#"
FILES = "abc"
MOVE = re.compile(
    rf"(?P<layer>[1-{LAYERS}])(?P<way>[+-])|(?P<colour>[{COLOURS}])(?P<column>..)|{FLIP}"
)
EXPECTED = "a colour and a column (Ra1), a layer and its way (2+ or 2-), or F"


def write_move(m: Move) -> str:
    """A move as a text."""
    if isinstance(m, Drop):
        return m.colour + COLUMNS[m.column]
    if isinstance(m, Twist):
        return f"{m.layer + 1}{'+' if m.clockwise else '-'}"
    return FLIP


def read_move(text: str) -> Move:
    """The move that a text names, legal or not."""
    found = MOVE.fullmatch(text)
    if found is None:
        raise InvalidMove(text, EXPECTED)
    if found["layer"]:
        return Twist(int(found["layer"]) - 1, found["way"] == "+")
    if not found["colour"]:
        return Flip()
    if found["column"] not in NUMBER:
        raise InvalidMove(text, EXPECTED)
    return Drop(found["colour"], NUMBER[found["column"]])


def write_position(game: Cage, s: State) -> str:
    """A position as one line."""
    rows = (
        "|".join(
            "".join(_sign(s, f"{file}{rank}", layer) for file in FILES) for layer in range(LAYERS)
        )
        for rank in range(SIDE, 0, -1)
    )
    forbidden = "" if s.forbidden is None else f" {write_move(s.forbidden)}"
    return f"{'/'.join(rows)} {game.seat_names[s.to_move]}{forbidden}"


def _sign(s: State, name: str, layer: int) -> str:
    if name not in NUMBER:
        return CLOSED
    return s.columns[NUMBER[name]][layer : layer + 1] or EMPTY


def read_position(game: Cage, text: str) -> State:
    """The position that a text describes."""
    board, _, rest = text.partition(" ")
    seat, space, forbidden = rest.partition(" ")
    columns = _read_columns(game, board)
    if seat not in game.seat_names:
        listed = ", ".join(game.seat_names)
        raise InvalidPosition(
            f"expected the seat to move ({listed}), found {seat!r}", len(board) + 1
        )
    column = len(board) + len(seat) + 2
    state = State(columns, game.seat_names.index(seat), _read_forbidden(space, forbidden, column))
    for colour in game.owner:
        if game.left(state, colour) < 0:
            raise InvalidPosition(f"there are more than {game.stock} cubes of {colour}", 1)
    return state


def _read_columns(game: Cage, board: str) -> tuple[str, ...]:
    pattern = "/".join(["|".join(["..."] * LAYERS)] * SIDE)
    for at, (sign, shape) in enumerate(zip(board, pattern, strict=False), 1):
        if (shape in "|/" or sign in "|/") and sign != shape:
            raise InvalidPosition(f"expected three rows of three layers, {pattern}", at)
    if len(board) != len(pattern):
        raise InvalidPosition(f"expected three rows of three layers, {pattern}", len(board) + 1)
    columns = [""] * len(COLUMNS)
    for layer in range(LAYERS):
        for row, rank in enumerate(range(SIDE, 0, -1)):
            for number, file in enumerate(FILES):
                at = row * (LAYERS * (SIDE + 1)) + layer * (SIDE + 1) + number
                _put(game, columns, f"{file}{rank}", layer, board[at], at + 1)
    return tuple(columns)


def _put(game: Cage, columns: list[str], name: str, layer: int, sign: str, at: int) -> None:
    if name not in NUMBER:
        if sign != CLOSED:
            raise InvalidPosition(f"the middle is closed: expected {CLOSED}, found {sign!r}", at)
        return
    if sign == EMPTY:
        return
    if sign not in game.owner:
        listed = ", ".join(game.owner)
        raise InvalidPosition(f"expected {EMPTY} or a colour ({listed}), found {sign!r}", at)
    if len(columns[NUMBER[name]]) < layer:
        raise InvalidPosition(f"the cube in {name}, layer {layer + 1}, has nothing below it", at)
    columns[NUMBER[name]] += sign


def _read_forbidden(space: str, text: str, column: int) -> Twist | Flip | None:
    if not space:
        return None
    try:
        m = read_move(text)
    except InvalidMove:
        m = None
    if m is None or isinstance(m, Drop):
        raise InvalidPosition(f"expected a forbidden action (1+ to 3-, F), found {text!r}", column)
    return m
