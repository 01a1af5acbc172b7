"""Puzzles for one person: some cards, one arrangement that shows them all. No I/O, no search.

The board begins empty. A cube stands on a column that has room, and only the top one can be taken
away. There are no start cubes and no twins, and 14 cubes of each colour.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import unique

from cubarium.core.errors import CubariumError, IllegalMove, InvalidPosition
from cubarium.core.grid_text import Point, read_layers, write_layers
from cubarium.core.puzzles import Checked, Missing
from cubarium.core.turn import Reason
from cubarium.games.cubeo import COLOURS, CUBES
from cubarium.games.cubeo.cards import DECK, Board, Card, nearest, pictures
from cubarium.games.cubeo.geometry import COLUMN_NAMES, SIDE, SIGHTS, Column, column_at, place_name
from cubarium.games.cubeo.scene_parts import across_and_up

EMPTY_BOARD: Board = ((),) * len(COLUMN_NAMES)
FEWEST, MOST = 2, 8
"""How many cards a puzzle may have."""
EMPTY = "."


@unique
class PuzzleRefusal(Reason):
    """Why a cube can't be placed, or taken."""

    COLUMN_FULL = "column_full"
    COLUMN_EMPTY = "column_empty"
    NONE_LEFT = "none_left"


SENTENCES: Mapping[str, str] = {
    PuzzleRefusal.COLUMN_FULL: "{where} has no room: a column holds no more than four cubes.",
    PuzzleRefusal.COLUMN_EMPTY: "There is no cube on {where}.",
    PuzzleRefusal.NONE_LEFT: "All 14 cubes of {where} are on the board.",
}


def checked_cards(names: Sequence[str]) -> tuple[Card, ...]:
    """The cards of a puzzle, if they can be: different ones, not too few, not too many."""
    for name in names:
        if name not in DECK:
            raise CubariumError(f"there is no card {name!r}; expected c01 to c{len(DECK)}")
    if len(set(names)) != len(names):
        raise CubariumError("a card can't be there twice")
    if not FEWEST <= len(names) <= MOST:
        raise CubariumError(f"a puzzle has {FEWEST} to {MOST} cards; not {len(names)}")
    return tuple(sorted(names))


def cubes(board: Board) -> int:
    """How many cubes stand on a board."""
    return sum(map(len, board))


def place(board: Board, column: Column, colour: str) -> Board:
    """The board with one cube more. Raises IllegalMove."""
    if len(board[column]) == SIDE:
        raise IllegalMove(PuzzleRefusal.COLUMN_FULL, COLUMN_NAMES[column])
    if Counter(cube for cubes in board for cube in cubes)[colour] == CUBES:
        raise IllegalMove(PuzzleRefusal.NONE_LEFT, colour)
    return _with(board, column, (*board[column], colour))


def take(board: Board, column: Column) -> Board:
    """The board without the top cube of a column. Raises IllegalMove."""
    if not board[column]:
        raise IllegalMove(PuzzleRefusal.COLUMN_EMPTY, COLUMN_NAMES[column])
    return _with(board, column, board[column][:-1])


def _with(board: Board, column: Column, cubes: tuple[str, ...]) -> Board:
    return tuple(cubes if at == column else old for at, old in enumerate(board))


def check(cards: Sequence[Card], board: Board) -> tuple[Checked, ...]:
    """Card by card, what is shown and what is missing."""
    found = []
    for card in cards:
        near = nearest(card, board)
        seen = dict(pictures(board)[near.view])
        missing = tuple(
            Missing(
                across_and_up(cell),
                tuple(map(place_name, SIGHTS[near.view][cell])),
                wanted,
                seen.get(cell, ""),
            )
            for cell, wanted in sorted(near.wanted)
            if seen.get(cell) != wanted
        )
        found.append(Checked(card, near.view, missing))
    return tuple(found)


def solves(cards: Sequence[Card], board: Board) -> bool:
    """Does a board show all cards?"""
    return all(one.is_shown for one in check(cards, board))


def graded(cards: int, par: int) -> tuple[int, str]:
    """A grade from 1 to 6, and the reason for it: how often each cube must show."""
    squares = 4 * cards
    sharing = squares / par
    weight = cards * sharing
    grade = 1 + sum(weight >= bound for bound in (4.5, 7, 10, 13, 17))
    return grade, (
        f"{cards} cards have {squares} squares: with {par} cubes each cube must show "
        f"{sharing:.1f} of them on average"
    )


def write_board(board: Board) -> str:
    """A board as one line, as in positions."""

    def sign(point: Point) -> str:
        file, rank, level = point
        return "".join(board[column_at(file, rank)][level : level + 1]) or EMPTY

    return write_layers(sign, SIDE)


def read_board(text: str) -> Board:
    """The board that a line describes. Raises InvalidPosition."""
    columns: list[list[str]] = [[] for _ in COLUMN_NAMES]
    for (file, rank, level), sign, at in read_layers(text, SIDE):
        if sign == EMPTY:
            continue
        column = columns[column_at(file, rank)]
        if sign not in COLOURS:
            raise InvalidPosition(f"expected {EMPTY} or a colour ({COLOURS}), found {sign!r}", at)
        if len(column) != level:
            raise InvalidPosition("nothing is below this cube", at)
        column.append(sign)
    board = tuple(map(tuple, columns))
    for colour, count in Counter(cube for cubes in board for cube in cubes).items():
        if count > CUBES:
            raise InvalidPosition(f"there are more than {CUBES} cubes of {colour}", 1)
    return board
