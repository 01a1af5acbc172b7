"""Checks distances position by position, with nothing of the solver's: no classes, no turnings, no
shifts. A position is a number in base three, a digit a cell; a push moves cubes cell by cell.

Values alone prove little in a game that can go round in circles: a draw and its drawing replies can
be called anything together. Distances can't: a win in n has a move to a loss in n - 1 and to none
shorter, a loss in n leads to wins alone, the longest in n - 1, and a draw has a drawing move and no
winning one.
"""

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number, Words
from cubarium.core.solver import PushGeometry
from cubarium.jit import compiled

BLANK, ME, OP = range(3)


def spread_out(cells: int, found: Number) -> NDArray[np.int8]:
    """All 3 ** cells codes in the order of their numbers; `found(me, op)` gives those of arrays of
    words."""
    every = np.zeros(3**cells, np.int8)
    step = 3 ** min(cells, 13)
    for begin in range(0, len(every), step):
        numbers = np.arange(begin, begin + step, dtype=np.int64)
        me = np.zeros(step, np.uint32)
        op = np.zeros(step, np.uint32)
        for cell in range(cells):
            digit = numbers % 3
            me |= (digit == ME).astype(np.uint32) << np.uint32(cell)
            op |= (digit == OP).astype(np.uint32) << np.uint32(cell)
            numbers //= 3
        every[begin : begin + step] = found(me, op)
    return every


def paths_and_lines(geometry: PushGeometry) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pushes as cells from the gap to the pushed end, filled up with -1; the lines."""
    paths = np.full((len(geometry.paths), geometry.size), -1, np.int64)
    for row, path in zip(paths, geometry.paths.values(), strict=True):
        row[: len(path)] = path
    return paths, np.array(geometry.lines, np.int64)


@compiled
def faults(codes: Words, paths: Words, lines: Words, cells: int) -> int:
    """In how many positions the code does not follow from those of the moves."""
    wrong = 0
    board = np.zeros(cells, np.int64)
    weights = np.zeros(cells, np.int64)
    weight = 1
    for cell in range(cells):
        weights[cell] = weight
        weight *= 3
    for number in range(len(codes)):
        rest = number
        for cell in range(cells):
            board[cell] = rest % 3
            rest //= 3
        expected = _ended(board, lines)
        if expected == 0:
            expected = _followed(codes, board, paths, weights)
        wrong += codes[number] != expected
    return wrong


@compiled
def _ended(board: Words, lines: Words) -> int:
    """The code of a finished game: a line of the mover's wins, else one of the other's loses."""
    ended = 0
    for line in range(len(lines)):
        owner = board[lines[line, 0]]
        whole = owner != BLANK
        for at in range(lines.shape[1]):
            whole = whole and board[lines[line, at]] == owner
        if whole and owner == ME:
            return 1
        if whole:
            ended = -1
    return ended


@compiled
def _followed(codes: Words, board: Words, paths: Words, weights: Words) -> int:
    """The code that the codes after all moves lead to."""
    shortest_loss = 127
    longest_win = 0
    draws = 0
    for path in range(len(paths)):
        start = paths[path, 0]
        if board[start] == OP:
            continue
        number = 0
        for cell in range(len(board)):
            number += _seen_by_other(board[cell]) * weights[cell]
        end = start
        for at in range(1, paths.shape[1]):
            cell = paths[path, at]
            if cell >= 0:
                number += (_seen_by_other(board[cell]) - _seen_by_other(board[end])) * weights[end]
                end = cell
        number += (OP - _seen_by_other(board[end])) * weights[end]
        code = codes[number]
        if code < 0:
            shortest_loss = min(shortest_loss, -code)
        elif code > 0:
            longest_win = max(longest_win, code)
        else:
            draws += 1
    if shortest_loss < 127:
        return shortest_loss + 1
    return 0 if draws else -(longest_win + 1)


@compiled
def _seen_by_other(cube: Number) -> int:
    return BLANK if cube == BLANK else ME + OP - cube
