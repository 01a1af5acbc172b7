"""Solves a game of pushes for two, tier by tier: from the fullest boards to the empty one.

A move that takes a blank leads to the tier above, one that takes an own cube stays in its tier and
leads from class (a, b) to (b, a). So a tier needs the one above alone, and within it each pair of
classes is swept until nothing changes any more; what is open then is a draw.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic
from typing import Protocol

from cubarium.core.errors import CubariumError
from cubarium.core.solver import PositionIndex
from cubarium.solve.checkpoints import Checkpoints
from cubarium.solve.tablebase import Array, Class


@dataclass(frozen=True)
class ValueCounts:
    """How many positions of a class are won, lost and drawn for the side to move."""

    wins: int
    losses: int
    draws: int

    def __add__(self, other: "ValueCounts") -> "ValueCounts":
        return ValueCounts(
            self.wins + other.wins, self.losses + other.losses, self.draws + other.draws
        )


NONE = ValueCounts(0, 0, 0)


class Backend(Protocol):
    """Where the sweeps run. Values are arrays of its own."""

    def empty(self, which: Class) -> Array:
        """The values of a class, all open."""

    def sweep(
        self,
        which: Class,
        tier: dict[Class, Array],
        above: dict[Class, Array],
        *,
        opening: bool,
    ) -> int:
        """One sweep over a class: how many positions were settled."""

    def count_values(self, which: Class, values: Array) -> ValueCounts:
        """Count a class, each position as often as its turnings differ."""

    def fetched(self, values: Array) -> Array:
        """The values as a NumPy array."""

    def loaded(self, values: Array) -> Array:
        """A NumPy array as values of its own."""


@dataclass(frozen=True)
class Tier:
    """A solved tier: all positions with this many cubes that are not blank."""

    cubes: int
    values: dict[Class, Array]
    totals: dict[Class, ValueCounts]
    sweeps: int
    seconds: float


def tiers(
    index: PositionIndex,
    backend: Backend,
    last: int = 0,
    done: tuple[int, dict[Class, Array]] | None = None,
) -> Iterator[Tier]:
    """Solve the tiers from the fullest one, or from below one that is done, down to `last`."""
    start, above = (index.cells + 1, {}) if done is None else done
    for cubes in range(start - 1, last - 1, -1):
        begun = monotonic()
        classes = [(a, cubes - a) for a in range(cubes + 1)]
        values = {which: backend.empty(which) for which in classes}
        sweeps = 0
        for a in range(cubes // 2 + 1):
            pair = sorted({(a, cubes - a), (cubes - a, a)})
            opening, settled = True, 1
            while opening or settled:
                settled = sum(
                    backend.sweep(which, values, above, opening=opening) for which in pair
                )
                if opening:
                    settled += 1  # what one class has found, the other has not seen
                opening = False
                sweeps += 1
        totals = {which: backend.count_values(which, values[which]) for which in classes}
        yield Tier(cubes, values, totals, sweeps, monotonic() - begun)
        above = values


def needed_bytes(index: PositionIndex) -> int:
    """The memory for the two largest tiers that follow one another, and for the index."""
    sizes = [
        sum(index.positions(a, cubes - a) for a in range(cubes + 1)) // 4
        for cubes in range(index.cells + 1)
    ]
    pairs = zip(sizes, [*sizes[1:], 0], strict=True)
    needed: int = max(one + other for one, other in pairs) + 8 * len(index.row)
    return needed


def check_memory(index: PositionIndex, free: int) -> None:
    """Refuse to start what can't be finished."""
    needed = needed_bytes(index)
    if needed > free:
        raise CubariumError(
            f"solving needs {needed / 1e9:.1f} GB of memory; there are {free / 1e9:.1f} GB"
        )


def fingerprint(totals: Mapping[Class, ValueCounts]) -> str:
    """A SHA-256 of all counts: lines of cubes, the other's, the mover's, won, lost, drawn."""
    lines = sorted(
        f"{a + b} {b} {a} {one.wins} {one.losses} {one.draws}\n" for (a, b), one in totals.items()
    )
    return sha256("".join(lines).encode()).hexdigest()


Progress = Callable[[Tier], None]


def solve(
    index: PositionIndex,
    backend: Backend,
    checkpoints: Checkpoints | None = None,
    progress: Progress | None = None,
    last: int = 0,
) -> dict[Class, ValueCounts]:
    """All counts by class. With checkpoints, every tier is written, and what is there already is
    not solved again."""
    totals: dict[Class, ValueCounts] = {}
    done = None
    if checkpoints is not None:
        found = checkpoints.lowest()
        if found is not None:
            cubes, values, counted = found
            totals.update({which: ValueCounts(*counts) for which, counts in counted.items()})
            done = (cubes, {which: backend.loaded(one) for which, one in values.items()})
    for tier in tiers(index, backend, last, done):
        totals.update(tier.totals)
        if checkpoints is not None:
            values = {which: backend.fetched(one) for which, one in tier.values.items()}
            counted = {which: (one.wins, one.losses, one.draws) for which, one in totals.items()}
            checkpoints.save(tier.cubes, values, counted)
        if progress is not None:
            progress(tier)
    return totals
