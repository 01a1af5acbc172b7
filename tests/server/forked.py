"""Servers that are forked from a process which has imported everything: importing takes most of the
time, and all, that a start takes. What they run is the same."""

import os
import signal
import subprocess
import sys
from multiprocessing import forkserver, get_context
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
_CONTEXT = get_context("forkserver")


class Forked:
    """`cubarium` with some words, as a process; used like subprocess.Popen."""

    def __init__(self, words: list[str], env: dict[str, str]) -> None:
        _be_ready(env)
        out, self.stdout = _pipe()
        err, self.stderr = _pipe()
        self._process = _CONTEXT.Process(target=_run, args=(words, env, _Streams(out, err)))
        self._process.start()
        os.close(out)
        os.close(err)
        assert self._process.pid is not None
        self.pid = self._process.pid

    def send_signal(self, how: signal.Signals) -> None:
        os.kill(self.pid, how)

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        code = self._process.exitcode
        if code is None:
            raise subprocess.TimeoutExpired("cubarium", timeout)
        return code


def _pipe() -> tuple[int, IO[str]]:
    reads, writes = os.pipe()
    return writes, open(reads, encoding="utf-8")  # noqa: PTH123


class _Streams:
    """Two files that go along to another process."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def __getstate__(self) -> list[Any]:
        return [DupFd(number) for number in self.numbers]

    def __setstate__(self, moved: list[Any]) -> None:
        self.numbers = tuple(one.detach() for one in moved)


def _be_ready(env: dict[str, str]) -> None:
    """Let the process that forks be there, without the measuring of coverage."""
    before = dict(os.environ)
    _CONTEXT.set_forkserver_preload(["tests.server.preloaded"])
    os.environ.clear()
    os.environ.update({**env, "PYTHONPATH": str(ROOT)})
    try:
        forkserver.ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(before)


def _run(words: list[str], env: dict[str, str], streams: _Streams) -> None:
    for number, stream in zip((1, 2), streams.numbers, strict=True):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdout = open(1, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["cubarium", *words]
    from cubarium.cli.main import main

    main()
