"""Cubulus for two with every ball in the cage, for the solver: words of places, and row rotations.

A position is seen by its mover: `me` and `op` are the places of the mover's and of the other's
balls, all other places are neutral. Rotations have the numbers of their rows in `ROWS`.
"""

from functools import cache

import numpy as np

from cubarium.core.errors import CubariumError
from cubarium.core.rotation_solver import RotationFacts
from cubarium.games.cubulus.geometry import NAMES, ROWS, SQUARES, TURNS
from cubarium.games.cubulus.rules import NEUTRAL, Cubulus
from cubarium.games.cubulus.state import Ball, Rearrange, State

BALLS = 9
SWEEPS = 126
_NUMBERS = {row: number for number, row in enumerate(ROWS)}


@cache
def facts(balls: int) -> RotationFacts:
    """The cage with this many balls a side; the others are neutral."""
    return RotationFacts(
        cells=len(NAMES),
        balls=balls,
        symmetries=np.array([where for where, _ in TURNS], np.uint8),
        rows=np.array(list(ROWS.values()), np.uint8),
        squares=np.array([sum(1 << place for place in square) for square in SQUARES], np.uint32),
    )


def check(game: Cubulus) -> None:
    """Raises CubariumError if the boards of this game are not numbered."""
    if game.players != 2:
        raise CubariumError("only Cubulus for two players is solved")


def gapped_words(s: State) -> tuple[int, int, int, int]:
    """The places of the seat to move, those of the other, the empty ones, and the number of the
    forbidden rotation (-1: none)."""
    found = {0: 0, 1: 0, NEUTRAL: 0, None: 0}
    for place, ball in enumerate(s.board):
        found[ball] |= 1 << place
    forbidden = -1 if s.forbidden is None else _NUMBERS[s.forbidden.place, s.forbidden.axis]
    return found[s.to_move], found[1 - s.to_move], found[None], forbidden


def words(s: State) -> tuple[int, int, int] | None:
    """The places of the seat to move, those of the other, and the number of the forbidden rotation
    (-1: none). None: some place is empty, or the sides differ."""
    me, op, gap, forbidden = gapped_words(s)
    return None if gap or me.bit_count() != op.bit_count() else (me, op, forbidden)


def state(me: int, op: int, forbidden: int, gap: int = 0) -> State:
    """The position in which the first seat is to move and has `me`; the places of `gap` are
    empty."""

    def ball(place: int) -> Ball | None:
        if gap >> place & 1:
            return None
        return 0 if me >> place & 1 else 1 if op >> place & 1 else NEUTRAL

    ban = None if forbidden < 0 else Rearrange(*list(ROWS)[forbidden])
    return State(tuple(map(ball, range(len(NAMES)))), 0, ban)
