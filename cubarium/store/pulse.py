"""The server's pulse: how long no server was alive is known afterwards, and charged to nobody."""

from sqlalchemy import Connection, delete, func, insert, select

from cubarium.store.schema import OUTAGES, PULSE, TABLES

KEPT = 1000
"""So many outages are remembered; no game that is on a clock is older."""


def beat(connection: Connection, now: int) -> None:
    """The server is alive."""
    connection.execute(delete(PULSE))
    connection.execute(insert(PULSE), [{"id": 1, "at": now}])


def came_back(connection: Connection, now: int) -> None:
    """A server starts: since the last sign of life none was there."""
    last = [
        connection.scalar(select(PULSE.c.at)),
        connection.scalar(select(func.max(TABLES.c.changed))),
    ]
    known = [at for at in last if at is not None]
    if known and now > max(known):
        connection.execute(insert(OUTAGES), [{"began": max(known), "ended": now}])
    first = select(OUTAGES.c.began).order_by(OUTAGES.c.began.desc()).offset(KEPT).limit(1)
    connection.execute(delete(OUTAGES).where(OUTAGES.c.began <= first.scalar_subquery()))
    beat(connection, now)


def outages(connection: Connection) -> list[tuple[int, int]]:
    """From when to when no server was alive, in order."""
    found = connection.execute(select(OUTAGES).order_by(OUTAGES.c.began))
    return [(row.began, row.ended) for row in found]
