"""Checks random boards with one ball outside by the readable rules: values must follow from those
after all moves."""

from collections.abc import Sequence
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubarium.core.game import AnyGame
from cubarium.core.operations import Words
from cubarium.core.rotation_solver import RotationIndex
from cubarium.core.turn import Ended
from cubarium.jit import compiled
from cubarium.solve.rotations.entries import DRAW, LOSS, WIN, value_without
from cubarium.solve.rotations.orbits import smallest_image, turned_word
from cubarium.solve.rotations.outside import OutsideIndex
from cubarium.solve.rotations.prober import squeezed
from cubarium.solve.sweep import ONE, popcount
from cubarium.solve.tablebase import Array

FULL = 2
"""Instead of a class: every ball is in."""
FIRST = 0
"""The seat to move in the boards that are checked."""


class CodeSource(Protocol):
    """Where the codes of both classes are, and those of full boards."""

    def fetched(self, kind: int, numbers: NDArray[np.int64]) -> Array:
        """Some codes of a class, or of FULL boards, by their numbers."""


class OutsideCheck:
    """Random boards, and their values."""

    def __init__(
        self, game: AnyGame, numbering: RotationIndex, index: OutsideIndex, source: CodeSource
    ) -> None:
        self.game, self.numbering, self.index, self.source = game, numbering, index, source
        orbits = index.orbits
        self._moved = orbits.reversals[:, orbits.reversals[0]].astype(np.int64)

    def wrong(self, count: int, rng: Random) -> list[str]:
        """The positions, of this many random ones, whose value does not follow."""
        states = [self._random(rng) for _ in range(count)]
        running = [state for state in states if not isinstance(self.game.turn(state), Ended)]
        after = [
            [self.game.play(state, move) for move in self.game.moves(state)] for state in running
        ]
        replies = iter(self.values([reply for some in after for reply in some]))
        due = {}
        for state, some in zip(running, after, strict=True):
            found = {next(replies) for _ in some}
            due[state] = WIN if LOSS in found else DRAW if DRAW in found else LOSS
        known = self.values(states)
        return [
            self.game.text(state)
            for state, value in zip(states, known, strict=True)
            if value != (due[state] if state in due else self._ended(state))
        ]

    def _ended(self, state: object) -> int:
        turn = self.game.turn(state)
        return WIN if isinstance(turn, Ended) and FIRST in turn.outcome.winners else LOSS

    def _random(self, rng: Random) -> object:
        """One ball of either side is outside; half of the time a complete row may not turn."""
        facts = self.index.facts
        cells = rng.sample(range(facts.cells), 2 * facts.balls)
        mine = facts.balls - rng.randrange(2)
        me = sum(1 << cell for cell in cells[:mine])
        op = sum(1 << cell for cell in cells[mine:-1])
        rows = [number for number, row in enumerate(facts.rows) if cells[-1] not in row]
        forbidden = rng.choice(rows) if rng.random() < 0.5 else -1
        return self.numbering.state(me, op, forbidden, gap=1 << cells[-1])

    def values(self, states: Sequence[object]) -> list[int]:
        """The values of positions with one ball outside, or none."""
        words = np.array([self.numbering.gapped_words(state) for state in states], np.int64)
        if not len(words):
            return []
        index, orbits = self.index, self.index.orbits
        balls = index.facts.balls
        me, op, gap = (words[:, at].astype(np.uint32) for at in range(3))
        kinds = np.where(gap == 0, FULL, np.bitwise_count(me) - (balls - 1))
        uppers = np.zeros((3, 1 << balls), np.int32)
        for kind in range(FULL):
            uppers[kind, : 1 << (balls - 1)] = index.upper(kind)
        uppers[FULL] = orbits.upper
        numbers, turns = np.zeros((2, len(me)), np.int64)
        columns = np.array([index.columns, index.columns, orbits.columns])
        lookups = orbits.first, orbits.turned, uppers, orbits.lower, columns
        _number(numbers, turns, me, op, gap, kinds.astype(np.int64), *lookups, balls)
        codes = np.zeros(len(words), np.int64)
        for kind in range(FULL + 1):
            chosen = kinds == kind
            codes[chosen] = self.source.fetched(kind, numbers[chosen])
        moved = np.where(words[:, 3] < 0, -1, self._moved[turns, words[:, 3]])
        return [
            int(value_without(int(code), int(ban))) for code, ban in zip(codes, moved, strict=True)
        ]


@compiled
def _number(
    numbers: Words,
    turns: Words,
    me: Words,
    op: Words,
    gap: Words,
    kinds: Words,
    first: Words,
    turned: Words,
    uppers: Words,
    lower: Words,
    columns: Words,
    balls: int,
) -> None:
    """Find the numbers of boards within their class, and the symmetries that lead there."""
    half = np.uint32((1 << balls) - 1)
    for at in range(len(me)):
        best, turn = smallest_image(turned, me[at] | op[at] | gap[at])
        row = np.int64(np.searchsorted(first, best))
        word = squeezed(turned_word(turned, turn, me[at]), best)
        if gap[at]:
            under = squeezed(turned_word(turned, turn, gap[at]), best) - ONE
            word = (word & under) | (word >> ONE & ~under)
            row = row * 2 * balls + popcount(under)
        column = uppers[kinds[at], word >> np.uint32(balls)] + lower[word & half]
        numbers[at] = row * columns[kinds[at]] + column
        turns[at] = turn
