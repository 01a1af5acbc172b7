"""The kernel's lookups, made from the geometry. The first index is the size of the board.

A lookup of bitboards holds each bitboard twice, the second time 32 bits up (see kernel.py).
"""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium.games.quixo.geometry import Cell, geometry

Lookup = NDArray[np.uint64]
SIZES = (3, 4, 5)
MOST = 44  # pushes on the largest board
KINDS = 4  # of lines: by their distance from the edge, and diagonals
LINE_STATES = 1 << 10  # five bits for own cubes, five for those of the others
DOT_KINDS = 17  # cubes on the edge with one seat's dot
PASS = 4 * MOST  # the action id after all pushes with their four dots


def bitboard(cells: Iterable[Cell]) -> int:
    """Cells as bits."""
    return sum(1 << cell for cell in cells)


def both(bits: int) -> int:
    """The same bits in both halves of a word."""
    return bits | bits << 32


def _zeros(*shape: int) -> Lookup:
    return np.zeros((SIZES[-1] + 1, *shape), dtype=np.uint64)


def pushes() -> tuple[Lookup, Lookup, Lookup, Lookup, Lookup, Lookup]:
    """By push: the cell taken (low half alone), the cells that stay (both halves), those that
    slide, by how much up or down, and the cell that the cube comes into (low half alone)."""
    taken, kept, slid, up, down, into = (_zeros(MOST) for _ in range(6))
    for size in SIZES:
        for push, path in enumerate(geometry(size).paths.values()):
            step = path[0] - path[1]
            taken[size, push] = bitboard(path[:1])
            kept[size, push] = 2**64 - 1 - both(bitboard(path))
            slid[size, push] = both(bitboard(path[1:]))
            up[size, push] = max(step, 0)
            down[size, push] = max(-step, 0)
            into[size, push] = bitboard(path[-1:])
    return taken, kept, slid, up, down, into


def counts() -> Lookup:
    """The number of pushes."""
    lookup = _zeros()
    for size in SIZES:
        lookup[size] = len(geometry(size).paths)
    return lookup


def edges() -> Lookup:
    """The edge of the board."""
    lookup = _zeros()
    for size in SIZES:
        lookup[size] = bitboard(geometry(size).edge)
    return lookup


def lines() -> tuple[Lookup, Lookup]:
    """By the step from one cell of a line to the next: the cells where lines begin, the step."""
    starts, steps = _zeros(4), _zeros(4)
    for size in SIZES:
        begins: dict[int, int] = {}
        for line in geometry(size).lines:
            cells = sorted(line)
            step = cells[1] - cells[0]
            begins[step] = begins.get(step, 0) | both(bitboard(cells[:1]))
        for kind, step in enumerate(sorted(begins)):
            starts[size, kind] = begins[step]
            steps[size, kind] = step
    return starts, steps


def flipped(size: int, file: int, rank: int) -> tuple[int, int]:
    """West and east change places."""
    return size - 1 - file, rank


def transposed(size: int, file: int, rank: int) -> tuple[int, int]:
    """Files become ranks."""
    del size
    return rank, file


def swap(reflection: Callable[[int, int, int], tuple[int, int]]) -> tuple[Lookup, Lookup, Lookup]:
    """A reflection as groups of cells that move by the same step: cells, step up, step down."""
    masks, up, down = (_zeros(2 * SIZES[-1] - 1) for _ in range(3))
    for size in SIZES:
        groups: dict[int, int] = {}
        for cell in range(size * size):
            file, rank = reflection(size, cell % size, cell // size)
            step = rank * size + file - cell
            groups[step] = groups.get(step, 0) | both(1 << cell)
        for part, (step, cells) in enumerate(sorted(groups.items())):
            masks[size, part] = cells
            up[size, part] = max(step, 0)
            down[size, part] = max(-step, 0)
    return masks, up, down


def dots() -> tuple[Lookup, NDArray[np.int64]]:
    """Action ids go by text, so a dot's digit is its place among the letters E N S W: by seat; and
    by team, the two digits in order."""
    names = "NESW"
    digit = [sorted(names).index(name) for name in names]
    teams: list[Any] = [sorted(digit[team::2]) for team in range(2)]
    return np.array(digit, dtype=np.uint64), np.array(teams, dtype=np.int64)


def columns() -> tuple[Lookup, Lookup, Lookup]:
    """To gather the bits of a column: its cells from the first file, a factor that brings them
    side by side, and how far up they are then."""
    cells, factor, down = _zeros(), _zeros(), _zeros()
    for size in SIZES:
        cells[size] = bitboard(size * rank for rank in range(size))
        top = size * (size - 1)
        factor[size] = sum(1 << (top - (size - 1) * rank) for rank in range(size))
        down[size] = top
    return cells, factor, down


def diagonals() -> Lookup:
    """The cells of both."""
    lookup = _zeros(2)
    for size in SIZES:
        lookup[size] = [bitboard(line) for line in geometry(size).lines[-2:]]
    return lookup


def _line_states(size: int, kind: int) -> list[tuple[int, int]]:
    """What can be in a line of this kind; of a diagonal only counts are known."""
    if kind == KINDS - 1:
        counts = range(size + 1)
        return [(own, other) for own in counts for other in counts if own + other <= size]
    masks = range(1 << size)
    return [(own, other) for own in masks for other in masks if not own & other]


def _backwards(bits: int, size: int) -> int:
    return sum(1 << (size - 1 - at) for at in range(size) if bits >> at & 1)


def features() -> tuple[NDArray[np.int64], list[int]]:
    """By size and by a line's number (see evaluation.py): the number of its weight; by size: how
    many weights there are."""
    lookup = np.zeros((SIZES[-1] + 1, KINDS * LINE_STATES), np.int64)
    counts = [0] * (SIZES[-1] + 1)
    for size in SIZES:
        known: dict[tuple[int, int, int], int] = {}
        for kind in [*range((size + 1) // 2), KINDS - 1]:
            for own, other in _line_states(size, kind):
                back = (own, other)
                if kind != KINDS - 1:
                    back = (_backwards(own, size), _backwards(other, size))
                number = known.setdefault((kind, *min((own, other), back)), len(known))
                lookup[size, kind * LINE_STATES + (own | other << 5)] = number
        counts[size] = len(known)
    return lookup, counts


def weights() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The fitted weights, by size and by a line's number; those for teams, with the dots' after."""
    fitted: dict[str, list[int]] = json.loads(
        (Path(__file__).parent / "weights.json").read_text(encoding="utf-8")
    )
    numbers, counts = features()
    lookup = np.zeros(numbers.shape, np.int64)
    for size in SIZES:
        lookup[size] = np.array(fitted[f"2-{size}"], np.int64)[numbers[size]]
    teams = np.array(fitted["4-5"], np.int64)
    lines, dotted = teams[: counts[5]], teams[counts[5] :]
    return lookup, np.concatenate([lines[numbers[5]], dotted])
