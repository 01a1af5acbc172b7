"""Whose turn it is, and how a game ends."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

Seat: TypeAlias = int
"""A place at the table, numbered from 0 in turn order; never a person or a colour."""


class Reason(StrEnum):
    """Why a game ended, or why an act was refused: a code, never a sentence. Rooms subclass it."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> "CoreSchema":
        """Codes are written as plain text, whatever room they come from: see schema/."""
        from pydantic_core import core_schema

        del source, handler
        return core_schema.str_schema()


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
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class ToDraw:
    """Chance must act; `to` is the seat that alone sees the draw, None: everybody does."""

    to: Seat | None = None
    kind: Literal["draw"] = "draw"


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome
    kind: Literal["end"] = "end"


Turn: TypeAlias = ToMove | ToDraw | Ended
