"""What a solution says, counted over all entries."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cubarium.solve.rotations.entries import DRAW, LOSS, WIN, EntryKind
from cubarium.solve.rotations.sweep import MOST_PLIES, count_codes, count_plies, longest
from cubarium.solve.tablebase import Array

EXAMPLES = 5
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class RotationCounts:
    """By kind, how many entries there are: each number counts, so a board whose neutral balls have
    symmetries of their own counts more than once. Values are those with nothing forbidden."""

    wins: int
    """Whatever is forbidden."""
    losses: int
    draws: int
    wins_else_draw: int
    """By one rotation alone; a draw if that is forbidden."""
    wins_else_loss: int
    draws_else_loss: int

    @property
    def all_wins(self) -> int:
        """With nothing forbidden."""
        return self.wins + self.wins_else_draw + self.wins_else_loss


@dataclass
class Survey:
    """The counts of all parts that were looked at."""

    codes: Codes = field(default_factory=lambda: np.zeros(256, np.int64))
    plies: NDArray[np.int64] | None = None
    """By plies with nothing forbidden, MOST_PLIES added."""
    longest: int = 0
    """The plies of the longest win, plus 1."""
    examples: list[int] = field(default_factory=list)
    """The numbers of some of the longest wins."""

    def add(self, begin: int, entries: Array, *, plies: bool) -> None:
        """Count the entries of the orbits from `begin` on."""
        codes = np.zeros(256, np.int64)
        count_codes(codes, entries, int(plies))
        if not plies:
            self.join(Survey(codes))
            return
        numbers, counts = np.zeros(EXAMPLES, np.int64), np.zeros(2 * MOST_PLIES, np.int64)
        best = longest(numbers, entries)
        count_plies(counts, entries)
        known = [int(one) + begin * entries.shape[1] for one in numbers if one >= 0]
        self.join(Survey(codes, counts, int(best), known))

    def join(self, other: "Survey") -> None:
        """Add the counts of other parts."""
        self.codes += other.codes
        if other.plies is not None:
            self.plies = other.plies if self.plies is None else self.plies + other.plies
        if other.longest > self.longest:
            self.longest, self.examples = other.longest, []
        if other.longest == self.longest:
            self.examples = (self.examples + other.examples)[:EXAMPLES]

    @property
    def counts(self) -> RotationCounts:
        """The counts by kind."""
        kinds = self.codes.reshape(4, 64).sum(axis=1)
        return RotationCounts(
            wins=int(self.codes[WIN]),
            losses=int(self.codes[LOSS]),
            draws=int(self.codes[DRAW]),
            wins_else_draw=int(kinds[EntryKind.ONE_WINS_ELSE_DRAW]),
            wins_else_loss=int(kinds[EntryKind.ONE_WINS_ELSE_LOSS]),
            draws_else_loss=int(kinds[EntryKind.ONE_DRAWS_ELSE_LOSS]),
        )

    @property
    def spectrum(self) -> dict[int, int]:
        """By plies (n + 1: a win in n, -(n + 1): a loss in n, 0: a draw), how many entries."""
        if self.plies is None:
            return {}
        return {int(at) - MOST_PLIES: int(self.plies[at]) for at in np.flatnonzero(self.plies)}
