"""Jobs for engines on other machines: a queue in the site's PostgreSQL, kept by Procrastinate.

A server puts a job in, a worker that is free takes it and tells the answer by NOTIFY. What is in
the queue is short-lived: each version of Procrastinate has a schema of its own for it, so that
nothing has to be migrated, and old and new processes do not meet.
"""

import base64
import json
import pickle
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Final, NamedTuple

from cubarium import extras
from cubarium.engines.postgres_connection import connected
from cubarium.engines.wire import AnswerKind

extras.require("postgres")

from procrastinate import App, PsycopgConnector  # noqa: E402
from procrastinate.schema import SchemaManager  # noqa: E402
from psycopg import sql  # noqa: E402

TASK: Final = "answer"
"""The name of what workers are asked to do."""
ANSWERS: Final = "cubarium_answers"
"""The channel of answers."""
SCHEMA: Final = f"engine_jobs_{sha256(SchemaManager.get_schema().encode()).hexdigest()[:8]}"
BEAT: Final = 1.0
"""Seconds between two heartbeats of a worker."""
LIFE: Final = 5.0
"""Seconds without one after which it is taken for dead."""
MAKING: Final = 0x43554246
"""The advisory lock of who makes the schema."""


class Answer(NamedTuple):
    """What became of a job."""

    asked: str
    kind: AnswerKind
    payload: object

    def written(self) -> str:
        """For a notification."""
        return json.dumps([self.asked, self.kind, packed(self.payload)])

    @classmethod
    def read(cls, text: str) -> "Answer":
        asked, kind, payload = json.loads(text)
        return cls(asked, AnswerKind(kind), unpacked(payload))


def packed(what: object) -> str:
    """As a text. Whoever may write to the site's database is trusted."""
    return base64.b85encode(pickle.dumps(what)).decode()


def unpacked(text: str) -> object:
    found: object = pickle.loads(base64.b85decode(text))
    return found


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[App]:
    """The queue of a site, made if it is not there yet."""
    await _make(address)
    options = {"options": f"-c search_path={SCHEMA}"}
    app = App(connector=PsycopgConnector(conninfo=address, kwargs=options, min_size=1, max_size=8))
    async with app.open_async():
        yield app


async def _make(address: str) -> None:
    async with connected(address) as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", [MAKING])
        found = await connection.execute(
            "SELECT 1 FROM information_schema.schemata WHERE schema_name = %s", [SCHEMA]
        )
        if await found.fetchone() is None:
            name = sql.Identifier(SCHEMA)
            await connection.execute(sql.SQL("CREATE SCHEMA {}").format(name))
            await connection.execute(sql.SQL("SET LOCAL search_path = {}").format(name))
            await connection.execute(SchemaManager.get_schema())


async def count_workers(app: App) -> int:
    """How many live."""
    row = await app.connector.execute_query_one_async(
        "SELECT count(*) AS alive FROM procrastinate_workers "
        "WHERE last_heartbeat > now() - make_interval(secs => %(life)s)",
        life=LIFE,
    )
    return int(row["alive"])


async def tell(app: App, answer: Answer) -> None:
    """Tell everybody who listens."""
    query = "SELECT pg_notify(%(channel)s, %(payload)s)"
    await app.connector.execute_query_async(query, channel=ANSWERS, payload=answer.written())


async def listen(address: str, heard: Callable[[Answer], None]) -> None:
    """Until the connection is lost. Raises psycopg.Error."""
    async with connected(address) as connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(ANSWERS)))
        async for notification in connection.notifies():
            with suppress(ValueError, TypeError, EOFError, pickle.UnpicklingError):  # not ours
                heard(Answer.read(notification.payload))
