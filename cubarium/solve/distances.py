"""How long it takes: plies to the end when both sides play best, for boards that fit into memory.

Who wins makes it short, who loses makes it long. Round by round: a position is a win in n if a move
leads to a loss in n - 1 and none to a shorter one; a loss in n if all moves lead to wins, the
longest in n - 1. A round that finds nothing is the last one; what is left then is drawn.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubarium.core.errors import CubariumError
from cubarium.core.operations import Number, Word, Words
from cubarium.core.solver import PositionIndex
from cubarium.jit import compiled, helper
from cubarium.solve.cpu import Cores
from cubarium.solve.sweep import ZERO, following, has_line, image, rank, reply, spread, unranked
from cubarium.solve.tablebase import Class

Plies = NDArray[np.int8]
"""By position: n + 1 for a win in n, -(n + 1) for a loss in n, 0 for a draw."""
LARGEST = 4
"""The largest board whose distances fit into the memory of an ordinary machine."""


@dataclass(frozen=True)
class Distances:
    """The plies of all positions, by class."""

    index: PositionIndex
    plies: dict[Class, Plies]

    def spectrum(self) -> dict[int, int]:
        """By code, how many positions have it, each as often as its turnings differ."""
        counts: dict[int, int] = {}
        for (a, b), codes in self.plies.items():
            times = np.repeat(self.index.orbit[a].astype(np.int64), self.index.columns(a, b))
            for code in np.unique(codes):
                found = int(times[codes == code].sum())
                counts[int(code)] = counts.get(int(code), 0) + found
        return dict(sorted(counts.items()))

    def codes(self, me: NDArray[np.uint32], op: NDArray[np.uint32]) -> Plies:
        """The codes of many positions at once."""
        found = np.zeros(len(me), np.int8)
        counts = np.bitwise_count(me).astype(np.int64) * 32 + np.bitwise_count(op)
        for count in np.unique(counts):
            a, b = divmod(int(count), 32)
            chosen = np.flatnonzero(counts == count)
            numbers = np.zeros(len(chosen), np.int64)
            _number(
                numbers,
                me[chosen],
                op[chosen],
                self.index.row,
                self.index.turn,
                self.index.turned,
                self.index.below,
                self.index.columns(a, b),
            )
            found[chosen] = self.plies[a, b][numbers]
        return found

    def hardest(self, most: int) -> list[tuple[int, int]]:
        """Some positions (me, op) that take longest to win."""
        longest = max(int(codes.max()) for codes in self.plies.values())
        found: list[tuple[int, int]] = []
        for (a, b), codes in sorted(self.plies.items()):
            columns = self.index.columns(a, b)
            for at in np.flatnonzero(codes == longest)[: most - len(found)]:
                me = self.index.first[a][at // columns]
                squeezed = unranked(int(at % columns), self.index.cells - a, b, self.index.below)
                found.append((int(me), int(spread(np.uint32(squeezed), me))))
        return found


def distances(index: PositionIndex, threads: int | None = None) -> Distances:
    """The plies of all positions of a small board."""
    if index.size > LARGEST:
        raise CubariumError(f"distances are for boards of up to {LARGEST} by {LARGEST}")
    cores = Cores(index, threads)
    every = [(a, b) for a in range(index.cells + 1) for b in range(index.cells + 1 - a)]
    plies = {(a, b): np.zeros(index.positions(a, b), np.int8) for a, b in every}
    none = np.zeros(1, np.int8)
    number, found = 0, 1
    with ThreadPoolExecutor(cores.threads) as pool:
        while found:

            def part(which: Class, number: int = number) -> int:
                a, b = which
                full = a + b == index.cells
                return int(
                    _round(
                        cores.lookups,
                        (a, b, index.cells),
                        index.first[a],
                        index.columns(a, b),
                        (index.columns(b, a), 1 if full else index.columns(b, a + 1)),
                        plies[a, b],
                        plies[b, a],
                        none if full else plies[b, a + 1],
                        number,
                    )
                )

            found = sum(pool.map(part, every))
            number += 1
    return Distances(index, plies)


@helper
def _code(
    lookups: Words, me: Word, op: Word, columns: Number, other: Words, above: Words, number: Number
) -> Number:
    """The code of a position that ends in this many plies; 0: it does not."""
    lines, taken = lookups[4], lookups[5]
    if number == 0:
        return 1 if has_line(me, lines) else -1 if has_line(op, lines) else 0
    code = -(number + 1)
    for move in range(len(taken)):
        if taken[move] & op:
            continue
        row, column = reply(lookups, me, op, move)
        if taken[move] & me:
            found = other[row * columns[0] + column]
        else:
            found = above[row * columns[1] + column]
        if found < 0 and -found <= number:
            return number + 1
        if found <= 0 or found > number:
            code = 0
    return code


@compiled
def _round(
    lookups: Words,
    counts: Words,
    first: Words,
    columns: int,
    reply_columns: Words,
    plies: Words,
    other: Words,
    above: Words,
    number: int,
) -> int:
    """All positions of a class that end in this many plies: how many there are. What another thread
    finds in this round has this number, and is passed over."""
    a, b, cells = counts
    below = lookups[3]
    found = 0
    me = ZERO
    squeezed = ZERO
    column = columns
    for at in range(len(plies)):
        if column == columns:
            me = first[at // columns]
            column = at % columns
            squeezed = unranked(column, cells - a, b, below)
        if plies[at] == 0:
            op = spread(squeezed, me)
            code = _code(lookups, me, op, reply_columns, other, above, number)
            if code:
                plies[at] = code
                found += 1
        column += 1
        if b and column < columns:
            squeezed = following(squeezed)
    return found


@compiled
def _number(
    found: Words,
    me: Word,
    op: Word,
    row: Words,
    turn: Number,
    turned: Words,
    below: Words,
    columns: int,
) -> None:
    """Find the numbers of positions within their class."""
    for at in range(len(me)):
        symmetry = turn[me[at]]
        column = rank(image(turned, symmetry, me[at]), image(turned, symmetry, op[at]), below)
        found[at] = np.int64(row[me[at]]) * columns + column
