"""A worker as the server sees it, and the task that it has in hand."""

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from cubarium.engines.fair_queue import Urgency
from cubarium.engines.jobs import AnyAnswer
from cubarium.engines.wire import AnswerKind, packed, receive

PATIENCE: Final = 60.0
"""Seconds after which a worker that does not stop is killed: compilers can't be stopped."""
SILENCE_SECONDS: Final[Mapping[Urgency, float]] = {
    Urgency.MOVE: 180.0,
    Urgency.HINT: 180.0,
    Urgency.STUDY: 420.0,
    Urgency.WARM_UP: 900.0,
}
"""Without an answer, after which a worker is taken for stuck and killed. A first job compiles its
engine, and a study may think for five minutes before it knows more."""


@dataclass(eq=False)
class Task:
    """A job, and the answers for whoever waits for it."""

    number: int
    body: bytes
    table: tuple[str, int] | None
    """The game and its number of players; None: it is about none in particular."""
    owner: str
    address: str
    urgency: Urgency
    answers: asyncio.Queue[tuple[AnswerKind, AnyAnswer]] = field(default_factory=asyncio.Queue)
    asked_at: float = field(default_factory=monotonic)
    began_at: float = 0.0
    found_at: float | None = None
    """When the first answer came."""
    turn: float | None = None
    """Seconds after the first answer when it may be ended for the sake of others; None: it may
    not."""
    goes_on: bool = False
    """Is the rest of it done later?"""
    has_had_turn: bool = False
    """Was it?"""
    is_wanted: bool = True
    deaths: int = 0
    """How many workers died over it."""


class WorkerHandle:
    """One process at a time, and one task at a time."""

    def __init__(self) -> None:
        self.task: Task | None = None
        self.tables: set[tuple[str, int]] = set()
        """Games and numbers of players that it has loaded."""
        self._process: asyncio.subprocess.Process | None = None
        self._overdue: asyncio.TimerHandle | None = None
        """Rings when the worker should have stopped, or answered."""
        self._is_stopping = False

    @property
    def is_idle(self) -> bool:
        return self._process is not None and self.task is None

    async def start(self, memory: float) -> None:
        """Start a process."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "cubarium.engines.worker",
            str(memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self.tables = set()

    def assign(self, task: Task) -> None:
        """Let the process do it."""
        self.task = task
        if task.table is not None:
            self.tables.add(task.table)
        self._is_stopping = False
        self._expect(SILENCE_SECONDS[task.urgency])
        self._say(task.number, task.body)

    def stop(self) -> None:
        """Enough of its task; it is idle as soon as it has stopped."""
        assert self.task is not None
        if self._is_stopping:
            return
        self._is_stopping = True
        self._say(self.task.number, None)
        self._expect(PATIENCE)

    def _expect(self, seconds: float) -> None:
        """Kill the process if nothing comes of it in this time."""
        if self._overdue is not None:
            self._overdue.cancel()
        self._overdue = asyncio.get_running_loop().call_later(seconds, self.kill)

    def _say(self, number: int, body: bytes | None) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(packed((number, body)))

    async def hear(self) -> None:
        """Hand on one answer. Raises EOFError if the process is gone."""
        assert self._process is not None
        assert self._process.stdout is not None
        _, kind, payload = await receive(self._process.stdout)
        assert self.task is not None
        self.task.answers.put_nowait((kind, payload))
        if kind is not AnswerKind.FOUND:
            self._freed()
            return
        if not self._is_stopping:
            self._expect(SILENCE_SECONDS[self.task.urgency])
        if self.task.found_at is None:
            self.task.found_at = monotonic()

    async def wait_until_gone(self) -> tuple[Task | None, int]:
        """The task that the process has left behind, and how it ended."""
        assert self._process is not None
        process, self._process = self._process, None
        task = self._freed()
        return task, await process.wait()

    def _freed(self) -> Task | None:
        task, self.task = self.task, None
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None
        return task

    def leave(self) -> None:
        """Let the process end by itself, at once."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            if self._process is not None:
                self._process.kill()
