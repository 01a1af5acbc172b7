"""The texts of moves and positions, both ways.

A move: `a11` puts a ball into a free place, `a11x` pushes one in along an axis, `@a11x` rearranges
a row, `=a11` is chance that lays a neutral ball. A position: three rows from north to south, in
each the three levels from the bottom up, then the seat to move and, if there is one, the
rearrangement that is forbidden now: `...|...|.../...|...|.../RBY|...|... R @c11x`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cubarium.core.errors import InvalidMove, InvalidPosition
from cubarium.core.grid_text import Point, read_layers, read_tail, write_layers
from cubarium.core.turn import ToMove
from cubarium.games.cubulus.geometry import AXES, NAMES, NUMBER, POINTS, ROWS
from cubarium.games.cubulus.messages import Flaw
from cubarium.games.cubulus.state import Ball, Lay, Move, Push, Put, Rearrange, State

if TYPE_CHECKING:
    from cubarium.games.cubulus.rules import Cubulus

EMPTY = "."
LAID = "="
TURNED = "@"
MOVE = re.compile(rf"(?P<sign>[{LAID}{TURNED}]?)(?P<place>[a-c][1-3][1-3])(?P<axis>[{AXES}]?)")
EXPECTED = "a place (a11), a place and an axis (a11x), or a row to rearrange (@a11x)"


def write_move(m: Move) -> str:
    """A move as a text."""
    name = NAMES[m.place]
    if isinstance(m, Put):
        return name
    if isinstance(m, Lay):
        return LAID + name
    return f"{TURNED if isinstance(m, Rearrange) else ''}{name}{AXES[m.axis]}"


def read_move(text: str) -> Move:
    """The move that a text names, legal or not."""
    found = MOVE.fullmatch(text)
    if found is None:
        raise InvalidMove(text, EXPECTED)
    sign, axis = found["sign"], found["axis"]
    place = NUMBER[found["place"]]
    if sign == LAID and not axis:
        return Lay(place)
    if sign == TURNED and axis:
        return Rearrange(place, AXES.index(axis))
    if not sign:
        return Push(place, AXES.index(axis)) if axis else Put(place)
    raise InvalidMove(text, EXPECTED)


def write_position(game: Cubulus, s: State) -> str:
    """A position as one line."""

    def sign(point: Point) -> str:
        ball = s.board[POINTS.index(point)]
        return EMPTY if ball is None else game.colours[ball]

    forbidden = "" if s.forbidden is None else f" {write_move(s.forbidden)}"
    return f"{write_layers(sign)} {game.seat_names[s.to_move]}{forbidden}"


def read_position(game: Cubulus, text: str) -> State:
    """The position that a text describes."""
    cage, _, _ = text.partition(" ")
    board: list[Ball | None] = [None] * len(NAMES)
    for point, sign, at in read_layers(cage):
        if sign != EMPTY:
            if sign not in game.colours:
                listed = ", ".join(game.colours)
                raise InvalidPosition(
                    f"expected {EMPTY} or a colour ({listed}), found {sign!r}", at
                )
            board[POINTS.index(point)] = game.colours.index(sign)
    seat, forbidden, at = read_tail(text, game.seat_names)
    state = State(tuple(board), seat, _read_forbidden(forbidden, board, at))
    impossible = game.spec.info.impossible
    for colour, letter in enumerate(game.colours):
        if game.left(state, colour) < 0:
            raise impossible(Flaw.TOO_MANY, letter)
    if game.setting_up(state):
        if not game.may_set_up:
            raise impossible(Flaw.NEUTRALS_MISSING, game.colours[-1])
        if any(ball in range(game.players) for ball in board) or forbidden is not None:
            raise impossible(Flaw.NEUTRALS_FIRST)
        if seat != game.initial().to_move:
            raise impossible(Flaw.SETTER_FIRST, game.seat_names[game.initial().to_move])
    elif isinstance(game.turn(state), ToMove) and not game.moves(state):
        raise impossible(Flaw.STUCK)
    return state


def _read_forbidden(
    text: str | None, board: Sequence[Ball | None], column: int
) -> Rearrange | None:
    if text is None:
        return None
    found = MOVE.fullmatch(text)
    if found and found["sign"] == TURNED and found["axis"]:
        m = Rearrange(NUMBER[found["place"]], AXES.index(found["axis"]))
        row = ROWS.get((m.place, m.axis))
        if row is not None and all(board[place] is not None for place in row):
            return m
    raise InvalidPosition(f"expected a complete row not to turn (@a11x), found {text!r}", column)
