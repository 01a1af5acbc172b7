"""Where the server of a data folder can be reached: written by it, read by who starts another."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

FILE: Final = "server.address"


@dataclass(frozen=True)
class ServerAddress:
    """The address on this machine, and those that others can open; none: they can't."""

    local: str
    shareable: tuple[str, ...] = ()


@contextmanager
def announced(folder: Path, address: ServerAddress) -> Iterator[None]:
    """Tell where a server is, as long as it is there. Whoever calls holds the folder's lock."""
    file, fresh = folder / FILE, folder / f".{FILE}"
    with suppress(OSError):  # a full disk: nobody is told, and the server runs
        fresh.write_text(json.dumps(asdict(address)))
        fresh.replace(file)
    try:
        yield
    finally:
        forget(folder)


def forget(folder: Path) -> None:
    """A server that was killed has left its address behind. Whoever calls holds the lock."""
    with suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)


def read(folder: Path) -> ServerAddress | None:
    """Where the server says that it is; None: it does not say."""
    try:
        told = json.loads((folder / FILE).read_text())
        return ServerAddress(str(told["local"]), tuple(map(str, told["shareable"])))
    except (OSError, ValueError, TypeError, LookupError):
        return None
