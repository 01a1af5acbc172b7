"""Where the server of a data folder can be reached: written by it, read by who starts another. A
server on PostgreSQL may be on any machine: it tells nobody."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from cubarium.database.site_place import Place

FILE: Final = "server.address"


@dataclass(frozen=True)
class ServerAddress:
    """The address on this machine, and those that others can open; none: they can't."""

    local: str
    shareable: tuple[str, ...] = ()


@contextmanager
def announced(place: Place, address: ServerAddress) -> Iterator[None]:
    """Tell where a server is, as long as it is there. The caller holds the folder's lock."""
    if not isinstance(place, Path):
        yield
        return
    file, fresh = place / FILE, place / f".{FILE}"
    with suppress(OSError):  # a full disk: nobody is told, and the server runs
        fresh.write_text(json.dumps(asdict(address)))
        fresh.replace(file)
    try:
        yield
    finally:
        forget(place)


def forget(place: Place) -> None:
    """A server that was killed has left its address behind. The caller holds the lock."""
    if isinstance(place, Path):
        with suppress(OSError):
            (place / FILE).unlink(missing_ok=True)


def read(place: Place) -> ServerAddress | None:
    """Where the server says that it is; None: it does not say."""
    if not isinstance(place, Path):
        return None
    try:
        told = json.loads((place / FILE).read_text())
        return ServerAddress(str(told["local"]), tuple(map(str, told["shareable"])))
    except (OSError, ValueError, TypeError, LookupError):
        return None
