"""What is told again and again, told once a minute."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

PAUSE_SECONDS: Final = 60.0
"""Before the same is told again."""
MOST_REMEMBERED: Final = 1000


class PacedLog:
    """Remembers what was told a moment ago."""

    def __init__(self) -> None:
        self._last: OrderedDict[Hashable, float] = OrderedDict()

    def is_due(self, what: Hashable) -> bool:
        """Is it time to tell this? If so, it counts as told."""
        now, last = time.monotonic(), self._last.get(what)
        if last is not None and now - last < PAUSE_SECONDS:
            return False
        self._last[what] = now
        self._last.move_to_end(what)
        if len(self._last) > MOST_REMEMBERED:
            self._last.popitem(last=False)
        return True
