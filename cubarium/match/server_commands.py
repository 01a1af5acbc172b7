"""What the server alone may ask of a table. No message from outside becomes one of these."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.match.events import Offer, Seated
from cubarium.match.revision import BoardRevision


@dataclass(frozen=True, slots=True)
class Open:
    """Seat those who are there from the beginning; the game begins if all seats are taken."""

    seated: Sequence[Seated]


@dataclass(frozen=True, slots=True)
class EngineMove:
    """An engine has chosen a move for the board of this revision."""

    seat: Seat
    board_revision: BoardRevision
    move: str
    thought: int
    """Milliseconds that it has thought."""


@dataclass(frozen=True, slots=True)
class EngineResign:
    """A program has lost: it broke the rules, or did not answer."""

    seat: Seat
    board_revision: BoardRevision
    thought: int


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """An engine answers an open offer."""

    seat: Seat
    what: Offer
    agreed: bool


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The time of the seat to move may be up on the board of this revision."""

    board_revision: BoardRevision


@dataclass(frozen=True, slots=True)
class Close:
    """End a game that goes on, without a winner."""


ServerCommand: TypeAlias = Open | EngineMove | EngineResign | EngineAnswer | EndTurn | Close
