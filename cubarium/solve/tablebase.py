"""Tablebases on disk: written class by class, memory-mapped for probing.

A file begins with a line that names the format, a line of JSON (size, version of the rules, and for
each class its place, length and SHA-256), and goes on with the values: 32 of them in a
little-endian word of 64 bits, the low bits of all in its lower half, the high ones in its upper
half. A class is checked against its sum before its first answer.
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cubarium.core.errors import CubariumError

MAGIC = b"cubarium table of values, 1\n"
ALIGNED = 64
BLOCK = 32
"""Values in a word."""
Class = tuple[int, int]
Values = NDArray[np.uint64]
Array: TypeAlias = Any
"""Values in the memory of whoever sweeps them: cores, or a GPU."""


class BadTablebase(CubariumError):
    """A file that is no tablebase, or a damaged one."""


def write(path: Path, game: str, size: int, rules: int, values: Mapping[Class, Values]) -> None:
    """Write a whole tablebase; it appears under its name only when it is complete."""
    classes = []
    offset = 0
    for (a, b), words in sorted(values.items()):
        data = words.astype("<u8").tobytes()
        classes.append(
            {"a": a, "b": b, "offset": offset, "words": len(words), "sha256": _sum(data)}
        )
        offset += len(data)
    header = {"game": game, "size": size, "rules": rules, "classes": classes}
    head = MAGIC + json.dumps(header).encode() + b"\n"
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        file.write(head.ljust(-(-len(head) // ALIGNED) * ALIGNED, b" "))
        for _, words in sorted(values.items()):
            file.write(words.astype("<u8").tobytes())
    partial.replace(path)


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Tablebase:
    """A tablebase that is open for reading; several processes may share it."""

    def __init__(self, path: Path, game: str, rules: int) -> None:
        self.path = path
        with path.open("rb") as file:
            if file.readline(1000) != MAGIC:
                raise BadTablebase(f"{path} is no tablebase")
            line = file.readline(10_000_000)
        try:
            header = json.loads(line)
            self.size = int(header["size"])
            classes = [self._entry(one) for one in header["classes"]]
        except (ValueError, KeyError, TypeError) as error:
            raise BadTablebase(f"{path}: the header of the tablebase is damaged") from error
        if header.get("game") != game or header.get("rules") != rules:
            raise BadTablebase(f"{path} is a tablebase of another game, or of other rules")
        ends = [offset + 8 * words for _, _, offset, words, _ in classes]
        if [offset for _, _, offset, _, _ in classes] != [0, *ends][: len(classes)]:
            raise BadTablebase(f"{path}: the header of the tablebase is damaged")
        begin = -(-(len(MAGIC) + len(line)) // ALIGNED) * ALIGNED
        length = begin + 8 * sum(words for *_, words, _ in classes)
        if path.stat().st_size != length:
            raise BadTablebase(f"{path} has {path.stat().st_size} bytes; expected {length}")
        whole: Array = (
            np.memmap(path, "<u8", "r", begin, (length - begin) // 8) if classes else None
        )
        self._values: dict[Class, Values] = {}
        self._sums: dict[Class, str] = {}
        for a, b, offset, words, checksum in classes:
            self._values[a, b] = whole[offset // 8 : offset // 8 + words]
            self._sums[a, b] = checksum

    @staticmethod
    def _entry(one: Mapping[str, Any]) -> tuple[int, int, int, int, str]:
        return int(one["a"]), int(one["b"]), int(one["offset"]), int(one["words"]), one["sha256"]

    def __contains__(self, which: Class) -> bool:
        return which in self._values

    @property
    def classes(self) -> list[Class]:
        """All classes that the tablebase has."""
        return sorted(self._values)

    def values(self, which: Class, positions: int) -> Values:
        """The values of a class that has this many positions. They are checked before they are used
        for the first time: whoever looks them up does not ask whether a place is there."""
        words = self._values[which]
        if len(words) != -(-positions // BLOCK):
            raise BadTablebase(f"{self.path}: class {which} is damaged: its length is wrong")
        checksum = self._sums.pop(which, None)
        if checksum is not None and _sum(words.tobytes()) != checksum:
            self._sums[which] = checksum
            raise BadTablebase(f"{self.path}: class {which} is damaged: its checksum is wrong")
        return words
