"""The texts of moves and positions, both ways.

A move: the cell taken, the cell where it is pushed in, and with four players the seat that the dot
points to: `a1e1`, `a1e1N`, `pass`. A position: the ranks from north to south, then the seat to
move: `...../...../..X../...../..... O`. A blank cube is a dot, a marked one the name of the seat
that may take it (X and O; N, E, S and W).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubarium.core.errors import InvalidMove, InvalidPosition
from cubarium.games.quixo.state import Cube, Move, Pass, Push, State

if TYPE_CHECKING:
    from cubarium.games.quixo.rules import Quixo

PASS = "pass"
BLANK = "."


def write_move(game: Quixo, m: Move) -> str:
    """A move as a text."""
    if isinstance(m, Pass):
        return PASS
    names = game.board.names
    dot = game.seat_names[m.marked] if game.dotted else ""
    return names[m.taken] + names[m.into] + dot


def read_move(game: Quixo, s: State, text: str) -> Move:
    """The move that a text names, legal or not."""
    if text == PASS:
        return Pass()
    cells = game.board.cells
    taken, into, dot = text[:2], text[2:4], text[4:]
    if taken not in cells or into not in cells:
        raise InvalidMove(text, _expected(game))
    if not game.dotted:
        if dot:
            raise InvalidMove(text, _expected(game))
        return Push(cells[taken], cells[into], s.to_move)
    if dot not in game.seat_names:
        raise InvalidMove(text, _expected(game))
    return Push(cells[taken], cells[into], game.seat_names.index(dot))


def _expected(game: Quixo) -> str:
    corner = game.board.names[game.board.size - 1]
    form = f"the cell of a cube and the cell where it is pushed in, such as a1{corner}"
    if game.dotted:
        return f"{form}N: two cells and the seat that the dot points to; or pass"
    return form


def write_position(game: Quixo, s: State) -> str:
    """A position as one line."""
    marks = "".join(BLANK if cube is None else game.seat_names[cube] for cube in s.board)
    size = game.board.size
    ranks = (marks[start : start + size] for start in range(0, len(marks), size))
    return f"{'/'.join(reversed(list(ranks)))} {game.seat_names[s.to_move]}"


def read_position(game: Quixo, text: str) -> State:
    """The position that a text describes."""
    size = game.board.size
    board, space, seat = text.partition(" ")
    ranks = board.split("/")
    column = 1
    cubes: list[list[Cube]] = []
    for rank in ranks:
        cubes.append([_read_cube(game, mark, column + at) for at, mark in enumerate(rank)])
        if len(rank) != size:
            raise InvalidPosition(f"expected {size} cubes in a rank, found {len(rank)}", column)
        column += size + 1
    if len(ranks) != size:
        raise InvalidPosition(f"expected {size} ranks, found {len(ranks)}", len(board))
    if seat not in game.seat_names:
        raise InvalidPosition(
            f"expected a space and the seat to move ({_listed(game)}), found {space + seat!r}",
            len(board) + 1,
        )
    numbered = tuple(cube for rank in reversed(cubes) for cube in rank)
    return State(numbered, game.seat_names.index(seat))


def _read_cube(game: Quixo, mark: str, column: int) -> Cube:
    if mark == BLANK:
        return None
    if mark not in game.seat_names:
        raise InvalidPosition(
            f"expected a blank cube ({BLANK}) or one of {_listed(game)}, found {mark!r}", column
        )
    return game.seat_names.index(mark)


def _listed(game: Quixo) -> str:
    return ", ".join(game.seat_names)
