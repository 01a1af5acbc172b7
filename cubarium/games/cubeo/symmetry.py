"""Quarter turns of the whole board of Cube O'."""

from collections.abc import Sequence
from dataclasses import replace

from cubarium.core.game import Symmetry
from cubarium.games.cubeo.cards import Board
from cubarium.games.cubeo.geometry import (
    COLUMN_NAMES,
    CORNERS,
    TURNS,
    Place,
    column_and_level,
    place_at,
)
from cubarium.games.cubeo.state import Carry, Lay, Move, Put, SetCorners, Stand, State


def symmetries(players: int) -> Sequence[Symmetry[State, Move]]:
    """All four turns, the identity first."""
    return tuple(_quarters(number, players) for number in range(len(TURNS)))


def _quarters(number: int, players: int) -> Symmetry[State, Move]:
    where = TURNS[number]

    def place(at: Place) -> Place:
        column, level = column_and_level(at)
        return place_at(where[column], level)

    def state(s: State) -> State:
        turned = {where[at]: cubes for at, cubes in enumerate(s.board)}
        board: Board = tuple(turned[column] for column in range(len(s.board)))
        return replace(
            s,
            board=board,
            twins=tuple(tuple(sorted(map(place, halves))) for halves in s.twins),
            taboo=None if s.taboo is None else where[s.taboo],
        )

    def move(m: Move) -> Move:
        if isinstance(m, Put | Stand):
            return type(m)(where[m.column])
        if isinstance(m, Carry):
            return Carry(where[m.source], where[m.target])
        if isinstance(m, Lay):
            one, other = sorted((where[m.first], where[m.second]), key=COLUMN_NAMES.__getitem__)
            return Lay(one, other)
        if isinstance(m, SetCorners):
            turned = {where[at]: colour for at, colour in zip(CORNERS, m.colours, strict=True)}
            return SetCorners(tuple(turned[at] for at in CORNERS))
        return m

    return Symmetry(f"turned by {number} quarters", state, move, tuple(range(players)))
