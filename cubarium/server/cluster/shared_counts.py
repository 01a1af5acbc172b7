"""How many of something each address, or each guest, has at a time: in all processes of a site."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple


class News(NamedTuple):
    """What a process tells of its counts."""

    counts: Mapping[str, int]
    is_whole: bool
    """Is that all that it has? Else it is what has changed."""


class SharedCounts:
    """What is counted here, and what others have told of themselves: they are a second behind."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        """What is counted in this process."""
        self._elsewhere: dict[str, Mapping[str, int]] = {}
        self._published: Mapping[str, int] | None = None
        """What others have been told; None: they are to be told everything."""

    def total(self, name: str) -> int:
        """How many somebody has."""
        return self.own[name] + sum(one.get(name, 0) for one in self._elsewhere.values())

    def add(self, name: str) -> None:
        self.own[name] += 1

    def remove(self, name: str) -> None:
        """One less; who has none is forgotten."""
        if self.own[name] > 1:
            self.own[name] -= 1
        else:
            self.own.pop(name, None)

    # what processes tell each other

    def news(self) -> News:
        """What others do not know yet."""
        own, known = dict(self.own), self._published
        self._published = own
        if known is None:
            return News(own, is_whole=True)
        names = own.keys() | known.keys()
        changed = {one: own.get(one, 0) for one in names if own.get(one, 0) != known.get(one, 0)}
        return News(changed, is_whole=False)

    def tell_again(self) -> None:
        """Somebody may have missed something: all of it is news."""
        self._published = None

    def hear(self, process: str, news: News) -> None:
        """What another process tells."""
        before = {} if news.is_whole else self._elsewhere.get(process, {})
        known = {**before, **news.counts}
        self._elsewhere[process] = {name: count for name, count in known.items() if count}

    def keep(self, alive: Collection[str]) -> None:
        """Those who do not live any more have nothing."""
        self._elsewhere = {one: found for one, found in self._elsewhere.items() if one in alive}
