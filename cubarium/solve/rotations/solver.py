"""Solves all full boards of a game of rotations, on cores or on a GPU, and writes them."""

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Protocol

from cubarium.core.errors import CubariumError
from cubarium.solve.rotations.orbits import OrbitIndex
from cubarium.solve.rotations.survey import Survey
from cubarium.solve.rotations.tablebase import (
    RotationTablebase,
    entry_bytes,
    file_bytes,
    surveyed,
)
from cubarium.solve.tablebase import Array, BadTablebase

CHECKPOINT_SECONDS = 600.0
"""How often unfinished work is written."""


class RotationBackend(Protocol):
    """Where the sweeps run."""

    @property
    def index(self) -> OrbitIndex: ...

    @property
    def plies(self) -> bool: ...

    def finish(self) -> tuple[int, int]:
        """Write the boards on which the game is over: how many are won, how many lost."""

    def sweep(self, number: int) -> int:
        """The sweep of this number, from 1: how many entries have changed."""

    def fetched(self, begin: int, end: int) -> Array:
        """The entries of some orbits, as a NumPy array."""

    def load(self, begin: int, entries: Array, number: int) -> None:
        """Put back what an earlier run has found by its sweep of this number."""


@dataclass(frozen=True)
class SweepReport:
    """A sweep that has just been made."""

    number: int
    changed: int
    seconds: float


@dataclass(frozen=True)
class RotationSolution:
    """What was found."""

    index: OrbitIndex
    over: tuple[int, int]
    """Boards on which the game is over: won and lost for the side to move."""
    sweeps: int
    seconds: float
    """Of the sweeps."""
    survey: Survey


def needed_bytes(index: OrbitIndex, *, plies: bool) -> int:
    """The memory for the entries and the index."""
    child = 5 * index.orbits * len(index.facts.rows)
    return index.positions * entry_bytes(plies=plies) + 2 * child + (256 << 20)


def check_memory(index: OrbitIndex, free: int, *, plies: bool) -> None:
    """Refuse to start what can't be finished."""
    needed = needed_bytes(index, plies=plies)
    if needed > free:
        raise CubariumError(
            f"solving needs {needed / 1e9:.1f} GB of memory; there are {free / 1e9:.1f} GB"
        )


def check_disk(index: OrbitIndex, path: Path, *, plies: bool) -> None:
    """Refuse to start what can't be written: the tablebase beside its last checkpoint."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise CubariumError(f"there is no folder {folder}")
    needed = 2 * file_bytes(index, plies=plies)
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise CubariumError(
            f"the tablebase needs {needed / 1e9:.1f} GB of disk while it grows; "
            f"{folder} has {free / 1e9:.1f} GB"
        )


@dataclass(frozen=True)
class TableFile:
    """The file that a solution is written to, and its checkpoint beside it."""

    path: Path
    game: str
    rules: int

    @property
    def checkpoint(self) -> Path:
        """Unfinished work."""
        return self.path.with_name(self.path.name + ".unfinished")

    def header(
        self, backend: RotationBackend, over: tuple[int, int], sweeps: int, *, is_finished: bool
    ) -> dict[str, object]:
        """What the file begins with, except for its sums."""
        return {
            "game": self.game,
            "rules": self.rules,
            "balls": backend.index.facts.balls,
            "orbits": backend.index.orbits,
            "columns": backend.index.columns,
            "plies": backend.plies,
            "over": over,
            "sweeps": sweeps,
            "finished": is_finished,
        }

    def resumed(self, backend: RotationBackend) -> tuple[tuple[int, int], int] | None:
        """Load what an earlier run has left: its finished boards and its sweeps; None: nothing."""
        if not self.checkpoint.exists():
            return None
        tablebase = RotationTablebase(self.checkpoint, self.game, self.rules)
        index = backend.index
        same = (tablebase.orbits, tablebase.columns, tablebase.plies)
        if same != (index.orbits, index.columns, backend.plies):
            raise BadTablebase(f"{self.checkpoint} is unfinished work of another kind")
        for begin, end in tablebase.parts:
            backend.load(begin, tablebase.checked_part(begin, end), tablebase.sweeps)
        won, lost = tablebase.over
        return (won, lost), tablebase.sweeps


def solve(
    backend: RotationBackend,
    file: TableFile | None = None,
    progress: Callable[[SweepReport], None] | None = None,
    checkpoint_seconds: float = CHECKPOINT_SECONDS,
    threads: int | None = None,
) -> RotationSolution:
    """Sweep until nothing changes. With a file, the solution is written, and unfinished work every
    few minutes: a second call goes on from there."""
    threads = threads or os.cpu_count() or 1
    begun = saved = monotonic()
    found = None if file is None else file.resumed(backend)
    over, number = found or (backend.finish(), 0)
    changed = -1
    while changed:
        number += 1
        started = monotonic()
        changed = backend.sweep(number)
        now = monotonic()
        if progress is not None:
            progress(SweepReport(number, changed, now - started))
        if file is not None and changed and now - saved > checkpoint_seconds:
            header = file.header(backend, over, number, is_finished=False)
            surveyed(backend, file.checkpoint, header, threads)
            saved = monotonic()
    seconds = monotonic() - begun
    if file is None:
        return RotationSolution(
            backend.index, over, number, seconds, surveyed(backend, threads=threads)
        )
    header = file.header(backend, over, number, is_finished=True)
    survey = surveyed(backend, file.path, header, threads)
    file.checkpoint.unlink(missing_ok=True)
    return RotationSolution(backend.index, over, number, seconds, survey)
