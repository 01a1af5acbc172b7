"""The heartbeat: twice a second the server writes that it is alive."""

import asyncio
from contextlib import suppress
from typing import Final

import structlog
from sqlalchemy.exc import DatabaseError

from cubarium.server.live.bus import DowntimeEnded
from cubarium.server.live.runtime import Runtime
from cubarium.server.live.tables import Tables

PERIOD: Final = 0.5
"""Seconds between two beats: this much more than was used may be charged at most when the server
is killed."""

log = structlog.get_logger("cubarium.heartbeat")


async def run(runtime: Runtime, tables: Tables) -> None:
    """Until the server ends."""
    while True:
        await asyncio.sleep(PERIOD)
        await beat(runtime, tables)


async def beat(runtime: Runtime, tables: Tables) -> None:
    """Write that the server is alive. While that can't be done nobody can move, and nobody is
    charged: the downtime ends with the next beat, and is written with the one after it, at once."""
    clock, writer = runtime.clock, runtime.storage.writer
    try:
        while (ended := clock.note_heartbeat(await writer.write(clock.beat))) is not None:
            runtime.bus.publish(DowntimeEnded(ended.began, ended.ended))
            tables.look_at_clocks()
    except DatabaseError as error:
        if clock.note_failure():
            log.warning("no heartbeat", error=str(error.orig))
        if clock.process is not None and not error.connection_invalidated:
            with suppress(DatabaseError):
                await writer.write(clock.show_life)
