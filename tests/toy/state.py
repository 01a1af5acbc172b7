"""States, moves and views of Stones."""

from dataclasses import dataclass

from cubarium.core import Seat


@dataclass(frozen=True)
class State:
    stones: int
    taken: tuple[int, ...]
    cards: tuple[int, ...]
    to_move: Seat


@dataclass(frozen=True)
class Take:
    count: int


@dataclass(frozen=True)
class Deal:
    card: int


Move = Take | Deal


@dataclass(frozen=True)
class View:
    viewer: Seat | None
    stones: int
    taken: tuple[int, ...]
    dealt: int
    card: int | None
    shown: tuple[int, ...]
    """All cards, once the game is over."""
    to_move: Seat
