"""What is said at a table, and who wants to hear whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from cubarium.core.turn import Seat
from cubarium.match.events import Muted, Room, Said, SocialEvent, Speaker

MOST_LINES: Final = 1000
"""No more is said at one table by those who play, and no more by those who watch."""
BURST: Final = 6
"""Lines that somebody may say at once."""
PAUSE: Final = 2000
"""Milliseconds after which they may say one more."""
ROOM_BURST: Final = 20
ROOM_PAUSE: Final = 200
"""The same for all spectators together."""

SPECTATORS: Final = ""
"""All who watch, where it is counted what they say."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """What somebody said."""

    number: int
    room: Room
    seat: Seat | None
    """Null: a spectator said it."""
    text: str
    """Empty: the line was taken away."""
    at: int
    name: str = ""
    """What a spectator is called."""
    speaker: str = ""
    """What tells the spectators of a table apart."""


@dataclass(frozen=True, slots=True)
class Chat:
    """How much was said, by whom and when."""

    lines: int = 0
    spectator_lines: int = 0
    """How many of them were said by those who watch."""
    mutes: frozenset[tuple[Seat, Seat]] = frozenset()
    """(1, 0): seat 1 does not want to hear seat 0."""
    busy_until: Mapping[Speaker, int] = field(default_factory=dict)
    """When all that somebody has said will have been paid for, a pause a line."""

    def is_full(self, speaker: Speaker) -> bool:
        """Has enough been said by those who play, or by those who watch?"""
        watched = self.spectator_lines
        return (watched if isinstance(speaker, str) else self.lines - watched) >= MOST_LINES

    def wait(self, speaker: Speaker, now: int) -> int:
        """Milliseconds before somebody may speak again; 0: they may."""
        wait = self._wait(speaker, BURST, PAUSE, now)
        if isinstance(speaker, str):
            wait = max(wait, self._wait(SPECTATORS, ROOM_BURST, ROOM_PAUSE, now))
        return wait

    def _wait(self, speaker: Speaker, burst: int, pause: int, now: int) -> int:
        return max(0, self.busy_until.get(speaker, 0) - (burst - 1) * pause - now)

    def after(self, event: SocialEvent, now: int) -> "Chat":
        """After somebody has spoken, or no longer wants to hear somebody."""
        if isinstance(event, Muted):
            pair = {(event.seat, event.whom)}
            return replace(self, mutes=self.mutes | pair if event.muted else self.mutes - pair)
        return self._said(event, now)

    def _said(self, event: Said, now: int) -> "Chat":
        watches = event.seat is None
        pauses: dict[Speaker, int] = {event.speaker: PAUSE}
        if watches:
            pauses[SPECTATORS] = ROOM_PAUSE
        # whoever has been silent for long enough is forgotten
        busy = {speaker: until for speaker, until in self.busy_until.items() if until > now}
        for speaker, pause in pauses.items():
            busy[speaker] = max(now, busy.get(speaker, 0)) + pause
        return replace(
            self,
            lines=self.lines + 1,
            spectator_lines=self.spectator_lines + watches,
            busy_until=busy,
        )
