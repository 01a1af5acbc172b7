"""The one writer: a thread that commits what many have asked for at the same time.

Whoever asks waits until what it asked for is on the disk. What was asked for while a commit was
under way goes into the next one, all of it together.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine

Change: TypeAlias = Callable[[Connection], Any]
_Request: TypeAlias = tuple[Change, asyncio.Future[Any]]


class Writer:
    """Applies changes in order, each whole or not at all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._requests: list[_Request] = []
        self._changed = threading.Condition()
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self.committed: Callable[[int, float], None] = lambda *_: None
        """Called after each commit, in the writer's thread: how many changes, and how long."""

    def start(self) -> None:
        self._thread.start()

    async def write(self, change: Change) -> Any:
        """What a change gives, when it is durable; or the error that kept it from being so."""
        future = asyncio.get_running_loop().create_future()
        with self._changed:
            if self._is_closing:
                raise RuntimeError("the writer is closed")
            self._requests.append((change, future))
            self._changed.notify()
        return await future

    def close(self) -> None:
        """Commit what was asked for, and end."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _work(self) -> None:
        with self._engine.connect() as connection:
            while True:
                with self._changed:
                    while not self._requests and not self._is_closing:
                        self._changed.wait()
                    requests, self._requests = self._requests, []
                if not requests:
                    return
                self._commit(connection, requests)

    def _commit(self, connection: Connection, requests: list[_Request]) -> None:
        """All in one transaction; if that fails, one by one, so that nobody suffers for others."""
        since = time.monotonic()
        try:
            answers = self._transaction(connection, requests)
        except Exception as error:  # noqa: BLE001 (whoever asked gets it)
            if len(requests) > 1:
                for request in requests:
                    self._commit(connection, [request])
                return
            ((_, future),) = requests
            _tell([(future, None, error)])
            return
        self.committed(len(requests), time.monotonic() - since)
        _tell(
            [(future, answer, None) for (_, future), answer in zip(requests, answers, strict=True)]
        )

    def _transaction(self, connection: Connection, requests: list[_Request]) -> list[Any]:
        with connection.begin():
            return [change(connection) for change, _ in requests]


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
