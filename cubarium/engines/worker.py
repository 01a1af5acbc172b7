"""A worker: a process that does one job after another for a server. It ends when its standard input
does. `python -m cubarium.engines.worker MEGABYTES` starts it.

It reads `(number, pickled job)`, and `(number, None)` to stop that job; it answers `(number, kind,
payload)`: see wire.py.
"""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread, main_thread
from typing import IO, Final

from cubarium.core.errors import CubariumError
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.ugi_engine import end_idle
from cubarium.engines.wire import AnswerKind, packed, read

GRACE: Final = 0.5
"""Seconds to leave in good order; what can't be stopped, such as a compiler, is cut off."""


class Worker:
    """Does jobs in the main thread; another one listens."""

    def __init__(self, source: IO[bytes], sink: int, memory: float) -> None:
        self._source, self._sink = source, sink
        self._cache = EngineCache(memory)
        self._jobs: SimpleQueue[tuple[int, bytes, Event] | None] = SimpleQueue()

    def work(self) -> None:
        """Until nobody is there who wants anything."""
        Thread(target=self._listen, daemon=True).start()
        while (task := self._jobs.get()) is not None:
            self._do(*task)
        end_idle()

    def _listen(self) -> None:
        last, stopped = 0, Event()
        with suppress(EOFError):
            while True:
                number, body = read(self._source)
                if body is not None:
                    last, stopped = number, Event()
                    self._jobs.put((number, body, stopped))
                elif number == last:
                    stopped.set()
        stopped.set()
        self._jobs.put(None)
        main_thread().join(GRACE)
        if main_thread().is_alive():
            os._exit(0)

    def _do(self, number: int, body: bytes, stopped: Event) -> None:
        self._cache.stopped = stopped
        try:
            for found in pickle.loads(body).run(self._cache):
                if stopped.is_set():
                    break
                self._say(number, AnswerKind.FOUND, found)
        except CubariumError as refusal:
            self._say(number, AnswerKind.REFUSED, str(refusal))
        except Exception:  # noqa: BLE001  (whatever it is, the next job is another one)
            self._say(number, AnswerKind.FAILED, traceback.format_exc())
        else:
            self._say(number, AnswerKind.STOPPED if stopped.is_set() else AnswerKind.DONE, None)

    def _say(self, number: int, kind: AnswerKind, payload: object) -> None:
        rest = packed((number, kind, payload))
        with suppress(BrokenPipeError):  # the listener notices it too
            while rest:
                rest = rest[os.write(self._sink, rest) :]


def main() -> None:
    """Work on the standard streams. What others print goes to the standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is told, and lets its workers go
    sink = os.dup(1)
    os.dup2(2, 1)
    Worker(sys.stdin.buffer, sink, float(sys.argv[1])).work()


if __name__ == "__main__":
    main()
