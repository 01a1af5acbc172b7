"""A real server process for tests: started on a free port, stopped or killed, started again."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TextIO

import httpx

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")


class Served:
    """`cubarium serve` on a data folder. `port`: 0 for a free one; kept when started again."""

    def __init__(
        self, data: Path, *options: str, preexec: Callable[[], None] | None = None
    ) -> None:
        self.data = data
        self.options = options
        self.preexec = preexec
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.errors: list[str] = []
        """What the server has written to its log."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    def start(self) -> "Served":
        command = [sys.executable, "-m", "cubarium", "serve", "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--rate", "0", "--no-warm", *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=self.preexec,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        threading.Thread(target=self._listen, args=(self.process.stderr,), daemon=True).start()
        found = ADDRESS.search(self.process.stdout.readline())
        if found is None:
            self.process.wait(10)
            raise AssertionError(f"no server: {''.join(self.errors)}")
        self.port = int(found[1])
        with httpx.Client(base_url=self.url, timeout=20) as client:
            client.get("/healthz")
        return self

    def _listen(self, errors: TextIO) -> None:
        with errors:
            self.errors.extend(errors)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it; its exit code. SIGKILL: at once, without a word."""
        assert self.process is not None
        self.process.send_signal(how)
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> "Served":
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process is not None:
            self.stop(signal.SIGKILL)
