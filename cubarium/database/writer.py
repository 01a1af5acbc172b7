"""The one writer: a thread that commits what many have asked for at the same time.

Whoever asks waits until what it asked for is on the disk. What was asked for while a commit was
under way goes into the next one, all of it together.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection, Engine

from cubarium.database.pipeline import pipelined
from cubarium.match.session import Entry

Change: TypeAlias = Callable[[Connection], Any]
Changed: TypeAlias = Mapping[str, Sequence[Entry]]
"""Which tables are changed, and by which entries; none: by something else too."""
Announce: TypeAlias = Callable[[Connection, Changed], None]
_Way: TypeAlias = Callable[[Connection], AbstractContextManager[object]]


class _Request(NamedTuple):
    change: Change
    future: asyncio.Future[Any]
    table: str
    entries: Sequence[Entry]


def announce_nothing(connection: Connection, changed: Changed) -> None:
    """For a process that is alone."""
    del connection, changed


class Writer:
    """Applies changes in order, each whole or not at all."""

    def __init__(
        self,
        engine: Engine,
        committed: Callable[[int, float], None] = lambda *_: None,
        announce: Announce = announce_nothing,
    ) -> None:
        """`committed` is called after each commit, in the writer's thread: how many changes, and
        how long it took. `announce` is called before each commit, in its transaction."""
        self._engine = engine
        self._committed, self._announce = committed, announce
        self._has_pipeline = engine.dialect.name == "postgresql"
        self._connection: Connection | None = None
        """The writer's own; None: there is none yet, or it is lost."""
        self._requests: list[_Request] = []
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def write(self, change: Change, table: str = "", entries: Sequence[Entry] = ()) -> Any:
        """What a change gives, when it is durable; or the error that kept it from being so.
        `table`: which one is changed, if it is one; `entries`: if they are all that is new."""
        future = asyncio.get_running_loop().create_future()
        with self._changed:
            if self._is_closing:
                raise RuntimeError("the writer is closed")
            self._requests.append(_Request(change, future, table, entries))
            self._changed.notify()
        return await future

    def close(self) -> None:
        """Commit what was asked for, and end."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._requests and not self._is_closing:
                    self._changed.wait()
                # by table: two processes that change the same ones do it in the same order
                requests = sorted(self._requests, key=lambda one: one.table)
                self._requests = []
            if not requests:
                break
            self._commit(requests, pipelined if self._has_pipeline else nullcontext)
        self._disconnect()

    def _commit(self, requests: list[_Request], way: _Way) -> None:
        """All in one transaction; if that fails, one by one, so that nobody suffers for others and
        each hears of its own error. But if the database is lost nothing is tried again: it may have
        been stored."""
        since = time.monotonic()
        try:
            answers = self._transaction(requests, way)
        except Exception as error:  # noqa: BLE001 (whoever asked gets it)
            is_alone = len(requests) == 1 and way is nullcontext
            if self._connection is not None and not is_alone:
                for request in requests:
                    self._commit([request], nullcontext)
            else:
                _tell([(request.future, None, error) for request in requests])
            return
        self._committed(len(requests), time.monotonic() - since)
        _tell(
            [
                (request.future, answer, None)
                for request, answer in zip(requests, answers, strict=True)
            ]
        )

    def _transaction(self, requests: list[_Request], way: _Way) -> list[Any]:
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        try:
            with connection.begin(), way(connection):
                return self._change(connection, requests)
        finally:
            if connection.invalidated:
                self._disconnect()

    def _change(self, connection: Connection, requests: list[_Request]) -> list[Any]:
        answers = [request.change(connection) for request in requests]
        changed: dict[str, Sequence[Entry]] = {}
        for one in requests:
            if one.table:  # a table that is changed twice is read anew
                changed[one.table] = () if one.table in changed else one.entries
        if changed:
            self._announce(connection, changed)
        return answers

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _tell(results: list[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    """Wake up who waits, all at once."""

    def resolve() -> None:
        for future, answer, error in results:
            if future.done():
                continue
            if error is not None:
                future.set_exception(error)
            else:
                future.set_result(answer)

    loop = results[0][0].get_loop()
    if not loop.is_closed():
        loop.call_soon_threadsafe(resolve)
