"""A connection to PostgreSQL for one thing that goes on in the background."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias

from cubarium import extras

extras.require("postgres")

from psycopg import AsyncConnection  # noqa: E402
from psycopg.conninfo import make_conninfo  # noqa: E402

Connection: TypeAlias = AsyncConnection[Any]

SILENCE: Final = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""A machine that is gone without a word is noticed."""


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[Connection]:
    """Each statement is a transaction of its own. psycopg's own way to leave a connection waits for
    a rollback first, and leaves it open if whoever waits is cancelled again; here nothing is
    waited for."""
    connection = await AsyncConnection.connect(make_conninfo(address, **SILENCE), autocommit=True)
    try:
        yield connection
    finally:
        await connection.close()
