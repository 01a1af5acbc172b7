"""Jobs on a Ray cluster: several machines, the same interface. Needs the extra `ray`; on every
machine of the cluster Cubarium is installed, and so is whatever program plays."""

import logging
import re
import socket
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Final, TypeVar

from cubarium import extras
from cubarium.core.errors import CubariumError
from cubarium.engines.executor import WorkerLost

J = TypeVar("J")
R = TypeVar("R")

TRIES: Final = 3
"""How many workers may die over a job."""
LOCAL: Final = "local"
"""The address of a cluster of this machine alone, made for the purpose."""

WITH_PORT: Final = re.compile(r"(?:ray://)?\[?([^\[\]/]+)\]?:(\d{1,5})")
PATIENCE: Final = 5.0
"""Seconds for a cluster to answer."""


class RayExecutor:
    """The cluster at an address; `workers`: jobs at a time, None: as many as it has cores."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        extras.require("ray")
        self._address, self._workers = address, workers

    def run(
        self, function: Callable[[J], R], jobs: Iterable[J]
    ) -> Generator[tuple[J, R], None, None]:
        """See Executor."""
        import ray

        address = None if self._address == LOCAL else self._address
        cores = self._workers if address is None else None
        try:
            _check_listening(self._address)
            ray.init(
                address=address,
                num_cpus=cores,
                log_to_driver=False,
                include_dashboard=False,
                logging_level=logging.ERROR,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise CubariumError(f"there is no Ray cluster at {self._address}: {error}") from error
        try:
            most = self._workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
            remote = ray.remote(num_cpus=1, max_retries=TRIES - 1)(function)
            rest = iter(jobs)
            running = {remote.remote(job): job for job in islice(rest, most)}
            while running:
                (done, *_), _ = ray.wait(list(running), num_returns=1)
                job = running.pop(done)
                try:
                    result: R = ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause from None  # as if it had been raised here
                except ray.exceptions.WorkerCrashedError:
                    raise WorkerLost(f"{TRIES} workers have died over one job") from None
                except ray.exceptions.RayError as error:
                    raise WorkerLost(f"the cluster has lost a job: {error}") from None
                for other in islice(rest, 1):
                    running[remote.remote(other)] = other
                yield job, result
        finally:
            ray.shutdown()


def _check_listening(address: str) -> None:
    """Does anybody listen at an address with a port? Ray itself tries for minutes. Raises
    OSError."""
    found = WITH_PORT.fullmatch(address)
    if found:
        socket.create_connection((found[1], int(found[2])), PATIENCE).close()
