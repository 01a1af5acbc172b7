"""The server processes that share a database: which of them live, and who looks after what."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import Connection, delete, select, text

from cubarium.database.schema import LEASES, PROCESSES

LIFE: Final = 3000
"""Milliseconds after its last heartbeat for which a process counts as alive."""
_DATABASE_TIME: Final = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
_BEAT: Final = text(
    f"INSERT INTO processes (id, at, database_at) VALUES (:id, :at, {_DATABASE_TIME}) "
    "ON CONFLICT (id) DO UPDATE SET at = excluded.at, database_at = excluded.database_at"
)
_LIVES: Final = f"COALESCE(database_at, 0) > {_DATABASE_TIME} - {LIFE}"
_ALIVE: Final = text(f"SELECT id FROM processes WHERE {_LIVES}")
_FORGET_LEASES: Final = text(
    f"DELETE FROM leases WHERE process NOT IN (SELECT id FROM processes WHERE {_LIVES})"
)
_FORGET: Final = text(f"DELETE FROM processes WHERE NOT {_LIVES}")
_OTHERS_TIME: Final = text(
    f"SELECT max(at + now - database_at) FROM processes, (SELECT {_DATABASE_TIME} AS now) AS here "
    "WHERE id != :process AND database_at BETWEEN now - :life AND now"
)
_TAKE: Final = text(
    "INSERT INTO leases (name, process) VALUES (:name, :process) "
    "ON CONFLICT (name) DO UPDATE SET process = excluded.process "
    f"WHERE leases.process NOT IN (SELECT id FROM processes WHERE {_LIVES})"
)


def beat(connection: Connection, process: str, now: int) -> None:
    """A process is alive. The database notes by its own clock when it said so."""
    connection.execute(_BEAT, {"id": process, "at": now})


def others_time(connection: Connection, process: str) -> int | None:
    """What time it is by the other processes that live; None: there are none. Each has said what
    time it was, and the database knows how long ago that was: the clocks of machines, which may say
    anything, are not asked. A moment too early at most, by the way from here to the database."""
    found: int | None = connection.scalar(_OTHERS_TIME, {"process": process, "life": LIFE})
    return found


def alive(connection: Connection) -> set[str]:
    """The processes that live, by the clock of the database."""
    return set(connection.scalars(_ALIVE))


def leave(connection: Connection, process: str) -> None:
    """A process ends, and leaves everything to the others."""
    connection.execute(delete(LEASES).where(LEASES.c.process == process))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))


def forget_dead(connection: Connection) -> None:
    """Processes that were killed, and the leases that they held."""
    connection.execute(_FORGET_LEASES)
    connection.execute(_FORGET)


def owners(connection: Connection, names: Collection[str]) -> Mapping[str, str]:
    """Who holds these leases; those that nobody has ever held are missing."""
    query = select(LEASES.c.name, LEASES.c.process).where(LEASES.c.name.in_(names))
    return {row.name: row.process for row in connection.execute(query)}


def take(connection: Connection, process: str, names: Collection[str]) -> set[str]:
    """Take the leases that no living process holds; which of these are the process's own now."""
    rows = [{"name": name, "process": process} for name in sorted(names)]
    if rows:
        connection.execute(_TAKE, rows)
    return {name for name, owner in owners(connection, names).items() if owner == process}


def release(connection: Connection, process: str, names: Collection[str]) -> None:
    """A process no longer looks after these."""
    own = LEASES.c.process == process, LEASES.c.name.in_(names)
    connection.execute(delete(LEASES).where(*own))
