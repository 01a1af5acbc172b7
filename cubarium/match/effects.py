"""What a command causes beside the entries of the log. Data: the caller carries it out."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cubarium.core.turn import Seat
from cubarium.match.events import SocialEvent

if TYPE_CHECKING:
    from cubarium.match.session import Applied


@dataclass(frozen=True, slots=True)
class GiveKey:
    """The sender may act for a seat from now on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeKeys:
    """The sender has left a seat: all keys to it are void."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MakeTable:
    """Make the table of a rematch."""

    table: str
    opened: "Applied"
    """Its first entries."""
    seats: tuple[Seat, ...]
    """For each of its seats, the seat that its player has now."""


Effect: TypeAlias = GiveKey | TakeKeys | MakeTable | SocialEvent
"""What was said and who is muted is kept, too, and told to those whom it concerns."""
