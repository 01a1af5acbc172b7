"""Whose turn it is, and how a game ends."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Seat: TypeAlias = int
"""A place at the table, numbered from 0 in turn order; never a person or a colour."""


class Reason(StrEnum):
    """Why a game ended, or why an act was refused: a code, never a sentence. Rooms subclass it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. No winners: a draw."""

    winners: frozenset[Seat]
    reason: Reason
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class ToMove:
    """A seat must move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ToDraw:
    """Chance must act; `to` is the seat that alone sees the draw, None: everybody does."""

    to: Seat | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


Turn: TypeAlias = ToMove | ToDraw | Ended
