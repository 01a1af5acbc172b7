"""How many of something each address, or each guest, has at a time: in all processes of a site."""

from collections import Counter
from collections.abc import Collection, Mapping


class SharedCounts:
    """What is counted here, and what others have told of themselves: they are a second behind."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        """What is counted in this process."""
        self._elsewhere: dict[str, Mapping[str, int]] = {}
        self._published: Mapping[str, int] = {}

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

    def news(self) -> dict[str, int]:
        """What others do not know yet."""
        own, known = dict(self.own), self._published
        self._published = own
        names = own.keys() | known.keys()
        return {one: own.get(one, 0) for one in names if own.get(one, 0) != known.get(one, 0)}

    def tell_again(self) -> None:
        """Somebody has not heard it: all of it is news."""
        self._published = {}

    def hear(self, process: str, counts: Mapping[str, int]) -> None:
        """What is new in another process."""
        known = {**self._elsewhere.get(process, {}), **counts}
        self._elsewhere[process] = {name: count for name, count in known.items() if count}

    def keep(self, alive: Collection[str]) -> None:
        """Those who do not live any more have nothing."""
        self._elsewhere = {one: found for one, found in self._elsewhere.items() if one in alive}
