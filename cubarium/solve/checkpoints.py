"""Solved tiers on disk: the work of hours is not lost, and becomes the tablebase in the end."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cubarium.core.solver import PositionIndex
from cubarium.solve.tablebase import Array, BadTablebase, Class, Tablebase, write

Counts = tuple[int, int, int]
COUNTS = "counts.json"


class Checkpoints:
    """A folder with a file for each solved tier, and the counts of all."""

    def __init__(
        self, folder: Path, game: str, rules: int, index: PositionIndex, keep: int
    ) -> None:
        """Tiers with more than `keep` cubes are deleted when the one below is there."""
        self.folder = folder
        self.game, self.rules, self.index, self.keep = game, rules, index, keep
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, cubes: int) -> Path:
        """The file of a tier."""
        return self.folder / f"tier{cubes:02}.table"

    def save(
        self, cubes: int, values: Mapping[Class, Array], counts: Mapping[Class, Counts]
    ) -> None:
        """Write what has been counted so far, then the tier: it is done when its file is there."""
        data = {f"{a} {b}": numbers for (a, b), numbers in counts.items()}
        partial = self.folder / f"{COUNTS}.partial"
        partial.write_text(json.dumps(data), "utf-8")
        partial.replace(self.folder / COUNTS)
        write(self.path(cubes), self.game, self.index.size, self.rules, values)
        if cubes + 1 > self.keep:
            self.path(cubes + 1).unlink(missing_ok=True)

    def lowest(self) -> tuple[int, dict[Class, Array], dict[Class, Counts]] | None:
        """The last tier that was finished, with its values and all counts; None: there is none."""
        there = [int(path.stem[4:]) for path in self.folder.glob("tier??.table")]
        if not there:
            return None
        cubes = min(there)
        values = self._tier(cubes)
        text = (self.folder / COUNTS).read_text("utf-8")
        counts: dict[Class, Counts] = {}
        for name, numbers in json.loads(text).items():
            a, b = map(int, name.split())
            counts[a, b] = tuple(numbers)
        return cubes, values, {which: one for which, one in counts.items() if sum(which) >= cubes}

    def _tier(self, cubes: int) -> dict[Class, Array]:
        """The values of a tier, whole and of this board."""
        tier = Tablebase(self.path(cubes), self.game, self.rules)
        if tier.size != self.index.size:
            raise BadTablebase(f"{self.folder} holds tiers of boards of {tier.size} by {tier.size}")
        if tier.classes != [(a, cubes - a) for a in range(cubes + 1)]:
            raise BadTablebase(f"{self.path(cubes)} is not the whole tier")
        return {which: tier.values(which, self.index.positions(*which)) for which in tier.classes}

    def clear(self) -> None:
        """Delete what was written here, and the folder if nothing else is in it."""
        for path in (*self.folder.glob("tier??.table"), self.folder / COUNTS):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def joined(self, path: Path) -> None:
        """One tablebase of all tiers that are kept."""
        values: dict[Class, Array] = {}
        for cubes in range(self.keep + 1):
            values.update(self._tier(cubes))
        write(path, self.game, self.index.size, self.rules, values)
