"""Who is at a table, told to those who watch it and to other processes."""

import asyncio
from typing import Final

from cubarium.server.cluster.bus import Bus, PresenceTold
from cubarium.tables import broadcast
from cubarium.tables.presence import ABSENT
from cubarium.tables.table import Table

PERIOD_SECONDS: Final = 1.0
"""Between two messages about who is at a table."""


class PresenceTeller:
    """Tells everybody soon, but no more than once in a while: where a thousand people come at once,
    each of them would have to be told of each. A player who leaves and comes back at once has
    changed nothing."""

    def __init__(self, table: Table, bus: Bus) -> None:
        self._table, self._bus = table, bus
        self._timer: asyncio.TimerHandle | None = None
        self._told_at = 0.0
        """By the time of the event loop."""
        self._told_others = ABSENT
        """Who is connected here, as other processes were last told."""

    def tell_soon(self) -> None:
        """Somebody has come or gone."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            at = max(loop.time(), self._told_at + PERIOD_SECONDS)
            self._timer = loop.call_at(at, self._tell)

    def cancel(self) -> None:
        """Tell nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def tell_others(self) -> None:
        """Tell other processes who is connected here."""
        seats, spectators = self._told_others = self._table.presence.attendance()
        self._bus.publish(PresenceTold(self._table.id, sorted(seats), spectators))

    def _tell(self) -> None:
        self._timer = None
        self._told_at = asyncio.get_running_loop().time()
        broadcast.send_presence(self._table)
        if self._table.presence.attendance() != self._told_others:
            self.tell_others()
