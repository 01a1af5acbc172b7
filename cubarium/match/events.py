"""What can happen at a table. A match is a fold of its events, and of nothing else."""

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Literal, TypeAlias

from cubarium.core.turn import Seat


@unique
class Offer(StrEnum):
    """What a seat may propose to the others."""

    DRAW = "draw"
    TAKEBACK = "takeback"


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody takes a seat: a person, or the engine of that name."""

    seat: Seat
    name: str
    engine: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved."""

    seat: Seat
    move: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance has acted."""

    draw: str


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat proposes a draw, or to take back its last move."""

    seat: Seat
    offer: Offer


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat agrees with an open offer, or declines it."""

    seat: Seat
    offer: Offer
    agreed: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """All is again as it was before this seat's last move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gives up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat's time is up."""

    seat: Seat


Event: TypeAlias = Seated | Moved | Drawn | Offered | Answered | TakenBack | Resigned | TimedOut


@dataclass(frozen=True, slots=True)
class Stood:
    """Whoever sat there left before the game began: the seat is free."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Aborted:
    """The game is called off before it has really begun; nobody has won or lost."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Closed:
    """Whoever looks after the server has ended the game; nobody has won or lost."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claims the game, or a draw: the others have been away for too long."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RematchAsked:
    """A seat wants to play again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rematched:
    """Everybody wants to: the next game is at that table."""

    table: str


TableEvent: TypeAlias = Stood | Aborted | Closed | Claimed | RematchAsked | Rematched
"""What happens at a table beside its match."""
LogEvent: TypeAlias = Event | TableEvent
"""What is in the log."""

Speaker: TypeAlias = Seat | str
"""A seat, or a guest who watches."""
Room: TypeAlias = Literal["table", "team", "spectators"]
"""Who hears what is said: everybody; the speaker's team; those who watch, and after the game those
who have played too."""


@dataclass(frozen=True, slots=True)
class Said:
    """A seat has said something, or a spectator has."""

    seat: Seat | None
    room: Room
    text: str
    name: str = ""
    """What a spectator is called."""
    guest: str = ""
    """Which spectator it is."""

    @property
    def speaker(self) -> Speaker:
        return self.guest if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class Muted:
    """A seat no longer hears another one, or hears it again."""

    seat: Seat
    whom: Seat
    muted: bool


SocialEvent: TypeAlias = Said | Muted
"""What happens beside the game. It is stored, but is no part of the log."""
