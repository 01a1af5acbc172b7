"""The clock of one table: when it runs out, the turn ends."""

import asyncio
from typing import TYPE_CHECKING, Final

from cubarium.engines import registry as engines
from cubarium.match.command_context import MOST_LAG, CommandRefused
from cubarium.match.server_commands import EndTurn
from cubarium.server.cluster.leases import Leases
from cubarium.server.tables.runtime import Runtime
from cubarium.tables.errors import ApiError

if TYPE_CHECKING:
    from cubarium.server.tables.table_actor import TableActor

RETRY_SECONDS: Final = 2.0
"""Before a time-out that could not be written is tried again."""
MAX_WAIT_SECONDS: Final = 24 * 60 * 60
"""Timers are not set for longer; the clock is looked at again then."""


class ClockTimer:
    """Rings when the time of the seat to move may be up."""

    def __init__(self, actor: "TableActor", runtime: Runtime, leases: Leases) -> None:
        self._actor, self._runtime, self._leases = actor, runtime, leases
        self._handle: asyncio.TimerHandle | None = None

    def set(self) -> None:
        """Something has changed: set the timer anew."""
        self.cancel()
        table, clock = self._actor.table, self._runtime.clock
        session = table.session
        if session.clocks.running is None:
            return
        deadline, seat = session.clocks.deadline(clock.uncharged(table)), session.to_move
        if deadline is None or seat is None or session.engine(seat, engines.LOWEST):
            return
        if self._leases.claim(table.id):
            self._ring_after((deadline + MOST_LAG - clock.now()) / 1000)

    def cancel(self) -> None:
        """Ring no more."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring_after(self, seconds: float) -> None:
        self.cancel()
        wait = min(MAX_WAIT_SECONDS, max(0.0, seconds))
        self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._handle = None
        board = self._actor.table.session.board_revision
        self._runtime.background.spawn(self._end_turn(EndTurn(board)))

    async def _end_turn(self, command: EndTurn) -> None:
        try:
            await self._actor.ask(command)
        except CommandRefused as refusal:
            if refusal.retry_after is not None:
                self._ring_after(refusal.retry_after)
        except ApiError:
            if not self._actor.is_gone:  # nothing can be written: try again
                self._ring_after(RETRY_SECONDS)
