"""Who does the work of a command that plays many games."""

import os

from cubarium.engines.executor import Executor
from cubarium.engines.process_executor import executor_for


def chosen_executor(workers: int | None, ray: str | None) -> Executor:
    """This many processes (None: one for each core), or a Ray cluster by its address."""
    if ray is None:
        return executor_for(workers or os.cpu_count() or 1)
    from cubarium.engines.ray_executor import RayExecutor

    return RayExecutor(ray, workers)
