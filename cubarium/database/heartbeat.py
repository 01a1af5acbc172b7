"""The server's heartbeat. When nobody could move is known by it, and charged to nobody."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select

from cubarium.core.turn import Seat
from cubarium.database import processes, upsert
from cubarium.database.schema import DOWNTIMES, HEARTBEATS, RETURNS, TABLES
from cubarium.match.clocks import Span

KEPT = 1000
"""This many downtimes are remembered; no game that is on a clock is older."""


@dataclass(frozen=True, slots=True)
class Downtime:
    """Nobody could move. After a restart people have to find their way back, too."""

    began: int
    ended: int
    is_restart: bool = False

    @property
    def span(self) -> Span:
        return self.began, self.ended


def wall_time() -> int:
    """What the machine's clock says, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def last_sign(connection: Connection) -> int | None:
    """When a server was last known to be alive; None: never."""
    signs = (
        connection.scalar(select(HEARTBEATS.c.at)),
        connection.scalar(select(func.max(TABLES.c.changed))),
        connection.scalar(select(func.max(DOWNTIMES.c.ended))),
    )
    return max((at for at in signs if at is not None), default=None)


def server_time(connection: Connection) -> int:
    """What time it is on the site: where several processes may serve it, the time of those that do.
    It never goes back: if the machine's clock was ahead when the last server ran, time goes on from
    there."""
    if connection.dialect.name == "postgresql":
        served = processes.others_time(connection, "")
        if served is not None:
            return served
    return max(wall_time(), last_sign(connection) or 0)


def beat(connection: Connection, now: int, downtimes: Iterable[Downtime] = ()) -> None:
    """The server is alive, and knows of these downtimes."""
    upsert.put(connection, HEARTBEATS, {"id": 1, "at": now})
    for one in downtimes:
        row = {"began": one.began, "ended": one.ended, "is_restart": one.is_restart}
        upsert.put(connection, DOWNTIMES, row)
    _forget_old(connection)


def _forget_old(connection: Connection) -> None:
    began = select(DOWNTIMES.c.began).order_by(DOWNTIMES.c.began.desc())
    oldest = connection.scalar(began.offset(KEPT - 1).limit(1))
    if oldest is not None:
        connection.execute(delete(DOWNTIMES).where(DOWNTIMES.c.began < oldest))
        connection.execute(delete(RETURNS).where(RETURNS.c.restarted < oldest))


def downtimes(connection: Connection) -> list[Downtime]:
    """When nobody could move, in the order of their ends."""
    found = connection.execute(select(DOWNTIMES).order_by(DOWNTIMES.c.ended))
    return [Downtime(row.began, row.ended, row.is_restart) for row in found]


def returned(connection: Connection, table: str, seat: Seat, restarted: int, at: int) -> None:
    """A seat is back after a restart: its clock is charged from then on."""
    row = {"table_id": table, "seat": seat, "restarted": restarted, "at": at}
    upsert.add(connection, RETURNS, [row])
