"""Engines for a server: jobs are done in processes of their own, never in the event loop."""

import asyncio
import pickle
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from itertools import count as numbers
from operator import itemgetter
from time import monotonic
from typing import Final, TypeVar

from cubarium.core.errors import CubariumError
from cubarium.engines.fair_queue import FairQueue, Urgency
from cubarium.engines.jobs import Job, JobInParts
from cubarium.engines.wire import AnswerKind
from cubarium.engines.worker_handle import Task, WorkerHandle

__all__ = ["Busy", "Lost", "Urgency", "Workers"]

TRIES: Final = 2
"""How many workers may die over a job."""
AGAIN: Final = 5.0
"""Seconds after which a place may be free."""
LEAVE: Final = 3.0
"""Seconds that workers have to leave at the end."""
TURN: Final = 10.0
"""Seconds after its first answer when a job that takes turns is ended if others wait."""
SHORT_TURN: Final = 1.0
"""The same of a job in parts: it gives its place up, and goes on later."""
BREATH: Final = 1.0
"""Seconds between two starts of a worker, so that one that can't start does not spin."""

T = TypeVar("T")

LET_GO: Final = "the workers were let go"


def _ignore(*_: object) -> None:
    """Nobody wants to know."""


class Busy(CubariumError):
    """Too much is asked for now; it is worth asking again after some seconds. `is_own`: by whoever
    asks, not by everybody together."""

    def __init__(self, message: str, retry_after: float, *, is_own: bool = False) -> None:
        super().__init__(message)
        self.retry_after, self.is_own = retry_after, is_own


class Lost(CubariumError):
    """A job that nobody could do; `details` are for the log."""

    def __init__(self, details: str) -> None:
        super().__init__("the engine has failed")
        self.details = details


class Workers:
    """Processes, each of which does one job at a time and is started anew when it dies. A job that
    takes turns goes on for as long as it likes, or until others wait for what it holds; if it is in
    parts, the rest of it then waits like a new one.

    Moves are never refused. Other jobs are, if `waiting` that are as urgent wait already, or their
    owner has `per_owner` of them, or their address `per_address`; the owner "" is the server itself
    and may have any number. Among jobs that are as urgent, addresses are served in turn, and the
    owners of an address in turn. Studies and warming up never hold all workers, so that moves need
    not wait for them; where there is one worker only, a move waits until the study under way has
    had its turn, or is done. `memory`: megabytes for each engine that a worker keeps.
    """

    def __init__(
        self,
        count: int,
        *,
        waiting: int = 32,
        per_owner: int = 2,
        per_address: int = 8,
        memory: float = 16.0,
        died: Callable[[int], None] = _ignore,
        began: Callable[[Urgency, float], None] = _ignore,
    ) -> None:
        """`died` is called with its exit code when a worker has died; `began` when a job begins,
        with the seconds that it has waited."""
        self._most_waiting, self._memory = waiting, memory
        self._per_owner, self._per_address = per_owner, per_address
        self._queue: FairQueue[Task] = FairQueue()
        self._owned: Counter[str] = Counter()
        self._asked_from: Counter[str] = Counter()
        """Jobs that are no moves, by owner and by address."""
        self._handles = [WorkerHandle() for _ in range(count)]
        self._most_long = max(1, count - 1)
        self._numbers = numbers(1)
        self._keepers: list[asyncio.Task[None]] = []
        self._next_turn: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._died, self._began = died, began

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """How many workers are at work."""
        return sum(handle.task is not None for handle in self._handles)

    async def start(self) -> None:
        """Start all workers. They are ready for jobs at once, and quick when they are warm."""
        for handle in self._handles:
            await self._employ(handle)
        self._keepers = [asyncio.create_task(self._keep(handle)) for handle in self._handles]

    async def close(self) -> None:
        """Let all workers go. Whoever still waits for an answer gets Lost."""
        self._is_closed = True
        if self._next_turn is not None:
            self._next_turn.cancel()
        for handle in self._handles:
            handle.leave()
        if self._keepers:
            _, late = await asyncio.wait(self._keepers, timeout=LEAVE)
            for handle in self._handles if late else ():
                handle.kill()
            await asyncio.gather(*self._keepers)
        while (task := self._queue.take(long=True)) is not None:
            task.answers.put_nowait((AnswerKind.STOPPED, None))

    async def ask(
        self,
        job: Job[T],
        *,
        owner: str = "",
        address: str = "",
        urgency: Urgency = Urgency.MOVE,
        takes_turns: bool = False,
    ) -> AsyncGenerator[T, None]:
        """What the job yields; if its worker dies, it begins anew with another one. Whoever closes
        the generator (see contextlib.aclosing) stops the job, whether it waits or runs.
        `takes_turns`: others have their turn in between, see Workers. Raises Busy before anything
        else; CubariumError if the job is refused; Lost."""
        task = self._admitted(job, owner, address, urgency, takes_turns=takes_turns)
        found: list[T] = []
        try:
            while True:
                kind, payload = await task.answers.get()
                if kind is AnswerKind.DONE or (kind is AnswerKind.STOPPED and task.has_had_turn):
                    seconds = monotonic() - task.began_at
                    rest = job.rest(found, seconds) if isinstance(job, JobInParts) else None
                    if rest is None:
                        return
                    task = self._put_rest(rest, task)
                    job, found = rest, []
                    continue
                if kind is AnswerKind.REFUSED:
                    raise CubariumError(payload)
                if kind is AnswerKind.STOPPED:
                    raise Lost(LET_GO)
                if kind is AnswerKind.FAILED:
                    raise Lost(payload)
                answer: T = payload
                found.append(answer)
                yield answer
        finally:
            self._forget(task)

    async def last(
        self,
        job: Job[T],
        *,
        owner: str = "",
        address: str = "",
        urgency: Urgency = Urgency.MOVE,
    ) -> T:
        """The last answer, which counts. Raises what `ask` raises, and Lost if there is none."""
        asked = self.ask(job, owner=owner, address=address, urgency=urgency)
        answers = [answer async for answer in asked]
        if not answers:
            raise Lost("there was no answer")
        return answers[-1]

    # jobs come and go

    def _task(
        self, job: Job[object], owner: str, address: str, urgency: Urgency, *, takes_turns: bool
    ) -> Task:
        if self._is_closed:
            raise Lost(LET_GO)
        table = None if job.spec is None else (job.spec.info.name, job.spec.players)
        task = Task(next(self._numbers), pickle.dumps(job), table, owner, address, urgency)
        task.goes_on = isinstance(job, JobInParts)
        if takes_turns:
            task.turn = SHORT_TURN if task.goes_on else TURN
        return task

    def _put_rest(self, rest: Job[object], task: Task) -> Task:
        """What is left of a job goes to the end of the queue; its owner has asked once."""
        takes_turns = task.turn is not None
        rest_task = self._task(
            rest, task.owner, task.address, task.urgency, takes_turns=takes_turns
        )
        rest_task.deaths = task.deaths
        self._queue.put(rest_task)
        self._assign()
        return rest_task

    def _admitted(
        self, job: Job[object], owner: str, address: str, urgency: Urgency, *, takes_turns: bool
    ) -> Task:
        task = self._task(job, owner, address, urgency, takes_turns=takes_turns)
        if urgency is not Urgency.MOVE:
            if owner and self._owned[owner] >= self._per_owner:
                raise Busy("your other questions are not answered yet", AGAIN, is_own=True)
            if address and self._asked_from[address] >= self._per_address:
                message = "other questions from your address are not answered yet"
                raise Busy(message, AGAIN, is_own=True)
            if self._queue.count(urgency) >= self._most_waiting:
                raise Busy("too many questions wait already", AGAIN)
            self._owned[owner] += 1
            self._asked_from[address] += 1
        self._queue.put(task)
        self._assign()
        return task

    def _forget(self, task: Task) -> None:
        """Nobody listens to its answers any more."""
        task.is_wanted = False
        if task.urgency is not Urgency.MOVE:
            self._owned -= Counter([task.owner])
            self._asked_from -= Counter([task.address])
        if task in self._queue:
            self._queue.remove(task)
        for handle in self._handles:
            if handle.task is task:
                handle.stop()

    def _assign(self) -> None:
        """Give all idle workers what they may do, if possible to who knows the table."""
        while idle := [handle for handle in self._handles if handle.is_idle]:
            long = sum(
                bool(handle.task and handle.task.urgency.is_long) for handle in self._handles
            )
            task = self._queue.take(long=long < self._most_long)
            if task is None:
                break
            task.began_at = monotonic()
            self._began(task.urgency, task.began_at - task.asked_at)
            knowing = (handle for handle in idle if task.table in handle.tables)
            next(knowing, idle[0]).assign(task)
        self._take_turns()

    def _take_turns(self) -> None:
        """End the job whose turn is over first, if others wait."""
        if self._next_turn is not None:
            self._next_turn.cancel()
            self._next_turn = None
        if self._is_closed:
            return
        turns = [
            (task.found_at + task.turn, handle, task)
            for handle in self._handles
            if (task := handle.task) and task.turn is not None and task.found_at is not None
        ]
        for ends_at, handle, task in sorted(turns, key=itemgetter(0)):
            if not self._is_awaited(task):
                continue
            left = ends_at - monotonic()
            if left > 0:
                self._next_turn = asyncio.get_running_loop().call_later(left, self._take_turns)
            else:
                task.has_had_turn = True
                handle.stop()
            return

    def _is_awaited(self, task: Task) -> bool:
        """Do others wait for what it holds? More urgent jobs do where there is one worker only.
        What goes on later also gives its place to other jobs of its owner."""
        is_alone = len(self._handles) == 1
        if is_alone and self._queue.has_more_urgent(task):
            return True
        if task.goes_on:
            return self._queue.count(task.urgency) > 0
        return self._queue.has_others(task)

    # workers come and go

    async def _employ(self, handle: WorkerHandle) -> None:
        await handle.start(self._memory)
        if self._is_closed:
            handle.leave()
        else:
            self._assign()

    async def _keep(self, handle: WorkerHandle) -> None:
        """Listen to a worker; start it anew when it has died."""
        while True:
            started = monotonic()
            with suppress(EOFError):
                while True:
                    await handle.hear()
                    self._assign()
            task, code = await handle.wait_until_gone()
            if not self._is_closed:
                self._died(code)
            self._missed(task, code)
            if not self._is_closed:
                await asyncio.sleep(max(0.0, started + BREATH - monotonic()))
            if self._is_closed:
                return
            await self._employ(handle)

    def _missed(self, task: Task | None, code: int) -> None:
        """A worker is gone: somebody else gets its task, unless that goes on and on."""
        if task is None or not task.is_wanted:
            return
        task.deaths += 1
        if self._is_closed or task.has_had_turn:
            task.answers.put_nowait((AnswerKind.STOPPED, None))
        elif task.deaths == TRIES:
            task.answers.put_nowait((AnswerKind.FAILED, f"its worker ended with {code}"))
        else:
            task.found_at = None
            self._queue.put_first(task)
            self._assign()
