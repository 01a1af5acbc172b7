"""A plain solver of full boards: every board and every forbidden rotation, cell by cell.

It shares nothing with cubarium.solve.rotations: no orbits, no ranks, no kinds of entries. A state
is a tuple of cells and the number of the forbidden rotation (-1: none)."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from cubarium.core.rotation_solver import RotationFacts
from cubarium.games.cubulus.geometry import NAMES, POINTS, ROWS, SQUARES, TURNS

ME, OP, NEUTRAL = 0, 1, 2
Cells = tuple[int, ...]
Plies = dict[tuple[Cells, int], int]
"""n + 1 for a win in n, -(n + 1) for a loss in n, 0 for a draw."""


def one_face(balls: int = 4) -> RotationFacts:
    """The bottom of the cage alone: 9 places, 12 rotations, 6 squares, 8 symmetries."""
    cells = [place for place in range(len(NAMES)) if POINTS[place][2] == 0]
    at = {place: number for number, place in enumerate(cells)}
    turns = {tuple(at.get(where[place], -1) for place in cells) for where, _ in TURNS}
    kept = sorted(turn for turn in turns if -1 not in turn)
    rows = [[at[place] for place in row] for row in ROWS.values() if set(row) <= set(cells)]
    squares = {
        sum(1 << at[place] for place in square) for square in SQUARES if set(square) <= set(cells)
    }
    return RotationFacts(
        cells=len(cells),
        balls=balls,
        symmetries=np.array(kept, np.uint8),
        rows=np.array(rows, np.uint8),
        squares=np.array(sorted(squares), np.uint32),
    )


def boards(facts: RotationFacts) -> list[Cells]:
    """All full boards."""
    cells = range(facts.cells)
    return [
        tuple(ME if cell in mine else OP if cell in theirs else NEUTRAL for cell in cells)
        for mine in combinations(cells, facts.balls)
        for theirs in combinations([cell for cell in cells if cell not in mine], facts.balls)
    ]


def turned(board: Cells, row: list[int]) -> Cells:
    """The board after a rotation, seen by the other side."""
    first, second, third = row
    after = list(board)
    after[first], after[second], after[third] = board[third], board[first], board[second]
    return tuple({ME: OP, OP: ME, NEUTRAL: NEUTRAL}[ball] for ball in after)


def has_square(board: Cells, colour: int, squares: list[int]) -> bool:
    """Does a side have a square?"""
    word = sum(1 << cell for cell, ball in enumerate(board) if ball == colour)
    return any(word & square == square for square in squares)


def solved(facts: RotationFacts) -> Plies:
    """The plies of every board with every rotation forbidden, round by round."""
    rows, squares = facts.rows.tolist(), facts.squares.tolist()
    back = {number: rows.index(row[::-1]) for number, row in enumerate(rows)}
    plies: Plies = {}
    running: dict[Cells, list[tuple[Cells, int]]] = {}
    for board in boards(facts):
        over = 1 if has_square(board, ME, squares) else -1 if has_square(board, OP, squares) else 0
        for forbidden in range(-1, len(rows)):
            plies[board, forbidden] = over
        if not over:
            running[board] = [(turned(board, row), back[n]) for n, row in enumerate(rows)]
    number, found = 1, True
    while found:
        new: Plies = {}
        for board, replies in running.items():
            for forbidden in range(-1, len(rows)):
                if plies[board, forbidden]:
                    continue
                after = [plies[reply] for n, reply in enumerate(replies) if n != forbidden]
                if min(after) < 0:
                    new[board, forbidden] = number + 1
                elif min(after) > 0:
                    new[board, forbidden] = -(number + 1)
        plies.update(new)
        number, found = number + 1, bool(new)
    return plies


def varied_face(balls: int, shapes: tuple[tuple[int, ...], ...]) -> RotationFacts:
    """One face on which other shapes win, with all their images: there, unlike in small cages, a
    value depends on the forbidden rotation in every way there is."""
    face = one_face(balls)
    words = {
        sum(1 << where[cell] for cell in shape)
        for where in face.symmetries.tolist()
        for shape in shapes
    }
    return replace(face, squares=np.array(sorted(words), np.uint32))


VARIED = (
    varied_face(3, ((1, 2, 6), (1, 5, 6))),
    varied_face(4, ((2, 4, 6), (0, 2, 5, 6))),
)
"""All kinds of entries; wins of up to 19 and 13 plies."""


# one ball outside

EMPTY = 3


def boards_with_a_gap(facts: RotationFacts) -> list[Cells]:
    """All boards with one empty cell and one ball less of one side."""
    cells = range(facts.cells)
    found = []
    for gap in cells:
        rest = [cell for cell in cells if cell != gap]
        for mine in (facts.balls - 1, facts.balls):
            for own in combinations(rest, mine):
                left = [cell for cell in rest if cell not in own]
                for theirs in combinations(left, 2 * facts.balls - 1 - mine):
                    board = [NEUTRAL] * facts.cells
                    for cell in own:
                        board[cell] = ME
                    for cell in theirs:
                        board[cell] = OP
                    board[gap] = EMPTY
                    found.append(tuple(board))
    return found


def ways_in(facts: RotationFacts, board: Cells) -> list[Cells]:
    """The full boards, seen by the other side, after a ball has come in, if the mover has one."""
    if board.count(ME) == facts.balls:
        return []
    rows = facts.rows.tolist()
    found = []
    gap = board.index(EMPTY)
    if any(row[0] == gap for row in rows):
        found.append([ME if cell == gap else ball for cell, ball in enumerate(board)])
    for row in rows:
        if gap in row[1:]:
            after = list(board)
            for at in range(row.index(gap), 0, -1):
                after[row[at]] = after[row[at - 1]]
            after[row[0]] = ME
            found.append(after)
    return [tuple({ME: OP, OP: ME}.get(ball, ball) for ball in after) for after in found]


def solved_with_a_gap(facts: RotationFacts, full: Plies) -> Plies:
    """The values (1, -1, 0) of every board with one ball outside, with every rotation forbidden."""
    rows, squares = facts.rows.tolist(), facts.squares.tolist()
    back = {number: rows.index(row[::-1]) for number, row in enumerate(rows)}
    values: Plies = {}
    running: dict[Cells, tuple[list[int], dict[int, tuple[Cells, int]]]] = {}
    for board in boards_with_a_gap(facts):
        over = 1 if has_square(board, ME, squares) else -1 if has_square(board, OP, squares) else 0
        for forbidden in range(-1, len(rows)):
            values[board, forbidden] = over
        if not over:
            into = [full[after, -1] for after in ways_in(facts, board)]
            gap = board.index(EMPTY)
            turns = {
                n: (swapped(board, row), back[n]) for n, row in enumerate(rows) if gap not in row
            }
            running[board] = (into, turns)
    found = True
    while found:
        found = False
        for board, (into, turns) in running.items():
            for forbidden in range(-1, len(rows)):
                if values[board, forbidden]:
                    continue
                after = into + [values[reply] for n, reply in turns.items() if n != forbidden]
                now = 1 if min(after) < 0 else -1 if min(after) > 0 else 0
                values[board, forbidden] = now
                found = found or now != 0
    return values


def swapped(board: Cells, row: list[int]) -> Cells:
    """As `turned`, with an empty cell."""
    first, second, third = row
    after = list(board)
    after[first], after[second], after[third] = board[third], board[first], board[second]
    return tuple({ME: OP, OP: ME}.get(ball, ball) for ball in after)
