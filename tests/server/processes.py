"""A real server process for tests: started on a free port, stopped or killed, started again."""

import os
import re
import resource
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import httpx

from cubarium.database.site_place import Place
from cubarium.tables.messages import PROTOCOL
from tests.server.forked import Forked

PATIENCE = 60.0
"""Seconds for an answer: a hundred tables that come back at once keep a slow machine busy."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


def _environment() -> dict[str, str]:
    """Without the measuring of coverage: with it a server starts in seconds instead of one, and the
    tests inside one process cover nearly all of it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


@dataclass(frozen=True)
class Target:
    """A server of this machine, by its port."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws?protocol={PROTOCOL}"


class Served:
    """`cubarium serve` on a place. `port`: 0 for a free one; kept when started again."""

    def __init__(
        self,
        data: Place,
        *options: str,
        covered: bool = False,
        module: str = "",
        anew: bool = False,
        clock: Path | None = None,
    ) -> None:
        """`clock`: a file with the seconds by which the clock of its machine is wrong."""
        self.data = data
        self.options = options
        self.covered = covered and any(name.startswith("COVERAGE_") for name in os.environ)
        """Is coverage measured in its process?"""
        self.module = module or ("cubarium" if clock is None else "tests.server.wrong_clock")
        """The command line that is run."""
        self.anew = anew or self.covered or self.module != "cubarium"
        """Does it begin as people begin it, from nothing?"""
        self.clock = clock
        self.port = 0
        self.process: subprocess.Popen[str] | Forked | None = None
        self.errors: list[str] = []
        """What the server has written to its log."""
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        return Target(self.port).url

    @property
    def socket_url(self) -> str:
        return Target(self.port).socket_url

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> Self:
        process = self._spawn()
        assert process.stdout is not None
        found = ADDRESS.search(process.stdout.readline())
        if found is None:
            self.ended()
            raise AssertionError(f"no server: {''.join(self.errors)}")
        self.port = int(found[1])
        with httpx.Client(base_url=self.url, timeout=PATIENCE) as client:
            client.get("/healthz")
        return self

    def _spawn(self) -> subprocess.Popen[str] | Forked:
        words = ["serve", "--port", str(self.port), "--rate", "0", "--no-warm", *self.options]
        env = {**(os.environ if self.covered else _environment()), "PYTHONUNBUFFERED": "1"}
        if isinstance(self.data, Path):
            words += ["--data", str(self.data)]
        else:
            url = self.data.url.set(drivername="postgresql")
            env["CUBARIUM_DATABASE"] = url.render_as_string(hide_password=False)
        if self.clock is not None:
            env["WRONG_CLOCK"] = str(self.clock)
        self.process = process = self._begun(words, env) if self.anew else Forked(words, env)
        self._reader = threading.Thread(target=self._read, args=(process.stderr,), daemon=True)
        self._reader.start()
        return process

    def _begun(self, words: list[str], env: dict[str, str]) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", self.module, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=env,
        )

    def _read(self, errors: IO[str]) -> None:
        with errors:
            self.errors.extend(errors)

    def workers(self) -> list[int]:
        """The processes where its engines think."""
        tasks = Path(f"/proc/{self.pid}/task")
        found = (path.read_text() for path in tasks.glob("*/children"))
        return [int(one) for text in found for one in text.split()]

    def fill_disk(self) -> None:
        """From now on no file of the server can grow: the disk is full."""
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (1, hard))

    def make_room(self) -> None:
        _, hard = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code. SIGKILL: at once, without a word."""
        assert self.process is not None
        self.process.send_signal(how)
        return self.ended()

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def ended(self) -> int:
        """Wait for its end; its exit code."""
        process, self.process = self.process, None
        assert process is not None
        assert process.stdout is not None
        assert self._reader is not None
        code = process.wait(30)
        self._reader.join(2)  # a worker that was stopped still holds the other end
        process.stdout.close()
        return code

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None:
            self.kill()
