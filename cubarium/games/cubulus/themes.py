"""What the wins of Cubulus are about."""

from collections.abc import Sequence
from typing import Final

from cubarium.core.win_puzzles import threats
from cubarium.games.cubulus.rules import Cubulus
from cubarium.games.cubulus.state import Move, Push, Rearrange, State

THEMES: Final = {
    "rotation": "row rotation",
    "push": "pushed into the square",
    "double": "two threats at once",
    "force": "threat after threat",
}


def theme(game: Cubulus, states: Sequence[State], moves: Sequence[Move]) -> str:
    """The code of a win: its moves, and the states before each and at the end."""
    winner, last = states[0].to_move, moves[-1]
    if isinstance(last, Rearrange):
        return "rotation"
    if isinstance(last, Push):
        return "push"
    return "double" if len(threats(game, states[-3], winner)) > 1 else "force"
