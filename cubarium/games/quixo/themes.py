"""What the wins of Quixo are about."""

from collections.abc import Sequence
from typing import Final

from cubarium.core.win_puzzles import threats
from cubarium.games.quixo.geometry import Cell
from cubarium.games.quixo.rules import Quixo
from cubarium.games.quixo.state import Move, Push, State

THEMES: Final = {
    "double": "double line trap",
    "shift": "pushed into line",
    "quiet": "quiet first move",
    "force": "threat after threat",
}


def theme(game: Quixo, states: Sequence[State], moves: Sequence[Move]) -> str:
    """The code of a win: its moves, and the states before each and at the end."""
    winner = states[0].to_move
    before_last = states[-3]  # the other side is to make its last move
    if len(_lines_threatened(game, before_last, winner)) > 1:
        return "double"
    last = moves[-1]
    assert isinstance(last, Push)
    made = {cell for line in _lines(game, states[-1], winner) for cell in line}
    row = game.board.paths[last.taken, last.into]
    if any(cell in made and states[-2].board[cell] != winner for cell in row[:-1]):
        return "shift"
    return "force" if threats(game, states[1], winner) else "quiet"


def _lines(game: Quixo, state: State, seat: int) -> list[tuple[Cell, ...]]:
    return [line for line in game.board.lines if game.line(state, line) == game.teams[seat]]


def _lines_threatened(game: Quixo, state: State, seat: int) -> set[tuple[Cell, ...]]:
    """The lines that a seat would make if it were to move."""
    asked = State(state.board, seat)
    return {
        line
        for move in threats(game, state, seat)
        for line in _lines(game, game.play(asked, move), seat)
    }
