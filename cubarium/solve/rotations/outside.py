"""The tier above full boards: one ball is still outside, and one cell is empty.

There are two classes: the mover has the ball, or the other. Whoever has it may put it into the gap,
unless the gap is inside, or push it in at an end of a row that the gap is in: that leads to a full
board. Rows without the gap may turn: that leads to the other class. A board's row is its orbit (the
gap counts among the cells of the two sides) and the gap, its column the rank of the mover's cells.

A ball that comes in at the end of a row whose last cell is empty is a ball in that cell and a
rotation; if the middle one is empty, it is a ball there that changes places with the first one."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import comb
from time import monotonic
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubarium.core.errors import CubariumError
from cubarium.solve.rotations.orbits import OrbitIndex, children_of, words_of
from cubarium.solve.rotations.solver import SweepReport, needed_bytes
from cubarium.solve.rotations.survey import RotationCounts, Survey

CLASSES = (0, 1)
"""The mover has the ball outside; the other has it."""
WAYS = 6
"""The most ways in to one gap."""
PUT, NO_WAY = 255, 254


class OutsideIndex:
    """The lookups of the tier, made from the orbits of full boards."""

    def __init__(self, orbits: OrbitIndex) -> None:
        self.orbits = orbits
        self.facts = orbits.facts
        self.places = 2 * self.facts.balls
        self.columns = comb(self.places - 1, self.facts.balls)
        self.rows = orbits.orbits * self.places
        """Of each class."""

    @property
    def positions(self) -> int:
        """Of each class."""
        return self.rows * self.columns

    def mover_balls(self, kind: int) -> int:
        """How many balls of the mover are in: it has one outside in class 0."""
        return self.facts.balls - 1 + kind

    def words(self, kind: int) -> NDArray[np.uint32]:
        """By column: the mover's cells among those that are taken."""
        return words_of(self.mover_balls(kind), self.columns)

    def upper(self, kind: int) -> NDArray[np.int32]:
        """As the field of OrbitIndex, for one cell less; `lower` is the same."""
        balls = self.facts.balls
        counts = [half.bit_count() for half in range(1 << (balls - 1))]
        below = [self.mover_balls(kind) - count for count in counts]
        wide = [comb(balls, count) if count >= 0 else 0 for count in below]
        return np.concatenate([[0], np.cumsum(wide)[:-1]]).astype(np.int32)

    @cached_property
    def moved(self) -> NDArray[np.uint8]:
        """By way in and cell: where a ball goes; first the rotations, then the exchanges of the
        first two cells of the rows."""
        exchanged = np.tile(np.arange(self.facts.cells, dtype=np.uint8), (len(self.facts.rows), 1))
        for number, (first, second, _) in enumerate(self.facts.rows):
            exchanged[number, [first, second]] = second, first
        return np.concatenate([self.orbits.rotated, exchanged])

    @cached_property
    def joined(self) -> NDArray[np.uint8]:
        """By symmetry, way in and cell: where a ball comes to by both."""
        return np.stack([where[self.moved] for where in self.facts.symmetries])

    @cached_property
    def children(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """By orbit and way in: as the orbits have it for rotations."""
        return children_of(self.orbits.first, self.moved, self.orbits.turned)

    @cached_property
    def ways(self) -> NDArray[np.uint8]:
        """By gap: the ways in, PUT among them, filled up with NO_WAY."""
        rows = self.facts.rows.tolist()
        ends = {row[0] for row in rows}
        found = np.full((self.facts.cells, WAYS), NO_WAY, np.uint8)
        for gap in range(self.facts.cells):
            ways = [PUT] if gap in ends else []
            ways += [number for number, row in enumerate(rows) if row[2] == gap]
            ways += [len(rows) + number for number, row in enumerate(rows) if row[1] == gap]
            found[gap, : len(ways)] = ways
        return found


class OutsideBackend(Protocol):
    """Where both classes are swept, above full boards that are solved."""

    @property
    def index(self) -> OutsideIndex: ...

    def finish(self) -> list[tuple[int, int]]:
        """Write the boards on which the game is over: by class, how many are won and lost."""

    def sweep(self, number: int) -> int:
        """One sweep over both classes, from 1: how many entries have changed."""

    def counts(self, kind: int) -> NDArray[np.int64]:
        """By code, how many entries of a class have it."""


@dataclass(frozen=True)
class OutsideSolution:
    """What was found, by class."""

    over: list[tuple[int, int]]
    counts: list[RotationCounts]
    sweeps: int
    seconds: float


def solve_outside(
    backend: OutsideBackend, progress: Callable[[SweepReport], None] | None = None
) -> OutsideSolution:
    """Sweep both classes until nothing changes."""
    begun = monotonic()
    over = backend.finish()
    number, changed = 0, -1
    while changed:
        number += 1
        started = monotonic()
        changed = backend.sweep(number)
        if progress is not None:
            progress(SweepReport(number, changed, monotonic() - started))
    seconds = monotonic() - begun
    counts = [Survey(backend.counts(kind)).counts for kind in CLASSES]
    return OutsideSolution(over, counts, number, seconds)


def check_outside_memory(index: OutsideIndex, free: int) -> None:
    """Refuse to start what can't be finished: both classes, beside full boards."""
    lookups = 10 * index.orbits.orbits * len(index.facts.rows)
    needed = needed_bytes(index.orbits, plies=False) + 2 * index.positions + lookups
    if needed > free:
        raise CubariumError(
            f"solving needs {needed / 1e9:.1f} GB of memory; there are {free / 1e9:.1f} GB"
        )
