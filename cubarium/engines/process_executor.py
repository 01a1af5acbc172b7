"""Jobs in processes of this machine. One that is killed takes nothing with it but its own job,
which another one does again; when this process is killed, they end."""

import os
import pickle
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import Final, Generic, TypeVar

from cubarium.engines.executor import Executor, SerialExecutor, WorkerLost

J = TypeVar("J")
R = TypeVar("R")

TRIES: Final = 3
"""How many workers may die over a job."""
LEAVE: Final = 5.0
"""Seconds that idle workers have to leave."""


class ProcessExecutor:
    """This many processes, for as long as there is something to do."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(
        self, function: Callable[[J], R], jobs: Iterable[J]
    ) -> Generator[tuple[J, R], None, None]:
        """See Executor."""
        rest = iter(jobs)
        lost: list[J] = []
        deaths: Counter[int] = Counter()
        workers: list[JobProcess[J, R]] = []
        try:
            while True:
                for worker in workers:
                    if worker.job is None and (job := _next(lost, rest)) is not None:
                        worker.assign(function, job)
                while len(workers) < self._workers and (job := _next(lost, rest)) is not None:
                    workers.append(JobProcess())
                    workers[-1].assign(function, job)
                busy = {worker.connection: worker for worker in workers if worker.job is not None}
                if not busy:
                    break
                for connection in wait(list(busy)):
                    worker = busy[connection]  # type: ignore[index]
                    job = worker.job
                    assert job is not None
                    try:
                        result = worker.result()
                    except (EOFError, OSError):
                        workers.remove(worker)
                        deaths[id(job)] += 1
                        worker.kill()
                        if deaths[id(job)] == TRIES:
                            raise WorkerLost(f"{TRIES} workers have died over one job") from None
                        lost.append(job)
                    else:
                        yield job, result
            for worker in workers:
                worker.leave()
        finally:
            for worker in workers:
                worker.kill()


def executor_for(workers: int) -> Executor:
    """This process alone, or this many others."""
    return SerialExecutor() if workers == 1 else ProcessExecutor(workers)


def _next(lost: list[J], rest: Iterable[J]) -> J | None:
    return lost.pop() if lost else next(iter(rest), None)


class JobProcess(Generic[J, R]):
    """One process, with one job at a time."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.connection, other = context.Pipe()
        self.job: J | None = None
        self.process: SpawnProcess = context.Process(target=work, args=(other,), daemon=False)
        self.process.start()
        other.close()

    def assign(self, function: Callable[[J], R], job: J) -> None:
        """If it is dead, its result says so."""
        self.job = job
        with suppress(OSError):
            self.connection.send_bytes(pickle.dumps((function, job)))

    def result(self) -> R:
        """What the job has come to. Raises what it raised, and EOFError if the process is gone."""
        is_done, answer = self.connection.recv()
        self.job = None
        if not is_done:
            raise answer
        done: R = answer
        return done

    def leave(self) -> None:
        """Let it end by itself."""
        self.connection.close()
        self.process.join(LEAVE)

    def kill(self) -> None:
        """End it now."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def work(connection: Connection) -> None:
    """What such a process does: jobs, until nobody gives it any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits for it is told, and ends it
    Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            body = connection.recv_bytes()
            try:
                function, job = pickle.loads(body)
                answer = (True, function(job))
            except Exception as error:  # noqa: BLE001  (it is raised where the job came from)
                answer = (False, error)
            try:
                connection.send(answer)
            except (TypeError, AttributeError, ValueError) as error:
                connection.send((False, WorkerLost(f"a result can't travel: {error}")))


def _leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
