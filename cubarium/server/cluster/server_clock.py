"""The server's own time: it never jumps, and it knows when nobody could move.

Processes that share a site have one time. It is that of the first of them; whoever comes later
takes it over, and follows whoever is ahead, since no two clocks run at quite the same pace.
"""

import time
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from sqlalchemy import Connection

from cubarium.core.turn import Seat
from cubarium.database import heartbeat, processes, repository
from cubarium.database.heartbeat import KEPT, Downtime
from cubarium.match.clocks import Span, lost
from cubarium.tables.table import Table

LATE: Final = 1500
"""If two heartbeats are more than this many milliseconds apart, the server was not able to store
anything between them, or did not run at all."""
STALLED: Final = 5000
"""After this many milliseconds without a heartbeat somebody should be told."""
SETTLING: Final = 1500
"""Milliseconds after a downtime in which nobody loses on time where several processes serve a site:
it may have begun earlier for another one, which tells so with its next heartbeat."""
CATCH_UP: Final = 10
"""Milliseconds by which a process that is behind the others catches up with each heartbeat: far
more than clocks drift apart, and too little to be felt. Where its machine had stopped for a while,
it makes up for all of it at once."""
GRACE: Final = 20_000
"""After a restart a clock stands still until the people of its seat are back, but no longer."""


class ServerClock:
    """What time it is, and which times are charged to nobody."""

    def __init__(self, process: str | None = None) -> None:
        """`process`: its name among others that serve the same site; None: it is alone."""
        self._offset = heartbeat.wall_time() - _monotonic()
        self._last = self.now()
        self.failures = 0
        """How many things could not be stored since the last one that could."""
        self._downtimes: list[Downtime] = []
        """In the order in which they ended."""
        self._unwritten: list[Downtime] = []
        self.process = process

    def now(self) -> int:
        """Milliseconds since 1970; never jumps, whatever happens to the machine's clock."""
        return self._offset + _monotonic()

    @property
    def restarted(self) -> int | None:
        """When a server took over from an earlier one; None: there was none before."""
        restarts = (one.ended for one in reversed(self._downtimes) if one.is_restart)
        return next(restarts, None)

    def start(self, connection: Connection) -> None:
        """Find out what time it is, how long no server was there, and write it down."""
        last, others_time = heartbeat.last_sign(connection), self._others_time(connection)
        now = max(self.now(), last or 0) if others_time is None else others_time
        self._offset += now - self.now()
        self._last = now
        found = []
        if last is not None and others_time is None:
            found.append(Downtime(last, now, is_restart=True))
        self._write(connection, now, found)
        self._downtimes = heartbeat.downtimes(connection)

    def _others_time(self, connection: Connection) -> int | None:
        """What time it is by other processes that serve this site; None: there are none."""
        return None if self.process is None else processes.others_time(connection, self.process)

    def beat(self, connection: Connection) -> int:
        """Write that the server is alive, with the downtimes that are known since the last time.
        Where something could not be stored, this can't either until that can. How many failures
        are made good by it."""
        failures = self.failures
        if failures:
            repository.try_append(connection)
        self._write(connection, self.now(), self._unwritten)
        others_time = self._others_time(connection)
        if others_time is not None:
            self._follow(others_time - self.now())
        return failures

    def show_life(self, connection: Connection) -> None:
        """Tell other processes that this one lives, though nothing can be stored: people are
        connected through it all the same."""
        assert self.process is not None
        processes.beat(connection, self.process, self.now())

    def _follow(self, behind: int) -> None:
        """Others are this many milliseconds ahead. If that is more than a process lives without a
        heartbeat, the machine of this one has stood still: all of it is made up for at once."""
        if behind > 0:
            self._offset += behind if behind > processes.LIFE else min(behind, CATCH_UP)

    def stop(self, connection: Connection) -> None:
        """The server ends."""
        self.beat(connection)
        if self.process is not None:
            processes.leave(connection, self.process)

    def _write(self, connection: Connection, now: int, found: list[Downtime]) -> None:
        heartbeat.beat(connection, now, found)
        if self.process is not None:
            processes.beat(connection, self.process, now)

    def note_downtimes(self, found: Iterable[Downtime]) -> bool:
        """Another process could write nothing for a while. Is that new?"""
        new = [one for one in found if one not in self._downtimes and not self._covers(one)]
        self._downtimes = sorted([*self._downtimes, *new], key=attrgetter("ended"))[-KEPT:]
        return bool(new)

    def _covers(self, found: Downtime) -> bool:
        """Is it a part of one that is known? See `_began`."""
        return any(
            one.began <= found.began and found.ended <= one.ended
            for one in self._downtimes
            if one.is_restart == found.is_restart
        )

    def note_failure(self) -> bool:
        """A heartbeat, or anything else, could not be written. Is that new?"""
        self.failures += 1
        return self.failures == 1

    def note_heartbeat(self, failures: int) -> Downtime | None:
        """A heartbeat is on the disk, which makes these failures good; another one may have come
        meanwhile. The downtime that has ended with it, which is to be written too."""
        if failures != self.failures:
            return None
        ended, now = None, self.now()
        if self.is_down:
            ended = Downtime(self._began(), now)
        self._unwritten = [] if ended is None else [ended]
        self._downtimes = (self._downtimes + self._unwritten)[-KEPT:]
        self._last, self.failures = now, 0
        return ended

    def _began(self) -> int:
        """When the downtime that ends now began: where heartbeat after heartbeat is late, with the
        first of them, so that a bad hour is one downtime and pushes no other out of memory."""
        before = self._downtimes[-1] if self._downtimes else None
        if before is None or before.is_restart or before.ended != self._last:
            return self._last
        return self._downtimes.pop().began

    @property
    def is_settled(self) -> bool:
        """Has any other process had the time to tell of a downtime that has ended here?"""
        before = self._downtimes[-1].ended if self._downtimes else 0
        return self.process is None or self.now() - before > SETTLING

    @property
    def is_down(self) -> bool:
        """Is there a downtime that has not ended?"""
        return self.failures > 0 or self.now() - self._last > LATE

    @property
    def is_healthy(self) -> bool:
        """Can things be stored? A busy machine that is a little late is no reason for alarm."""
        return not self.failures and self.now() - self._last < STALLED

    def uncharged(self, table: Table) -> list[Span]:
        """When the clock that runs at a table stood still."""
        seat, since = table.session.clocks.running, table.session.clocks.since
        if seat is None:
            return []
        found = [(self._last, self.now())] if self.is_down else []
        for one in reversed(self._downtimes):
            if one.ended + GRACE <= since:
                break
            found.append(one.span)
            if one.is_restart:
                back = table.returns.get((seat, one.ended), one.ended + GRACE)
                found.append((one.ended, min(back, one.ended + GRACE)))
        return found

    def away(self, table: Table) -> dict[Seat, int]:
        """Since when nobody is connected for a seat. Time in which nobody could move counts as
        little as on a clock: they left that much later."""
        since = table.presence.away
        if not since:
            return {}
        now, earliest = self.now(), min(since.values())
        found = [(self._last, now)] if self.is_down else []
        found += [one.span for one in self._downtimes if one.ended > earliest]
        return {seat: at + lost(at, now, found) for seat, at in since.items()}

    def note_return(self, table: Table, seat: int) -> bool:
        """Somebody acts or looks for a seat. Is it the first sign of it since a restart?"""
        now, restarted = self.now(), self.restarted
        if restarted is None or now >= restarted + GRACE or not table.session.clocks.control:
            return False
        return table.returns.setdefault((seat, restarted), now) == now


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000
