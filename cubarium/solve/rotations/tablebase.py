"""Solved full boards on disk: written part by part, memory-mapped for probing.

A file begins with a line that names the format and a line of JSON, filled up with blanks: game,
version of the rules, balls a side, whether entries are plies, how many sweeps were made and whether
they were all, and the SHA-256 of every part. Entries follow, orbit by orbit. A part is checked
before its first answer. A file that is not finished is a checkpoint."""

import hashlib
import json
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import numpy as np

from cubarium.core.errors import CubariumError
from cubarium.solve.rotations.orbits import OrbitIndex
from cubarium.solve.rotations.survey import Survey
from cubarium.solve.tablebase import Array, BadTablebase

MAGIC = b"cubarium table of rotations, 1\n"
HEADER = 1 << 20
PART = 50
"""Orbits with a sum of their own: one that is asked for is checked in some milliseconds."""
Summed = tuple[Array, str, Survey]


class EntrySource(Protocol):
    """Where entries are."""

    @property
    def index(self) -> OrbitIndex: ...

    @property
    def plies(self) -> bool: ...

    def fetched(self, begin: int, end: int) -> Array:
        """The entries of some orbits, as a NumPy array."""


def parts(orbits: int) -> list[tuple[int, int]]:
    """Where the parts begin and end."""
    return [(begin, min(begin + PART, orbits)) for begin in range(0, orbits, PART)]


def entry_bytes(*, plies: bool) -> int:
    """How many bytes an entry takes."""
    return 4 if plies else 1


def file_bytes(index: OrbitIndex, *, plies: bool) -> int:
    """How long a file is."""
    return HEADER + index.positions * entry_bytes(plies=plies)


def surveyed(
    source: EntrySource,
    path: Path | None = None,
    header: dict[str, object] | None = None,
    threads: int = 1,
) -> Survey:
    """Count all entries and, with a path, write them: the file appears under its name only when it
    is complete."""
    total = Survey()
    sums: list[str] = []
    partial = None if path is None else path.with_name(path.name + ".writing")
    file = None if partial is None else partial.open("wb")
    try:
        if file is not None:
            file.write(b" " * HEADER)
        for entries, checksum, survey in _summed(source, threads, is_written=file is not None):
            if file is not None:
                file.write(_bytes(entries))
                sums.append(checksum)
            total.join(survey)
        if file is not None:
            file.seek(0)
            file.write(_head({**(header or {}), "sha256": sums}))
    finally:
        if file is not None:
            file.close()
    if partial is not None and path is not None:
        partial.replace(path)
    return total


def _summed(source: EntrySource, threads: int, *, is_written: bool) -> Iterator[Summed]:
    """All parts in their order, each with its sum and its counts; some are looked at ahead."""

    def task(begin: int, entries: Array) -> Summed:
        survey = Survey()
        survey.add(begin, entries, plies=source.plies)
        checksum = _sum(entries) if is_written else ""
        return entries, checksum, survey

    waiting: deque[Future[Summed]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for begin, end in parts(source.index.orbits):
            waiting.append(pool.submit(task, begin, source.fetched(begin, end)))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _head(header: dict[str, object]) -> bytes:
    head = MAGIC + json.dumps(header).encode() + b"\n"
    if len(head) > HEADER:
        raise CubariumError("the header of the tablebase is too long")
    return head.ljust(HEADER, b" ")


def _sum(entries: Array) -> str:
    return hashlib.sha256(_bytes(entries)).hexdigest()


def _bytes(entries: Array) -> memoryview:
    return np.ascontiguousarray(entries).data.cast("B")


class RotationTablebase:
    """A file that is open for reading; several processes may share it."""

    def __init__(self, path: Path, game: str, rules: int) -> None:
        self.path = path
        with path.open("rb") as file:
            if file.readline(1000) != MAGIC:
                raise BadTablebase(f"{path} is no tablebase of this game")
            line = file.readline(HEADER)
        try:
            header = json.loads(line)
            self.balls, self.sweeps = int(header["balls"]), int(header["sweeps"])
            self.orbits, self.columns = int(header["orbits"]), int(header["columns"])
            self.plies, self.is_finished = bool(header["plies"]), bool(header["finished"])
            self.over = tuple(map(int, header["over"]))
            self._sums = [str(one) for one in header["sha256"]]
        except (ValueError, KeyError, TypeError) as error:
            raise BadTablebase(f"{path}: the header of the tablebase is damaged") from error
        if header.get("game") != game or header.get("rules") != rules:
            raise BadTablebase(f"{path} is a tablebase of another game, or of other rules")
        self.parts = parts(self.orbits)
        if len(self._sums) != len(self.parts) or len(self.over) != 2:
            raise BadTablebase(f"{path}: the header of the tablebase is damaged")
        expected = HEADER + self.orbits * self.columns * entry_bytes(plies=self.plies)
        if path.stat().st_size != expected:
            raise BadTablebase(f"{path} has {path.stat().st_size} bytes; expected {expected}")
        kind = np.dtype("<u4" if self.plies else "u1")
        self.entries: Array = np.memmap(path, kind, "r", HEADER, (self.orbits, self.columns))
        self._unchecked = np.ones(len(self.parts), np.bool_)

    def check(self, orbits: Array) -> None:
        """Raises BadTablebase if a part with one of these orbits is damaged."""
        if not self._unchecked.any():
            return
        wanted = np.unique(orbits // PART)
        for number in wanted[self._unchecked[wanted]]:
            begin, end = self.parts[number]
            if _sum(self.entries[begin:end]) != self._sums[number]:
                raise BadTablebase(f"{self.path}: part {number} is damaged: its checksum is wrong")
            self._unchecked[number] = False

    def checked_part(self, begin: int, end: int) -> Array:
        """The entries of some orbits, as they were written."""
        self.check(np.arange(begin, end))
        return self.entries[begin:end]
