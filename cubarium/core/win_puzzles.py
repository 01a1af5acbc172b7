"""Find-the-win puzzles: a position, and a win that only one move begins."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log10
from typing import Any, Final, Protocol, TypeAlias

from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended

OfRoom: TypeAlias = Any
"""A game, a state or a move of the room that is asked: its own type there."""
GRADES: Final = (600, 3_000, 15_000, 80_000, 500_000)
"""Fewer nodes than the first: grade 1; fewer than the second: grade 2; and so on, up to 6."""


@dataclass(frozen=True)
class WinPuzzle:
    """The side to move wins in just so many plies, and no other move wins within two plies more."""

    name: str
    position: str
    plies: int
    line: tuple[str, ...]
    """The win against the defence that holds out longest."""
    nodes: int
    """What a search that knows nothing before needs to find it."""
    theme: str
    only: bool
    """Is it known that no other move wins at all?"""

    @property
    def moves(self) -> int:
        """How many moves of one's own it takes."""
        return (self.plies + 1) // 2

    @property
    def grade(self) -> int:
        """From 1, easy, to 6, by its nodes."""
        return bisect_right(GRADES, self.nodes) + 1

    @property
    def rating(self) -> int:
        """What it counts as when somebody plays against it, by its nodes."""
        return round(min(2600, max(700, 400 * log10(self.nodes))))


class Themes(Protocol):
    """What the wins of a game are about: the module `themes` of its room."""

    @property
    def THEMES(self) -> Mapping[str, str]:  # noqa: N802
        """Code -> English words, in the order in which they are listed."""
        ...

    def theme(self, game: OfRoom, states: Sequence[OfRoom], moves: Sequence[OfRoom]) -> str:
        """The code of a win: its moves, and the states before each and at the end."""
        ...


def themed(themes: Themes, game: AnyGame, position: str, line: Sequence[str]) -> str:
    """The theme of a win, by the texts of its moves."""
    states, moves = [game.whole_position(position)], []
    for text in line:
        moves.append(game.read(states[-1], text))
        states.append(game.play(states[-1], moves[-1]))
    return themes.theme(game, states, moves)


def threats(game: AnyGame, state: OfRoom, seat: int) -> list[OfRoom]:
    """The moves that would win at once if this seat were to move, with nothing forbidden."""
    forbidden = {"forbidden": None} if hasattr(state, "forbidden") else {}
    asked = replace(state, to_move=seat, **forbidden)
    return [move for move in game.moves(asked) if _wins(game, game.play(asked, move), seat)]


def _wins(game: AnyGame, state: OfRoom, seat: int) -> bool:
    turn = game.turn(state)
    return isinstance(turn, Ended) and seat in turn.outcome.winners
