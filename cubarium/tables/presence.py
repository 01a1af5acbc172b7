"""Who is connected to a table, and since when the holders of a seat are not."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cubarium.core.turn import Seat
from cubarium.tables.identity import Identity
from cubarium.tables.subscriber import Subscriber

MAX_ADDRESSES: Final = 64
"""Addresses that are remembered of one table."""


class Attendance(NamedTuple):
    """The seats that are connected through one process, and how many spectators there are."""

    seats: frozenset[Seat] = frozenset()
    spectators: int = 0


ABSENT: Final = Attendance()


class TablePresence:
    """The connections of one table, here and at other processes."""

    def __init__(self, created: int) -> None:
        self.subscribers: set[Subscriber] = set()
        self.elsewhere: dict[str, Attendance] = {}
        """Who is connected through other processes, by process."""
        self.away: dict[Seat, int] = {}
        """Since when no holder of a seat is connected."""
        self.attended = created
        """When a player of this table last did something here, or was connected."""
        self.attendant = Identity()
        """Which player that was."""
        self.addresses: set[str] = set()
        """Where the holders of seats have come from, as far as this process has seen them."""

    def enter(self, subscriber: Subscriber) -> None:
        """A connection begins to watch."""
        self.subscribers.add(subscriber)
        self.hold(subscriber.holds)

    def leave(self, subscriber: Subscriber, now: int) -> None:
        """A connection no longer watches."""
        self.subscribers.discard(subscriber)
        self._note_absent(subscriber.holds, now)

    def hold(self, seats: Iterable[Seat]) -> None:
        """A holder of these seats is connected."""
        for seat in seats:
            self.away.pop(seat, None)

    def set_elsewhere(self, process: str, attendance: Attendance, now: int) -> Attendance:
        """Who is connected through another process; who was before."""
        before = self.elsewhere.pop(process, ABSENT)
        if attendance != ABSENT:
            self.elsewhere[process] = attendance
        if attendance != before:
            self.hold(attendance.seats)
            self._note_absent(before.seats, now)
        return before

    def _note_absent(self, seats: Iterable[Seat], now: int) -> None:
        here = self.here()
        for seat in seats:
            if seat not in here:
                self.away[seat] = now

    def note_attendant(self, identity: Identity, now: int) -> None:
        """A player of this table does something, or looks."""
        self.attended, self.attendant = now, identity

    def note_act(self, at: int) -> None:
        """A player of this table did something at this time."""
        self.attended = max(self.attended, at)

    def note_address(self, identity: Identity, holds: Sequence[Seat]) -> None:
        """Remember where a holder of seats comes from."""
        if holds and identity.address and len(self.addresses) < MAX_ADDRESSES:
            self.addresses.add(identity.address)

    def attendance(self) -> Attendance:
        """Who is connected through this process."""
        seats = frozenset(seat for one in self.subscribers for seat in one.holds)
        return Attendance(seats, sum(not one.holds for one in self.subscribers))

    def here(self) -> list[Seat]:
        """The seats with a connected holder."""
        seats = {seat for one in self.subscribers for seat in one.holds}
        return sorted(seats.union(*(other.seats for other in self.elsewhere.values())))

    def spectators(self) -> int:
        """How many connections hold no seat."""
        here = sum(not one.holds for one in self.subscribers)
        return here + sum(other.spectators for other in self.elsewhere.values())

    def present(self) -> tuple[list[Seat], int]:
        """The seats with a connected holder, and how many spectators there are."""
        return self.here(), self.spectators()

    @property
    def is_elsewhere(self) -> bool:
        """Are the players connected through other processes, and none of them through this one?"""
        here, elsewhere = self.attendance(), self.elsewhere.values()
        return not here.seats and any(one.seats for one in elsewhere)
