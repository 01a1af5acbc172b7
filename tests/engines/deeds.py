"""Jobs for executors, in a file that workers can import by itself."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Deed:
    """A number to square. `kills`: a file; where it is not there yet, it is made and the worker
    killed. `tells`: a file that gets the number of the worker's process."""

    number: int
    seconds: float = 0.0
    kills: str = ""
    tells: str = ""
    fails: bool = False
    strange: bool = False


def unreadable() -> None:
    raise LookupError("not here")


class Unreadable(Deed):
    """Travels, but does not arrive."""

    def __reduce__(self) -> tuple[object, ...]:
        return unreadable, ()


def do(deed: Deed) -> int:
    if deed.tells:
        Path(deed.tells).write_text(str(os.getpid()))
    if deed.kills and (deed.kills == "always" or not Path(deed.kills).exists()):
        if deed.kills != "always":
            Path(deed.kills).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if deed.fails:
        raise ZeroDivisionError
    time.sleep(deed.seconds)
    result = deed.number**2
    return (lambda: result) if deed.strange else result  # type: ignore[return-value]
