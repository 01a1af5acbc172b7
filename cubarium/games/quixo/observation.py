"""What the seat to move sees, as numbers: whose cubes are where, its own first."""

from typing import NamedTuple

import numpy as np

from cubarium.core import operations as op
from cubarium.core.observation import ObservationSpace
from cubarium.core.operations import PackedState, Words
from cubarium.games.quixo.bitboard import HALF, TAKEN
from cubarium.games.quixo.kernel import (
    DIGITS,
    EDGE,
    PASS,
    Four5,
    Two3,
    Two4,
    Two5,
    takeable4,
)
from cubarium.games.quixo.rules import Quixo
from cubarium.jit import operation, write_bits

CELLS = TAKEN.astype(np.uint32)
"""By size and push: the cell that is taken; narrow words, of which more are done side by side."""


def _team_cells() -> Words:
    """By team and action: the cell that is taken, none where the dot is not the team's."""
    found = np.zeros((2, PASS), np.uint32)
    for team, digits in enumerate(DIGITS):
        for digit in digits:
            found[team, digit::4] = CELLS[5]
    return found


TEAM_CELLS = _team_cells()


def _two_players(packed: type[NamedTuple], size: int) -> None:
    cells = size * size

    @operation(op.observe, packed)
    def observe(state: PackedState, out: Words) -> None:
        write_bits(state.word, out, 0, cells)
        write_bits(state.word >> HALF, out, cells, cells)

    @operation(op.mask, packed)
    def mask(state: PackedState, out: Words) -> None:
        takeable = np.uint32(EDGE[size] & ~(state.word >> HALF))
        for push in range(len(out)):
            out[push] = (CELLS[size, push] & takeable) != 0


_two_players(Two3, 3)
_two_players(Two4, 4)
_two_players(Two5, 5)


@operation(op.observe, Four5)
def observe4(state: PackedState, out: Words) -> None:
    write_bits(state.ours, out, 0, 25)
    write_bits(state.ours >> HALF, out, 25, 25)
    write_bits(state.theirs, out, 50, 25)
    write_bits(state.theirs >> HALF, out, 75, 25)


@operation(op.mask, Four5)
def mask4(state: PackedState, out: Words) -> None:
    takeable = np.uint32(takeable4(state))
    team = np.int64(state.seat) & 1
    for action in range(PASS):
        out[action] = (TEAM_CELLS[team, action] & takeable) != 0
    out[PASS] = takeable == 0


def space(game: Quixo) -> ObservationSpace:
    """The observations of a table."""
    two = ("own cubes", "the opponent's cubes")
    four = ("own cubes", "the partner's", "those of the next seat", "those of the seat before")
    return ObservationSpace(four if game.dotted else two, (game.board.size, game.board.size))
