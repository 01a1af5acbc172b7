"""Exact values and plies of full boards, looked up in a tablebase."""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cubarium.core.game import AnyGame
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.core.rotation_solver import RotationIndex
from cubarium.core.solver import WinDrawLoss
from cubarium.jit import compiled, helper
from cubarium.solve.rotations.entries import DRAW, LOSS, WIN, plies_without, value_without
from cubarium.solve.rotations.orbits import orbit_index, smallest_image, turned_word
from cubarium.solve.rotations.tablebase import RotationTablebase
from cubarium.solve.sweep import ONE, ZERO
from cubarium.solve.tablebase import BadTablebase

MEANING: Final = {DRAW: WinDrawLoss.DRAW, WIN: WinDrawLoss.WIN, LOSS: WinDrawLoss.LOSS}
Many = NDArray[np.uint32]


class RotationProber:
    """Knows the value of every full board, whichever rotation is forbidden."""

    def __init__(self, game: AnyGame, index: RotationIndex, path: Path) -> None:
        index.check(game)
        self.game = game
        self.index = index
        self.tablebase = RotationTablebase(path, game.name, game.spec.info.rules_version)
        if not self.tablebase.is_finished:
            raise BadTablebase(f"{path} is not finished: `cubarium solve` goes on with it")
        self.orbits = orbit_index(index.facts(self.tablebase.balls))
        if (self.orbits.orbits, self.orbits.columns) != self.tablebase.entries.shape:
            raise BadTablebase(f"{path}: the header of the tablebase is damaged")
        reversals = self.orbits.reversals
        self._moved = np.ascontiguousarray(reversals[:, reversals[0]])
        """By symmetry and rotation: where it takes the rotation."""
        word = np.zeros(1, np.uint32)  # compiles or loads what the first question would wait for
        self._looked_up(word, word, np.zeros(1, np.int64))

    @property
    def reach(self) -> str:
        """Which positions are known."""
        return f"positions with all balls on the board, {self.tablebase.balls} a side"

    def _words(self, s: PackedState) -> tuple[Many, Many, NDArray[np.int64]] | None:
        found = self.index.words(s)
        if found is None or found[0].bit_count() != self.tablebase.balls:
            return None
        me, op, forbidden = found
        return np.array([me], np.uint32), np.array([op], np.uint32), np.array([forbidden])

    def value(self, s: PackedState) -> WinDrawLoss | None:
        """The value for the seat to move; None: not a full board."""
        words = self._words(s)
        return None if words is None else MEANING[int(self.values(*words)[0])]

    def plies(self, s: PackedState) -> int | None:
        """How many plies the game still takes with best play; None: that is not known, or a
        draw."""
        words = self._words(s)
        if words is None or not self.tablebase.plies:
            return None
        found = int(self.distances(*words)[0])
        return abs(found) - 1 if found else None

    def values(self, me: Many, op: Many, forbidden: NDArray[np.int64]) -> NDArray[np.int64]:
        """The values of many boards at once; `forbidden`: a rotation of each, -1: none."""
        if self.tablebase.plies:
            plies = self.distances(me, op, forbidden)
            return np.where(plies > 0, WIN, np.where(plies < 0, LOSS, DRAW))
        return self._looked_up(me, op, forbidden)

    def distances(self, me: Many, op: Many, forbidden: NDArray[np.int64]) -> NDArray[np.int64]:
        """n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw. Raises BadTablebase if the
        table has values alone."""
        if not self.tablebase.plies:
            raise BadTablebase(f"{self.tablebase.path} has no distances")
        return self._looked_up(me, op, forbidden)

    def _looked_up(self, me: Many, op: Many, forbidden: NDArray[np.int64]) -> NDArray[np.int64]:
        orbits = self.orbits
        balls = orbits.facts.balls
        rows, columns, turns, found = np.zeros((4, len(me)), np.int64)
        places = rows, columns, turns
        _locate(*places, me, op, orbits.first, orbits.turned, orbits.upper, orbits.lower, balls)
        self.tablebase.check(rows)
        _look_up(
            found,
            self.tablebase.entries,
            *places,
            forbidden,
            self._moved,
            int(self.tablebase.plies),
        )
        return found


@helper
def squeezed(word: Word, mask: Word) -> Number:
    """A word on the cells of a mask, as a word on their numbers."""
    after = ZERO
    bit = ONE
    while mask:
        if word & mask & ~(mask - ONE):
            after |= bit
        bit <<= ONE
        mask &= mask - ONE
    return after


@compiled
def _locate(
    rows: Words,
    columns: Words,
    turns: Words,
    me: Words,
    op: Words,
    first: Words,
    turned: Words,
    upper: Words,
    lower: Words,
    balls: int,
) -> None:
    """Find the orbits and columns of boards, and the symmetries that lead there."""
    half = np.uint32((1 << balls) - 1)
    for at in range(len(me)):
        best, turn = smallest_image(turned, me[at] | op[at])
        rows[at] = min(np.searchsorted(first, best), len(first) - 1)
        word = squeezed(turned_word(turned, turn, me[at]), best)
        columns[at] = upper[word >> np.uint32(balls)] + lower[word & half]
        turns[at] = turn


@compiled
def _look_up(
    found: Words,
    entries: Words,
    rows: Words,
    columns: Words,
    turns: Words,
    forbidden: Words,
    moved: Words,
    plies: int,
) -> None:
    """Read the entries of boards."""
    for at in range(len(rows)):
        ban = -1 if forbidden[at] < 0 else np.int64(moved[turns[at], forbidden[at]])
        entry = np.int64(entries[rows[at], columns[at]])
        found[at] = plies_without(entry, ban) if plies else value_without(entry, ban)
