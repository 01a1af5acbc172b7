"""What is told again and again, told once a minute."""

import time
from collections.abc import Hashable
from typing import Final

from cubarium.lru import Lru

PAUSE_SECONDS: Final = 60.0
"""Before the same is told again."""
MAX_REMEMBERED: Final = 1000


class PacedLog:
    """Remembers what was told a moment ago."""

    def __init__(self) -> None:
        self._last: Lru[Hashable, float] = Lru(MAX_REMEMBERED)

    def is_due(self, what: Hashable) -> bool:
        """Is it time to tell this? If so, it counts as told."""
        now, last = time.monotonic(), self._last.get(what)
        if last is not None and now - last < PAUSE_SECONDS:
            return False
        self._last[what] = now
        return True
