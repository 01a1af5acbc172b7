"""Reviews of records that were made lately: no table keeps them, so they are bounded in size and
age."""

import time
import zlib
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from pydantic_core import to_json

from cubarium.analysis.jobs import ReviewJob

MOST_BYTES: Final = 16_000_000
"""Compressed; a review has about 5 KB."""
LONGEST: Final = 24 * 3600.0
"""Seconds that a review is kept."""


def review_key(job: ReviewJob) -> str:
    """What a review depends on: the game and how long it is looked at, not who played it."""
    record = job.record
    statement = (
        (record.game, record.rules, record.players, sorted(record.options.items()), record.start),
        [act.text for act in record.acts],
        (job.limit.seconds, job.quick and job.quick.seconds, job.seconds, job.numbers),
    )
    return sha256(to_json(statement)).hexdigest()


class ReviewCache:
    """The lines of reviews after their first one, by key. The oldest go first."""

    def __init__(self, most_bytes: int = MOST_BYTES, longest: float = LONGEST) -> None:
        self._most_bytes, self._longest = most_bytes, longest
        self._kept: OrderedDict[str, tuple[float, bytes]] = OrderedDict()
        self._bytes = 0

    def find(self, key: str) -> bytes | None:
        """The lines of a review, if it was made lately."""
        self._drop()
        found = self._kept.get(key)
        return None if found is None else zlib.decompress(found[1])

    def keep(self, key: str, lines: bytes) -> None:
        """Keep a whole review."""
        if key not in self._kept:
            body = zlib.compress(lines)
            self._kept[key] = time.monotonic(), body
            self._bytes += len(body)
        self._drop()

    def _drop(self) -> None:
        """Forget what is too old, or too much."""
        while self._kept:
            at, body = next(iter(self._kept.values()))
            if self._bytes <= self._most_bytes and time.monotonic() - at < self._longest:
                return
            self._kept.popitem(last=False)
            self._bytes -= len(body)
