"""What a command is judged by beside the session: who sends it, when, and who is there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from cubarium.core.errors import MatchRefused
from cubarium.core.turn import Reason, Seat

MOST_LAG: Final = 300
"""Milliseconds of a turn that are given back at most, for the time that messages take."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """Whoever calls knows all this; the session does not."""

    now: int
    """Milliseconds since 1970."""
    rng: Random
    holds: tuple[Seat, ...] = ()
    """The seats that the sender may act for."""
    shared: Callable[[Seat], frozenset[Seat]] = lambda seat: frozenset({seat})
    """The seats that somebody may act for who may act for this one, itself included."""
    elapsed: int = 0
    """Milliseconds that the running clock has run in this turn."""
    lag: int = 0
    """How long messages take from the sender and back, in milliseconds."""
    away: Mapping[Seat, int] = field(default_factory=dict)
    """Since when nobody is connected for a seat."""
    engines: Callable[[], Mapping[str, str]] = dict
    """Says which engines may take a seat, and what they are called there."""
    next_table: Callable[[], str] = str
    """Makes up the name of the table for a rematch."""
    guest: str = ""
    """What tells the sender apart from others; empty: they can't be recognised later."""

    def spent(self, lag: int = 0) -> int:
        """What the turn has cost so far, less a part of the lag."""
        return max(0, self.elapsed - min(max(lag, 0), MOST_LAG))


class CommandRefused(MatchRefused):
    """A command that is not carried out; nothing has changed."""

    def __init__(
        self, reason: Reason, message: str, *, where: str = "", retry_after: float | None = None
    ) -> None:
        super().__init__(reason, message)
        self.where = where
        self.retry_after = retry_after
        """Seconds after which it is worth trying again."""
