"""The texts of moves and positions, both ways.

A move: `Ra1` drops red into column a1, `2+` and `2-` twist layer 2 clockwise and back, `F` flips. A
position: three rows from north to south, in each the three layers from the bottom up, then the seat
to move and, if there is one, the action that is forbidden now:
`...|...|.../.#.|.#.|.#./R..|G..|... RBY 2-`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cubarium.core.errors import InvalidMove, InvalidPosition
from cubarium.core.grid_text import Point, read_layers, read_tail, write_layers
from cubarium.games.cage import COLOURS
from cubarium.games.cage.geometry import COLUMNS, LAYERS, NUMBER
from cubarium.games.cage.messages import Flaw
from cubarium.games.cage.state import Drop, Flip, Move, State, Twist

if TYPE_CHECKING:
    from cubarium.games.cage.rules import Cage

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

    def sign(point: Point) -> str:
        name = _name(point)
        if name not in NUMBER:
            return CLOSED
        return s.columns[NUMBER[name]][point[2] : point[2] + 1] or EMPTY

    forbidden = "" if s.forbidden is None else f" {write_move(s.forbidden)}"
    return f"{write_layers(sign)} {game.seat_names[s.to_move]}{forbidden}"


def _name(point: Point) -> str:
    return f"{FILES[point[0]]}{point[1] + 1}"


def read_position(game: Cage, text: str) -> State:
    """The position that a text describes."""
    board, _, _ = text.partition(" ")
    columns = [""] * len(COLUMNS)
    for point, sign, at in read_layers(board):
        _put(game, columns, point, sign, at)
    seat, forbidden, at = read_tail(text, game.seat_names)
    state = State(tuple(columns), seat, _read_forbidden(forbidden, at))
    for colour in game.owner:
        if game.left(state, colour) < 0:
            raise game.spec.info.impossible(Flaw.TOO_MANY, colour)
    return state


def _put(game: Cage, columns: list[str], point: Point, sign: str, at: int) -> None:
    name, layer = _name(point), point[2]
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


def _read_forbidden(text: str | None, column: int) -> Twist | Flip | None:
    if text is None:
        return None
    if text not in (*TWISTS, FLIP):
        raise InvalidPosition(f"expected a forbidden action (1+ to 3-, F), found {text!r}", column)
    m = read_move(text)
    assert not isinstance(m, Drop)
    return m
