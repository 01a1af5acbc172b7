"""The board of Quixo, computed from coordinates: cells, lines, pushes, symmetries.

Cells are numbered row by row from the south-west corner: cell = rank * size + file, both from 0.
"""

from dataclasses import dataclass
from functools import cache
from itertools import product

Cell = int
FILES = "abcdefgh"


@dataclass(frozen=True)
class Geometry:
    """All facts about one size of board."""

    size: int
    names: tuple[str, ...]
    cells: dict[str, Cell]
    edge: frozenset[Cell]
    lines: tuple[tuple[Cell, ...], ...]
    """Rows, columns and the two long diagonals."""
    paths: dict[tuple[Cell, Cell], tuple[Cell, ...]]
    """(taken, pushed in at) -> the cells from the gap to the pushed end, both included; sorted by
    the names of the two."""
    turns: tuple[tuple[Cell, ...], ...]
    """The eight symmetries, the identity first: turns[k][cell] is where the cell goes."""


@cache
def geometry(size: int) -> Geometry:
    """The geometry of a size; made once."""

    def cell(file: int, rank: int) -> Cell:
        return rank * size + file

    span = range(size)
    last = size - 1
    squares = [(file, rank) for rank, file in product(span, span)]
    names = tuple(f"{FILES[file]}{rank + 1}" for file, rank in squares)
    edge = [(file, rank) for file, rank in squares if file in (0, last) or rank in (0, last)]
    lines = (
        *(tuple(cell(file, rank) for file in span) for rank in span),
        *(tuple(cell(file, rank) for rank in span) for file in span),
        tuple(cell(step, step) for step in span),
        tuple(cell(last - step, step) for step in span),
    )

    paths: dict[tuple[Cell, Cell], tuple[Cell, ...]] = {}
    for file, rank in edge:
        for end_file, end_rank in ((0, rank), (last, rank), (file, 0), (file, last)):
            way = max(abs(end_file - file), abs(end_rank - rank))
            if way:
                east = (end_file - file) // way
                north = (end_rank - rank) // way
                paths[cell(file, rank), cell(end_file, end_rank)] = tuple(
                    cell(file + east * step, rank + north * step) for step in range(way + 1)
                )

    def turned(file: int, rank: int, quarters: int, *, mirror: bool) -> Cell:
        if mirror:
            file = last - file
        for _ in range(quarters):
            file, rank = rank, last - file
        return cell(file, rank)

    turns = tuple(
        tuple(turned(file, rank, quarters, mirror=mirror) for file, rank in squares)
        for mirror in (False, True)
        for quarters in range(4)
    )
    return Geometry(
        size=size,
        names=names,
        cells={name: number for number, name in enumerate(names)},
        edge=frozenset(cell(file, rank) for file, rank in edge),
        lines=lines,
        paths=dict(sorted(paths.items(), key=lambda path: [names[cell] for cell in path[0]])),
        turns=turns,
    )
