"""What the wins of Rubik's Cage are about."""

from collections.abc import Sequence
from typing import Final

from cubarium.core.win_puzzles import threats
from cubarium.games.cage.geometry import CLOCKWISE, COLUMNS, LAYERS, Place
from cubarium.games.cage.rules import Cage, at
from cubarium.games.cage.state import Flip, Move, State, Twist

THEMES: Final = {
    "gravity": "gravity",
    "twist": "twist",
    "flip": "flip",
    "double": "two threats at once",
    "drop": "threat after threat",
}


def theme(game: Cage, states: Sequence[State], moves: Sequence[Move]) -> str:
    """The code of a win: its moves, and the states before each and at the end."""
    winner, last = states[0].to_move, moves[-1]
    if isinstance(last, Flip):
        return "flip"
    if isinstance(last, Twist):
        return "gravity" if _falls(game, states[-2], states[-1], last) else "twist"
    return "double" if len(threats(game, states[-3], winner)) > 1 else "drop"


def _falls(game: Cage, before: State, after: State, twist: Twist) -> bool:
    """Is a place of a line filled otherwise than by the twist alone?"""
    twisted = {_source(place, twist): place for place in range(LAYERS * len(COLUMNS))}
    rigid = {to: at(before, source) for source, to in twisted.items()}
    return any(at(after, place) != rigid[place] for line in game.lines(after) for place in line)


def _source(place: Place, twist: Twist) -> Place:
    """The place whose cube a twist brings here, before anything falls."""
    layer, column = divmod(place, len(COLUMNS))
    if layer != twist.layer:
        return place
    came = CLOCKWISE.index(column) if twist.clockwise else CLOCKWISE[column]
    return layer * len(COLUMNS) + came
