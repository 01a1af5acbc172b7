"""Where reviews are kept: those of tables in the database, those of records in memory."""

import zlib
from time import monotonic
from typing import Protocol

import structlog

from cubarium import __version__
from cubarium.database import reviews
from cubarium.lru import Lru
from cubarium.server.cluster.storage import Storage
from cubarium.server.reviews.limits import KEPT_SECONDS, MAX_KEPT_BYTES
from cubarium.tables.errors import ApiError

log = structlog.get_logger("cubarium.reviews")


class ReviewKeep(Protocol):
    """The lines of whole reviews, by what they are of."""

    async def find(self, key: str) -> bytes | None:
        """The lines of a review; None: it has to be made. Raises ApiError if that can't be told."""
        ...

    async def keep(self, key: str, lines: bytes) -> None:
        """Keep them if that is possible."""
        ...


class DatabaseKeep:
    """Keeps the reviews of tables as long as their tables, for this version of the program."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, key: str) -> bytes | None:
        """See ReviewKeep; the key is the name of a table."""
        kept = await self._storage.read(
            lambda connection: reviews.find(connection, key, __version__)
        )
        return None if kept is None else zlib.decompress(kept)

    async def keep(self, key: str, lines: bytes) -> None:
        """See ReviewKeep."""
        body = zlib.compress(lines)
        try:
            await self._storage.write(
                lambda connection: reviews.keep(connection, key, __version__, body)
            )
        except ApiError:
            log.warning("a review was not kept", table=key)


class MemoryKeep:
    """Keeps the reviews of records for a while: no table holds them."""

    def __init__(self, max_bytes: int = MAX_KEPT_BYTES, seconds: float = KEPT_SECONDS) -> None:
        self._seconds = seconds
        self._kept: Lru[str, tuple[float, bytes]] = Lru(max_bytes, lambda made: len(made[1]))

    async def find(self, key: str) -> bytes | None:
        """See ReviewKeep."""
        made_at, body = self._kept.get(key, (0.0, None))
        if body is None:
            return None
        if monotonic() - made_at >= self._seconds:
            del self._kept[key]
            return None
        return zlib.decompress(body)

    async def keep(self, key: str, lines: bytes) -> None:
        """See ReviewKeep."""
        self._kept[key] = monotonic(), zlib.compress(lines)
