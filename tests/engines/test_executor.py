"""Jobs in other processes: as many as there are, however many workers die."""

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread

import pytest

from cubarium.engines.executor import SerialExecutor, WorkerLost
from cubarium.engines.process_executor import ProcessExecutor, work
from tests.engines.deeds import Deed, Unreadable, do

ROOT = Path(__file__).parents[2]


def test_here() -> None:
    jobs = [Deed(number) for number in range(3)]
    assert list(SerialExecutor().run(do, jobs)) == [(job, job.number**2) for job in jobs]


def test_in_processes_every_job_is_done_once() -> None:
    jobs = [Deed(number) for number in range(7)]
    done = list(ProcessExecutor(2).run(do, iter(jobs)))
    assert sorted(result for _, result in done) == [number**2 for number in range(7)]
    assert {job for job, _ in done} == set(jobs)


def test_a_worker_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    jobs = [Deed(1), Deed(2, kills=str(tmp_path / "once")), Deed(3), Deed(4)]
    done = dict(ProcessExecutor(2).run(do, jobs))
    assert done == {job: job.number**2 for job in jobs}
    assert (tmp_path / "once").exists()


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(WorkerLost, match="3 workers"):
        list(ProcessExecutor(1).run(do, [Deed(1, kills="always")]))


def test_an_error_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        list(ProcessExecutor(2).run(do, [Deed(0, fails=True), Deed(1)]))


def test_a_job_that_can_not_be_read_there_is_no_dead_worker() -> None:
    with pytest.raises(LookupError, match="not here"):
        list(ProcessExecutor(1).run(do, [Unreadable(1)]))


def test_whoever_leaves_stops_the_rest() -> None:
    taken = []

    def jobs() -> Generator[Deed, None, None]:
        for number in range(100):
            taken.append(number)
            yield Deed(number, seconds=0.0 if number == 0 else 60.0)

    with closing(ProcessExecutor(2).run(do, jobs())) as done:
        next(done)
    assert len(taken) <= 3


def test_a_worker_works_until_nobody_gives_it_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    here, there = Pipe()
    for job in (Deed(3), Deed(0, fails=True), Deed(2, strange=True)):
        here.send_bytes(pickle.dumps((do, job)))
    thread = Thread(target=work, args=(there,))
    thread.start()
    done, failed, strange = (here.recv() for _ in range(3))
    here.close()
    thread.join(30)
    assert not thread.is_alive()
    assert done == (True, 9)
    assert isinstance(failed[1], ZeroDivisionError)
    assert isinstance(strange[1], WorkerLost)
    assert not failed[0]
    assert not strange[0]


def test_workers_end_with_whoever_started_them(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    code = (
        "from cubarium.engines.process_executor import ProcessExecutor\n"
        "from tests.engines.deeds import Deed, do\n"
        "if __name__ == '__main__':\n"
        f"    list(ProcessExecutor(1).run(do, [Deed(1, seconds=1000.0, tells={str(told)!r})]))\n"
    )
    script = tmp_path / "main.py"
    script.write_text(code, "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    parent = subprocess.Popen([sys.executable, str(script)], env=environment)
    while not told.exists() or not told.read_text():
        assert parent.poll() is None
        time.sleep(0.02)
    worker = int(told.read_text())
    parent.kill()
    parent.wait()
    while True:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            break
        if Path(f"/proc/{worker}/stat").read_text().split()[2] == "Z":
            break
        time.sleep(0.02)
