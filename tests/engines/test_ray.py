"""The same executor on a Ray cluster: a stand-in for Ray here, a real cluster when soaking."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from cubarium.core.errors import CubariumError, MissingExtra
from cubarium.engines import ray_executor
from cubarium.engines.executor import WorkerLost
from cubarium.engines.ray_executor import RayExecutor
from tests.engines.deeds import Deed, do


class Crashed(Exception):
    """What Ray says when workers die."""


class FakeRay(ModuleType):
    """As much of Ray as we use, in this process: references are the results to be."""

    exceptions = SimpleNamespace(WorkerCrashedError=Crashed)

    def __init__(self) -> None:
        super().__init__("ray")
        self.said: list[object] = []
        self.running = self.most = 0

    def init(self, **options: object) -> None:
        self.said.append(options["address"])
        if options["address"] == "nowhere":
            raise ConnectionError("nobody is there")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **options: object) -> Callable[[Callable[[Deed], int]], SimpleNamespace]:
        assert options["max_retries"] == ray_executor.TRIES - 1

        def started(function: Callable[[Deed], int], job: Deed) -> Callable[[], int]:
            self.running += 1
            self.most = max(self.most, self.running)
            return lambda: function(job)

        return lambda function: SimpleNamespace(remote=lambda job: started(function, job))

    def wait(self, references: list[object], num_returns: int) -> tuple[list[object], list[object]]:
        return references[-num_returns:], references[:-num_returns]

    def get(self, reference: Callable[[], int]) -> int:
        self.running -= 1
        return reference()

    def shutdown(self) -> None:
        self.said.append("shutdown")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    monkeypatch.setattr("cubarium.extras.is_installed", lambda extra: extra == "ray")
    return fake


def test_every_job_is_done_once_and_few_at_a_time(fake: FakeRay) -> None:
    jobs = [Deed(number) for number in range(5)]
    done = dict(RayExecutor("somewhere:1").run(do, iter(jobs)))
    assert done == {job: job.number**2 for job in jobs}
    assert fake.most == 2
    assert fake.said == ["somewhere:1", "shutdown"]
    assert len(list(RayExecutor("local", 1).run(do, jobs))) == 5
    assert fake.said[2:] == [None, "shutdown"]


@pytest.mark.usefixtures("fake")
def test_what_goes_wrong_is_said() -> None:
    with pytest.raises(CubariumError, match="no Ray cluster at nowhere: nobody is there"):
        list(RayExecutor("nowhere").run(do, []))
    with pytest.raises(ZeroDivisionError):
        list(RayExecutor("local").run(do, [Deed(1, fails=True)]))

    def crash(job: Deed) -> int:
        raise Crashed(replace(job))

    with pytest.raises(WorkerLost, match="3 workers"):
        list(RayExecutor("local").run(crash, [Deed(1)]))


def test_without_ray_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"cubarium.ray."):
        RayExecutor("local")


@pytest.mark.soak
def test_a_real_cluster_of_two_processes(tmp_path: Path) -> None:
    """Install it first: uv sync --inexact --extra all --group ray."""
    pytest.importorskip("ray")
    jobs = [Deed(number) for number in range(6)]
    jobs.append(Deed(9, kills=f"{tmp_path}/once"))
    assert dict(RayExecutor("local", 2).run(do, jobs)) == {job: job.number**2 for job in jobs}
