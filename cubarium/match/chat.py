"""What is said at a table, and who wants to hear whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cubarium.core.turn import Seat
from cubarium.match.events import Muted, Room, Said, SocialEvent

MOST_LINES: Final = 1000
"""No more is said at one table."""
BURST: Final = 6
"""Lines that a seat may say at once."""
PAUSE: Final = 2000
"""Milliseconds after which it may say one more."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody said."""

    number: int
    room: Room
    seat: Seat
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Chat:
    """How much was said, by whom and when."""

    lines: int = 0
    mutes: frozenset[tuple[Seat, Seat]] = frozenset()
    """(1, 0): seat 1 does not want to hear seat 0."""
    busy_until: Mapping[Seat, int] = field(default_factory=dict)
    """When all that a seat has said will have been paid for, a pause a line."""

    @property
    def is_full(self) -> bool:
        return self.lines >= MOST_LINES

    def wait(self, seat: Seat, now: int) -> int:
        """Milliseconds before a seat may speak again; 0: it may."""
        return max(0, self.busy_until.get(seat, 0) - (BURST - 1) * PAUSE - now)

    def after(self, event: SocialEvent, now: int) -> "Chat":
        """After somebody has spoken, or no longer wants to hear somebody."""
        if isinstance(event, Muted):
            pair = {(event.seat, event.whom)}
            return replace(self, mutes=self.mutes | pair if event.muted else self.mutes - pair)
        return self._said(event, now)

    def _said(self, event: Said, now: int) -> "Chat":
        busy = max(now, self.busy_until.get(event.seat, 0)) + PAUSE
        return replace(self, lines=self.lines + 1, busy_until={**self.busy_until, event.seat: busy})
