"""A foreign program: how it is named, and its process, which is never trusted. What it does wrong
is a ProgramFault; it is dead by then."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum, unique
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Final, Never

from cubarium.core.errors import CubariumError, InvalidOption

PREFIX: Final = "ugi:"
MEGABYTES: Final = 4096
"""Address space of a program, where nobody says otherwise."""
LONGEST: Final = 1 << 16
"""Bytes of a line; no honest one is longer."""
MOST_LINES: Final = 20_000
"""Lines of an answer."""
WAITING: Final = 256
"""Lines that are read ahead; then the program has to wait."""
LAST_WORDS: Final = 400
"""Characters of its standard error that are told."""
POLL: Final = 0.02


@unique
class FaultKind(StrEnum):
    """What a program can do wrong."""

    CRASH = "crashed"
    HANG = "hung"
    CHEAT = "cheated"
    FLOOD = "flooded"
    UNFIT = "unfit"
    """It does not speak the protocol, or does not play this game."""


class ProgramFault(CubariumError):
    """A foreign program has lost by its own fault, and has been killed."""

    def __init__(self, kind: FaultKind, message: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[type["ProgramFault"], tuple[FaultKind, str]]:
        return type(self), (self.kind, str(self))


@dataclass(frozen=True)
class ForeignProgram:
    """What to start, and what to tell it first. `memory`: megabytes of address space; `seconds`:
    for a move that has no limit."""

    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    memory: int = MEGABYTES
    name: str = ""
    seconds: float = 1.0

    @property
    def title(self) -> str:
        """How it is called: by its own name, or that of its file."""
        return self.name or os.path.basename(self.command[0])  # noqa: PTH119  (a name, no path)


def is_program(text: str) -> bool:
    """Does a text name a foreign program? `ugi:./program --option`."""
    return text[: len(PREFIX)].lower() == PREFIX


def read_program(text: str) -> ForeignProgram:
    """The program that a text names; there is a file to start. Raises InvalidOption."""
    try:
        command = tuple(shlex.split(text[len(PREFIX) :]))
    except ValueError as error:
        raise InvalidOption(f"{text!r} can't be read: {str(error).lower()}") from None
    if not command:
        raise InvalidOption(f"{text!r} names no program; expected {PREFIX}./program")
    if shutil.which(command[0]) is None:
        raise InvalidOption(f"there is no program {command[0]!r} that can be started")
    return ForeignProgram(command)


class ProgramProcess:
    """A running program: lines go in and come out. Whoever starts it ends it."""

    def __init__(self, program: ForeignProgram) -> None:
        self.program = program
        self.has_seed = False
        """Can it be told to play the same again?"""
        command = [*program.command]
        if os.name == "posix":
            launcher = [sys.executable, "-m", "cubarium.engines.launcher", str(program.memory)]
            command = [*launcher, *command]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._lines: Queue[bytes | None] = Queue(WAITING)
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._readers = [
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def say(self, line: str) -> None:
        """Raises ProgramFault if it is gone."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._crashed()

    def wait_for(
        self,
        wanted: Callable[[str], bool],
        seconds: float,
        what: str,
        poll: Callable[[], None] | None = None,
    ) -> str:
        """The next line that is wanted; others are passed over. `what` it should have said, for the
        report; `poll` is called all the while. Raises ProgramFault."""
        deadline = monotonic() + seconds
        for _ in range(MOST_LINES):
            line = self._next(deadline, what, poll)
            if wanted(line):
                return line
        raise self.fail(FaultKind.FLOOD, f"said {MOST_LINES} lines instead of {what}")

    def fail(self, kind: FaultKind, what: str) -> ProgramFault:
        """Kill it, and say why."""
        self.kill()
        return ProgramFault(kind, f"{self.program.title} {what}")

    def kill(self) -> None:
        """End it and all that it has started, at once."""
        with suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        with suppress(OSError, ValueError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self._process.wait()
        while any(reader.is_alive() for reader in self._readers):
            with suppress(Empty):  # one that waits for room can't end
                self._lines.get(timeout=POLL)
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()

    def _next(self, deadline: float, what: str, poll: Callable[[], None] | None) -> str:
        while True:
            if poll is not None:
                poll()
            left = deadline - monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, POLL if poll else left)))
            except Empty:
                if monotonic() >= deadline:
                    raise self.fail(FaultKind.HANG, f"did not say {what} in time") from None
                continue
            if line is None:
                self._crashed()
            if len(line) >= LONGEST:
                raise self.fail(FaultKind.FLOOD, f"said a line of more than {LONGEST} bytes")
            return line.decode("utf-8", "replace").strip()

    def _crashed(self) -> Never:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        code = self._process.poll()
        how = "has closed its output" if code is None else f"has ended with exit code {code}"
        self.kill()
        said = " ".join("".join(self._errors).split())
        told = f"; its last words: {said}" if said else ""
        raise ProgramFault(FaultKind.CRASH, f"{self.program.title} {how}{told}")

    def _read(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := stream.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while part := stream.read1(LONGEST):  # type: ignore[attr-defined]
                self._errors.extend(part.decode("utf-8", "replace"))
