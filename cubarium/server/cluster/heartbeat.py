"""The heartbeat: twice a second the server writes that it is alive."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from sqlalchemy.exc import DatabaseError

from cubarium.database.writer import Writer
from cubarium.server.cluster.bus import Bus, DowntimeEnded
from cubarium.server.cluster.server_clock import ServerClock

PERIOD: Final = 0.5
"""Seconds between two beats: this much more than was used may be charged at most when the server
is killed."""

log = structlog.get_logger("cubarium.heartbeat")


async def run(
    clock: ServerClock, writer: Writer, bus: Bus, downtime_ended: Callable[[], None]
) -> None:
    """Until the server ends."""
    while True:
        await asyncio.sleep(PERIOD)
        await beat(clock, writer, bus, downtime_ended)


async def beat(
    clock: ServerClock, writer: Writer, bus: Bus, downtime_ended: Callable[[], None]
) -> None:
    """Write that the server is alive. While that can't be done nobody can move, and nobody is
    charged: the downtime ends with the next beat, and is written with the one after it, at once."""
    try:
        while (ended := clock.note_heartbeat(await writer.write(clock.beat))) is not None:
            bus.publish(DowntimeEnded(ended.began, ended.ended))
            downtime_ended()
    except DatabaseError as error:
        if clock.note_failure():
            log.warning("no heartbeat", error=str(error.orig))
        if clock.process is not None and not error.connection_invalidated:
            with suppress(DatabaseError):
                await writer.write(clock.show_life)
