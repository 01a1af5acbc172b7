"""Becomes a foreign program, with limits that it can't raise: `python -m cubarium.engines.launcher
MEGABYTES COMMAND …`. It imports nothing of ours, and is gone when the program runs."""

import os
import sys
from contextlib import suppress
from typing import Final

NOT_FOUND: Final = 127
"""The exit code of a shell that can't start a program."""
PR_SET_PDEATHSIG: Final = 1


def limit_memory(megabytes: int) -> None:
    """No more address space than this, and no core dumps; where the system knows such limits."""
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):  # a lower limit is in force already
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent() -> None:
    """Whoever started it may be killed: then nobody else would end it. Linux alone can do that."""
    if sys.platform == "linux":
        import ctypes
        import signal

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL))


def main() -> None:
    """Take the place of this process."""
    megabytes, *command = sys.argv[1:]
    die_with_parent()
    limit_memory(int(megabytes))
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.exit(NOT_FOUND)


if __name__ == "__main__":
    main()
