"""Who does many independent jobs: this process, several processes, or a Ray cluster. One interface
for matches, self-play and whatever else is made of many games."""

from collections.abc import Callable, Generator, Iterable
from typing import Protocol, TypeVar

from cubarium.core.errors import CubariumError

J = TypeVar("J")
R = TypeVar("R")


class WorkerLost(CubariumError):
    """A job over which one worker after another has died."""


class Executor(Protocol):
    """Does jobs in any order. A job that is lost with its worker is done again by another one."""

    def run(
        self, function: Callable[[J], R], jobs: Iterable[J]
    ) -> Generator[tuple[J, R], None, None]:
        """Each job with its result, as soon as it is there. Jobs are taken when they are needed;
        whoever closes the generator stops all of them. Raises what a job raises, and WorkerLost.
        `function`, jobs and results travel as pickles."""
        ...


class SerialExecutor:
    """One job after the other, here."""

    def run(
        self, function: Callable[[J], R], jobs: Iterable[J]
    ) -> Generator[tuple[J, R], None, None]:
        """See Executor."""
        for job in jobs:
            yield job, function(job)
