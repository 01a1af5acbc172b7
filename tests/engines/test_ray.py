"""The same executor on a Ray cluster: a stand-in for Ray here, a real cluster when soaking."""

import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from cubarium.core.errors import CubariumError, MissingExtra
from cubarium.engines import ray_executor
from cubarium.engines.executor import WorkerLost
from cubarium.engines.ray_executor import RayExecutor
from tests.engines.deeds import Deed, do


class Lost(Exception):
    """What Ray says when anything goes wrong with it."""


class Crashed(Lost):
    """What Ray says when workers die."""


class Failed(Lost):
    """What Ray says when a job itself fails."""

    def __init__(self, cause: Exception) -> None:
        super().__init__("a long story")
        self.cause = cause


class FakeRay(ModuleType):
    """As much of Ray as we use, in this process: references are the results to be."""

    exceptions = SimpleNamespace(WorkerCrashedError=Crashed, RayTaskError=Failed, RayError=Lost)

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
        try:
            return reference()
        except ArithmeticError as error:
            raise Failed(error) from None

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
    done = dict(RayExecutor("somewhere").run(do, iter(jobs)))
    assert done == {job: job.number**2 for job in jobs}
    assert fake.most == 2
    assert fake.said == ["somewhere", "shutdown"]
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

    def vanish(job: Deed) -> int:
        raise Lost(f"node of job {job.number} died")

    with pytest.raises(WorkerLost, match="has lost a job: node of job 1 died"):
        list(RayExecutor("local").run(vanish, [Deed(1)]))


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_where_nobody_listens_is_said_at_once(fake: FakeRay, scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
        assert list(RayExecutor(address).run(do, [])) == []
    with pytest.raises(CubariumError, match=f"no Ray cluster at {address}"):
        list(RayExecutor(address).run(do, []))
    assert fake.said == [address, "shutdown"]


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
    with pytest.raises(ZeroDivisionError) as failed:
        list(RayExecutor("local", 1).run(do, [Deed(1, fails=True)]))
    assert "ray::" not in str(failed.value)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_self_play_on_a_real_cluster_is_that_of_processes(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    command = [sys.executable, "-m", "cubarium", "selfplay", "quixo", "--size", "3", "--games", "5"]
    command += ["--part", "2", "--nodes", "50", "--engine", "level2"]
    for name, how in (("ray", ["--ray", "local", "--workers", "2"]), ("here", ["--workers", "1"])):
        done = subprocess.run(
            [*command, "--out", f"{tmp_path / name}", *how],
            check=False,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("5 games in 3 files")
    files = sorted(file.name for file in (tmp_path / "here").iterdir())
    assert len(files) == 7
    for file in files:
        one, other = (tmp_path / name / file for name in ("ray", "here"))
        if file.endswith(".npz"):
            assert all((np.load(one)[name] == np.load(other)[name]).all() for name in np.load(one))
        else:
            assert one.read_text("utf-8") == other.read_text("utf-8")
