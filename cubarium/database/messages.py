"""What the processes of a site tell each other, as rows of its PostgreSQL."""

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, func, select, text

from cubarium.database.pipeline import send
from cubarium.database.schema import MESSAGES

NOTIFY: Final = "SELECT pg_notify(%s, %s)"
_WRITE: Final = """
    WITH written AS (INSERT INTO messages (process, body) VALUES (%s, %s) RETURNING id)
    SELECT pg_notify(%s, json_build_object('process', %s::text, 'message', id)::text) FROM written
"""


class StoredMessage(NamedTuple):
    """What a process has told."""

    id: int
    process: str
    body: str


def notify(connection: Connection, channel: str, payload: str) -> None:
    """Tell all who listen, if and when the transaction is committed."""
    if not send(connection, NOTIFY, (channel, payload)):
        connection.exec_driver_sql(NOTIFY, (channel, payload))


def write(connection: Connection, channel: str, process: str, body: str) -> None:
    """Write a message, and tell all who listen which one it is."""
    values = (process, body, channel, process)
    if not send(connection, _WRITE, values):
        connection.exec_driver_sql(_WRITE, values)


def read(connection: Connection, numbers: Collection[int]) -> list[StoredMessage]:
    """Read messages by their numbers, in order; what is no longer there is left out."""
    wanted = select(MESSAGES.c.id, MESSAGES.c.process, MESSAGES.c.body)
    wanted = wanted.where(MESSAGES.c.id.in_(numbers)).order_by(MESSAGES.c.id)
    return [StoredMessage(*row) for row in connection.execute(wanted)]


def forget_old(connection: Connection) -> None:
    """Delete what was told more than a minute ago: all who listen have read it."""
    connection.execute(
        delete(MESSAGES).where(MESSAGES.c.at < func.now() - text("interval '1 min'"))
    )
