"""The server processes that share a database: which of them live, and who looks after what."""

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import Connection, delete, select, text

from cubarium.store import upsert
from cubarium.store.schema import LEASES, PROCESSES

LIFE: Final = 3000
"""Milliseconds after its last heartbeat for which a process counts as alive."""
_TAKE: Final = text(
    "INSERT INTO leases (name, process) VALUES (:name, :process) "
    "ON CONFLICT (name) DO UPDATE SET process = excluded.process "
    "WHERE leases.process NOT IN (SELECT id FROM processes WHERE at > :since)"
)


def beat(connection: Connection, process: str, now: int) -> None:
    """A process is alive."""
    upsert.put(connection, PROCESSES, {"id": process, "at": now})


def alive(connection: Connection, now: int) -> set[str]:
    """The processes that live."""
    return set(connection.scalars(select(PROCESSES.c.id).where(PROCESSES.c.at > now - LIFE)))


def leave(connection: Connection, process: str) -> None:
    """A process ends, and leaves everything to the others."""
    connection.execute(delete(LEASES).where(LEASES.c.process == process))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.id == process))


def forget_dead(connection: Connection, now: int) -> None:
    """Processes that were killed, and the leases that they held."""
    living = select(PROCESSES.c.id).where(PROCESSES.c.at > now - LIFE)
    connection.execute(delete(LEASES).where(LEASES.c.process.not_in(living)))
    connection.execute(delete(PROCESSES).where(PROCESSES.c.at <= now - LIFE))


def owners(connection: Connection, names: Collection[str]) -> Mapping[str, str]:
    """Who holds these leases; those that nobody has ever held are missing."""
    query = select(LEASES.c.name, LEASES.c.process).where(LEASES.c.name.in_(names))
    return {row.name: row.process for row in connection.execute(query)}


def take(connection: Connection, process: str, names: Collection[str], now: int) -> set[str]:
    """Take the leases that no living process holds; which of these are the process's own now."""
    rows = [{"name": name, "process": process, "since": now - LIFE} for name in sorted(names)]
    if rows:
        connection.execute(_TAKE, rows)
    return {name for name, owner in owners(connection, names).items() if owner == process}


def release(connection: Connection, process: str, names: Collection[str]) -> None:
    """A process no longer looks after these."""
    own = LEASES.c.process == process, LEASES.c.name.in_(names)
    connection.execute(delete(LEASES).where(*own))
