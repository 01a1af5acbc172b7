"""Checks a tablebase with nothing of the solver's: no orbits, no ranks, no kinds of entries. A
board is cells; rows turn cell by cell.

A plain search decides which boards are won or lost within three plies, whatever is forbidden. What
it decides must be in the tablebase; what the tablebase says of so few plies, the search must
find."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from cubarium.core.operations import Number, Words
from cubarium.core.rotation_solver import RotationFacts
from cubarium.jit import compiled, helper

DEEPEST: Final = 3
UNDECIDED: Final = 99


def square_cells(facts: RotationFacts) -> NDArray[np.int64]:
    """The cells of every square; where one has fewer, its last cell is there again."""
    cells = [
        [cell for cell in range(facts.cells) if int(square) >> cell & 1] for square in facts.squares
    ]
    most = max(map(len, cells))
    return np.array([one + one[-1:] * (most - len(one)) for one in cells], np.int64)


def decided(
    facts: RotationFacts,
    me: NDArray[np.uint32],
    op: NDArray[np.uint32],
    forbidden: NDArray[np.int64],
    deepest: int = DEEPEST,
) -> NDArray[np.int64]:
    """By board: n + 1 for a win in n plies, -(n + 1) for a loss, UNDECIDED: neither within
    `deepest`."""
    rows = facts.rows.astype(np.int64)
    found = np.full(len(me), UNDECIDED, np.int64)
    _decide(found, me, op, forbidden, rows, square_cells(facts), facts.cells, deepest)
    return found


@helper
def _over(board: Words, squares: Words, mover: Number) -> Number:
    """1: the mover has a square, -1: only the other, 0: nobody."""
    over = 0
    for square in range(len(squares)):
        owner = board[squares[square, 0]]
        whole = owner > 0
        for at in range(1, squares.shape[1]):
            whole = whole and board[squares[square, at]] == owner
        if whole and owner == mover:
            return 1
        if whole:
            over = -1
    return over


@helper
def _turn(board: Words, row: Words) -> None:
    last = board[row[2]]
    board[row[2]] = board[row[1]]
    board[row[1]] = board[row[0]]
    board[row[0]] = last


@helper
def _back(rows: Words, move: Number) -> Number:
    """The rotation that turns a row back."""
    for other in range(len(rows)):
        if rows[other, 0] == rows[move, 2] and rows[other, 2] == rows[move, 0]:
            return other
    return -1


@helper
def _ends(board: Words, rows: Words, squares: Words, mover: Number, forbidden: Number) -> Number:
    """What one ply decides: 2: a win in one, -2: a loss in one, UNDECIDED."""
    lost = True
    for move in range(len(rows)):
        if move == forbidden:
            continue
        _turn(board, rows[move])
        over = _over(board, squares, 3 - mover)
        _turn(board, rows[move])
        _turn(board, rows[move])
        if over < 0:
            return 2
        lost = lost and over > 0
    return -2 if lost else UNDECIDED


@compiled
def _searched(
    board: Words,
    rows: Words,
    squares: Words,
    backs: Words,
    mover: int,
    forbidden: int,
    deepest: int,
) -> Number:
    """The plies of a board on which nobody has a square, one move after the other; deeper searches
    are written out, since compiled code here does not call itself."""
    found = _ends(board, rows, squares, mover, forbidden)
    if found != UNDECIDED or deepest < 2:
        return found
    best_win = UNDECIDED
    longest = 0
    is_lost = True
    for move in range(len(rows)):
        if move == forbidden:
            continue
        _turn(board, rows[move])
        reply = _over(board, squares, 3 - mover)
        if reply == 0:
            reply = _ends(board, rows, squares, 3 - mover, backs[move])
            if reply == UNDECIDED and deepest > 2:
                reply = _two(board, rows, squares, backs, 3 - mover, backs[move])
        _turn(board, rows[move])
        _turn(board, rows[move])
        if reply < 0:
            best_win = min(best_win, -reply + 1)
        if reply == UNDECIDED or reply < 0:
            is_lost = False
        else:
            longest = max(longest, reply + 1)
    if best_win != UNDECIDED:
        return best_win
    return -longest if is_lost else UNDECIDED


@helper
def _two(
    board: Words, rows: Words, squares: Words, backs: Words, mover: Number, forbidden: Number
) -> Number:
    """What two plies decide of a board that one ply does not: 3: a win, -3: a loss, UNDECIDED."""
    is_lost = True
    for move in range(len(rows)):
        if move == forbidden:
            continue
        _turn(board, rows[move])
        reply = _over(board, squares, 3 - mover)
        if reply == 0:
            reply = _ends(board, rows, squares, 3 - mover, backs[move])
        _turn(board, rows[move])
        _turn(board, rows[move])
        if reply < 0:
            return 3
        if reply == UNDECIDED:
            is_lost = False
    return -3 if is_lost else UNDECIDED


@compiled
def _decide(
    found: Words,
    me: Words,
    op: Words,
    forbidden: Words,
    rows: Words,
    squares: Words,
    cells: int,
    deepest: int,
) -> None:
    board = np.zeros(cells, np.int64)
    backs = np.zeros(len(rows), np.int64)
    for move in range(len(rows)):
        backs[move] = _back(rows, move)
    for number in range(len(me)):
        for cell in range(cells):
            board[cell] = (np.int64(me[number]) >> cell & 1) + 2 * (
                np.int64(op[number]) >> cell & 1
            )
        over = _over(board, squares, 1)
        if over != 0:
            found[number] = over
        else:
            found[number] = _searched(board, rows, squares, backs, 1, forbidden[number], deepest)
