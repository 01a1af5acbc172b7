"""The queue of jobs for engines on other machines: rows in the site's PostgreSQL.

A server writes a job, a worker that is free takes it and writes the answer beside it. Notifications
only say that it is worth looking: any login may send one, so nothing is believed that they say. All
times are those of the database.
"""

import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple
from uuid import uuid4

from cubarium import extras
from cubarium.engines.job_text import MAX_BYTES
from cubarium.engines.postgres_connection import Connection, connected

extras.require("postgres")

from psycopg import sql  # noqa: E402

ASKED: Final = "cubarium_jobs"
"""The channel on which servers say that there are new jobs."""
ANSWERED: Final = "cubarium_answers"
"""The channel on which workers say that there are answers."""
BEAT_SECONDS: Final = 1.0
"""Between two heartbeats of a worker."""
LIFE_SECONDS: Final = 5.0
"""Without a heartbeat after which a worker is taken for dead."""

_PUT: Final = """
    INSERT INTO engine_jobs (id, needs, body, sender, asked, expires)
    VALUES (%s, %s, %s, %s, now(), now() + make_interval(secs => %s))
"""
_DROP: Final = "DELETE FROM engine_jobs WHERE id = ANY(%s)"
_COLLECT: Final = """
    DELETE FROM engine_jobs WHERE id = ANY(%s) AND answer IS NOT NULL RETURNING id, left(answer, %s)
"""
_GIVE_BACK_OF_DEAD: Final = """
    UPDATE engine_jobs SET worker = NULL WHERE worker IS NOT NULL AND answer IS NULL
    AND NOT EXISTS (
        SELECT 1 FROM engine_workers AS alive
        WHERE alive.id = worker AND seen > now() - make_interval(secs => %s)
    )
"""
_DROP_EXPIRED: Final = "DELETE FROM engine_jobs WHERE expires < now() - interval '10 s'"
_FORGET_DEAD: Final = "DELETE FROM engine_workers WHERE seen < now() - interval '1 min'"
_WORKERS: Final = """
    SELECT left(offers, %s) FROM engine_workers WHERE seen > now() - make_interval(secs => %s)
"""
_WAITING: Final = """
    SELECT count(*), coalesce(extract(epoch FROM now() - min(asked)), 0)::float
    FROM engine_jobs WHERE worker IS NULL AND expires > now()
"""
# an address that has much under way comes after those that have little
_TAKE: Final = """
    UPDATE engine_jobs SET worker = %s WHERE id = (
        SELECT id FROM engine_jobs AS job
        WHERE needs = ANY(%s) AND worker IS NULL AND expires > now()
        ORDER BY (
            SELECT count(*) FROM engine_jobs AS other
            WHERE other.sender = job.sender AND other.worker IS NOT NULL AND other.answer IS NULL
        ), asked, id
        LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, left(body, %s), sender
"""
_ANSWER: Final = "UPDATE engine_jobs SET answer = %s WHERE id = %s AND worker = %s"
_HELD: Final = """
    SELECT id FROM engine_jobs WHERE worker = %s AND answer IS NULL AND expires > now()
"""
_BEAT: Final = """
    INSERT INTO engine_workers (id, offers, seen) VALUES (%s, %s, now())
    ON CONFLICT (id) DO UPDATE SET seen = now()
"""
_GIVE_BACK: Final = "UPDATE engine_jobs SET worker = NULL WHERE worker = %s AND answer IS NULL"
_LEAVE: Final = "DELETE FROM engine_workers WHERE id = %s"
_NOTIFY: Final = "SELECT pg_notify(%s, %s)"


class NewJob(NamedTuple):
    """A job for the queue. It is dropped `seconds` after it was written."""

    id: str
    needs: str
    body: str
    sender: str
    seconds: float


class TakenJob(NamedTuple):
    """A job as a worker gets it."""

    id: str
    body: str
    sender: str


class QueueState(NamedTuple):
    """Who works, and what waits."""

    workers: int
    offers: frozenset[str]
    waiting: int
    oldest: float
    """Seconds that the oldest of them has waited."""


class JobQueue:
    """The statements, through one connection. Each raises psycopg.Error."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    # for servers

    async def put(self, jobs: Sequence[NewJob]) -> None:
        """Write jobs, and say so."""
        async with self._connection.cursor() as cursor:
            await cursor.executemany(_PUT, jobs)
        await self._notify(ASKED)

    async def drop(self, jobs: Collection[str]) -> None:
        """Take jobs back, answered or not. Whose worker is at it stops."""
        await self._connection.execute(_DROP, [list(jobs)])

    async def collect(self, jobs: Collection[str]) -> Mapping[str, str]:
        """Take the answers to these jobs, as far as they are there."""
        cursor = await self._connection.execute(_COLLECT, [list(jobs), MAX_BYTES + 1])
        return dict(await cursor.fetchall())

    async def look_round(self) -> QueueState:
        """Give the jobs of dead workers to others, drop what is not wanted, and tell how it is."""
        execute = self._connection.execute
        freed = await execute(_GIVE_BACK_OF_DEAD, [LIFE_SECONDS])
        if freed.rowcount:
            await self._notify(ASKED)
        await execute(_DROP_EXPIRED)
        await execute(_FORGET_DEAD)
        workers = await (await execute(_WORKERS, [MAX_BYTES, LIFE_SECONDS])).fetchall()
        offers = frozenset(offer for (text,) in workers for offer in read_offers(text))
        waiting, oldest = await (await execute(_WAITING)).fetchone() or (0, 0.0)
        return QueueState(len(workers), offers, waiting, oldest)

    # for workers

    async def beat(self, worker: str, offers: Sequence[str]) -> None:
        """Say that a worker lives, and what it offers."""
        await self._connection.execute(_BEAT, [worker, json.dumps(offers)])

    async def take(self, worker: str, offers: Sequence[str]) -> TakenJob | None:
        """Take the next job that a worker can do; None: there is none."""
        row = await (
            await self._connection.execute(_TAKE, [worker, list(offers), MAX_BYTES + 1])
        ).fetchone()
        return None if row is None else TakenJob(*row)

    async def held(self, worker: str) -> frozenset[str]:
        """Which jobs of a worker are still wanted?"""
        cursor = await self._connection.execute(_HELD, [worker])
        return frozenset(one for (one,) in await cursor.fetchall())

    async def answer(self, worker: str, job: str, answer: str) -> None:
        """Write an answer, and say so; if the job is no longer the worker's, nothing happens."""
        done = await self._connection.execute(_ANSWER, [answer, job, worker])
        if done.rowcount:
            await self._notify(ANSWERED, job)

    async def leave(self, worker: str) -> None:
        """Give back all that a worker has, and forget it."""
        await self._connection.execute(_GIVE_BACK, [worker])
        await self._connection.execute(_LEAVE, [worker])
        await self._notify(ASKED)
        await self._notify(ANSWERED)

    async def _notify(self, channel: str, job: str = "") -> None:
        await self._connection.execute(_NOTIFY, [channel, job])


def read_offers(text: str) -> list[str]:
    """Read what a worker offers; nothing, if that can't be understood."""
    with suppress(ValueError):
        found = json.loads(text)
        if isinstance(found, list):
            return [offer for offer in found if isinstance(offer, str)]
    return []


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[JobQueue]:
    """Open the queue of a site. Raises psycopg.Error."""
    async with connected(address) as connection:
        yield JobQueue(connection)


async def listen(address: str, channel: str, heard: Callable[[str], object]) -> None:
    """Call `heard` with the job that each notification names; the empty text stands for any. Ends
    with the connection. Raises psycopg.Error."""
    async with connected(address) as connection:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        heard("")  # what was said before
        async for notification in connection.notifies():
            heard(notification.payload)


def new_name() -> str:
    """Make a name that no job and no worker has."""
    return uuid4().hex
