"""The heartbeat: twice a second the server writes that it is alive."""

import asyncio
from typing import Final

import structlog
from sqlalchemy.exc import DatabaseError

from cubarium.server.live.hub import Hub

PERIOD: Final = 0.5
"""Seconds between two beats: this much more than was used may be charged at most when the server
is killed."""

log = structlog.get_logger("cubarium.heartbeat")


async def run(hub: Hub) -> None:
    """Until the server ends."""
    while True:
        await asyncio.sleep(PERIOD)
        await beat(hub)


async def beat(hub: Hub) -> None:
    """Write that the server is alive. While that can't be done nobody can move, and nobody is
    charged: the downtime ends with the next beat, and is written with the one after it, at once."""
    clock = hub.clock
    try:
        await hub.writer.write(clock.beat)
        while clock.written():
            hub.clocks_changed()
            await hub.writer.write(clock.beat)
    except DatabaseError as error:
        if clock.failed():
            log.warning("no heartbeat", error=str(error.orig))
