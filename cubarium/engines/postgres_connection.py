"""A connection to PostgreSQL for one thing that goes on in the background."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cubarium import extras

extras.require("postgres")

from psycopg import AsyncConnection  # noqa: E402


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[AsyncConnection[Any]]:
    """Each statement is a transaction of its own. psycopg's own way to leave a connection waits for
    a rollback first, and leaves it open if whoever waits is cancelled again; here nothing is
    waited for."""
    connection = await AsyncConnection.connect(address, autocommit=True)
    try:
        yield connection
    finally:
        await connection.close()
