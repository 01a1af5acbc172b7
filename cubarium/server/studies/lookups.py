"""Solved positions, looked up: one question of an asker at a time, the others wait for it."""

import asyncio
from collections import OrderedDict
from typing import Final, TypeAlias

from cubarium.analysis.probed_position import ProbedPosition, ProbeJob
from cubarium.engines.pool import Busy, Urgency, Workers
from cubarium.tables.identity import Identity

MOST_WAITING: Final = 8
"""Questions of one asker: whoever steps through a game wants to know the newest."""
KEPT: Final = 1_000
"""Answers that are remembered: they are facts."""
AGAIN: Final = 1.0
"""Seconds after which it is worth asking again."""

Found: TypeAlias = ProbedPosition | None


class Lookups:
    """What tablebases know of positions. The same question is asked once, whoever asks meanwhile;
    studies that go on are no reason to refuse it."""

    def __init__(self) -> None:
        self._known: OrderedDict[ProbeJob, Found] = OrderedDict()
        self._running: dict[ProbeJob, asyncio.Task[Found]] = {}
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}
        """By asker, beside the question that is answered now; an empty list: none waits."""

    async def find(self, workers: Workers, job: ProbeJob, identity: Identity) -> Found:
        """What is known. Raises Busy if newer questions of the same asker have come first."""
        if job in self._known:
            self._known.move_to_end(job)
            return self._known[job]
        task = self._running.get(job)
        if task is None:
            task = self._running[job] = asyncio.create_task(self._ask(workers, job, identity))
            task.add_done_callback(lambda done: self._answered(job, done))
        return await asyncio.shield(task)  # others may wait for the same

    def _answered(self, job: ProbeJob, task: asyncio.Task[Found]) -> None:
        del self._running[job]
        if not task.cancelled() and task.exception() is None:
            self._known[job] = task.result()
            if len(self._known) > KEPT:
                self._known.popitem(last=False)

    async def _ask(self, workers: Workers, job: ProbeJob, identity: Identity) -> Found:
        await self._turn(identity.name)
        try:
            return await workers.last(
                job,
                owner=f"look-up {identity.name}",
                address=identity.address,
                urgency=Urgency.HINT,
            )
        finally:
            self._next(identity.name)

    async def _turn(self, asker: str) -> None:
        """Wait until the asker's other questions are answered."""
        waiting = self._waiting.get(asker)
        if waiting is None:
            self._waiting[asker] = []
            return
        turn = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        if len(waiting) > MOST_WAITING:
            oldest = waiting.pop(0)
            oldest.set_exception(Busy("newer questions of yours come first", AGAIN, is_own=True))
        await turn

    def _next(self, asker: str) -> None:
        """The next question of an asker has its turn."""
        waiting = self._waiting[asker]
        if waiting:
            waiting.pop(0).set_result(None)
        else:
            del self._waiting[asker]
