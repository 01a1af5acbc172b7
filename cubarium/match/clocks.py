"""Time at a table, as plain numbers. Whoever asks says what time it is; nothing here looks."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from cubarium.core.turn import Seat

SECOND: Final = 1000
DAY: Final = 24 * 60 * 60 * SECOND
"""All times are whole milliseconds."""

Span: TypeAlias = tuple[int, int]
Downtimes: TypeAlias = Iterable[Span]
"""From when to when nobody could move: that time is charged to nobody. They may overlap."""


def merged(spans: Downtimes) -> list[Span]:
    """The same spans in order, none of them touching another."""
    found: list[Span] = []
    for began, ended in sorted(spans):
        if found and began <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], ended))
        else:
            found.append((began, ended))
    return found


def lost(since: int, now: int, downtimes: Downtimes) -> int:
    """In how much of this time nobody could move."""
    spans = merged(downtimes)
    return sum(max(0, min(now, ended) - max(since, began)) for began, ended in spans)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """`base` for the whole game and `increment` for each turn, or `turn` for each turn anew; all
    zero: no clock."""

    base: int = 0
    increment: int = 0
    turn: int = 0

    def __bool__(self) -> bool:
        return bool(self.base or self.increment or self.turn)

    @property
    def start(self) -> int:
        """What each seat has at the start."""
        return self.turn or max(self.base, self.increment)


@dataclass(frozen=True, slots=True)
class Clocks:
    """What each seat has left, whose clock runs, and since when."""

    control: TimeControl
    left: tuple[int, ...]
    running: Seat | None = None
    since: int = 0

    @classmethod
    def new(cls, control: TimeControl, seats: int) -> "Clocks":
        """Before the start: nobody's clock runs."""
        return cls(control, (control.start,) * seats)

    def elapsed(self, now: int, downtimes: Downtimes = ()) -> int:
        """What the running seat has used since its turn began."""
        if self.running is None:
            return 0
        return max(0, now - self.since - lost(self.since, now, downtimes))

    def shown(self, now: int, downtimes: Downtimes = ()) -> tuple[int, ...]:
        """What each seat has left at this moment."""
        return self._charged(self.elapsed(now, downtimes)).left

    def deadline(self, downtimes: Downtimes = ()) -> int | None:
        """When the running seat's time will be up."""
        if self.running is None:
            return None
        end = self.since + self.left[self.running]
        for began, ended in merged(downtimes):
            if began < end and ended > self.since:
                end += ended - max(began, self.since)
        return end

    def turned(self, seat: Seat | None, now: int, spent: int, *, turn_over: bool) -> "Clocks":
        """After an act of the running seat that took `spent`; `seat` is to move now (None: the
        game is over, or clocks do not run yet)."""
        if not self.control:
            return self
        control, left = self.control, list(self.left)
        if self.running is not None:
            left[self.running] = max(0, left[self.running] - spent)
            if turn_over:
                left[self.running] = control.turn or left[self.running] + control.increment
        if control.turn and seat is not None and seat != self.running:
            left[seat] = control.turn
        return Clocks(control, tuple(left), seat, now)

    def emptied(self, seat: Seat) -> "Clocks":
        """A seat's time is up."""
        return self._with(seat, 0)

    def _charged(self, spent: int) -> "Clocks":
        if self.running is None:
            return self
        return self._with(self.running, max(0, self.left[self.running] - spent))

    def _with(self, seat: Seat, left: int) -> "Clocks":
        return replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))
