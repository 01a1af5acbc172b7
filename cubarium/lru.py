"""A bounded cache: what was used last stays."""

from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _one(value: object) -> int:
    """Count every value alike."""
    del value
    return 1


class Lru(MutableMapping[K, V]):
    """A mapping that keeps no more than fits: what was not read or written for longest goes first.
    To ask whether a key is there counts as reading it."""

    def __init__(self, limit: int, size: Callable[[V], int] = _one) -> None:
        """`limit` is for the sizes of all values together. `size` is asked when a value is set: one
        that grows is set again."""
        self._limit, self._size = limit, size
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self.total = 0
        """The sizes of all values together."""

    def __getitem__(self, key: K) -> V:
        value, _ = self._kept[key]
        self._kept.move_to_end(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)
        size = self._size(value)
        self._kept[key] = value, size
        self.total += size
        while self.total > self._limit:
            del self[next(iter(self._kept))]

    def __delitem__(self, key: K) -> None:
        _, size = self._kept.pop(key)
        self.total -= size

    def __iter__(self) -> Iterator[K]:
        """The keys, the one that goes next first."""
        return iter(tuple(self._kept))

    def __len__(self) -> int:
        return len(self._kept)
