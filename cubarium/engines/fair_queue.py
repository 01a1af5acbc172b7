"""Who is served next: the most urgent first, and among equals every owner in turn."""

from collections import OrderedDict, deque
from enum import IntEnum
from typing import Generic, Protocol, TypeVar


class Urgency(IntEnum):
    """Somebody waits for a move, or for a hint; somebody studies; nobody waits yet."""

    MOVE = 0
    HINT = 1
    STUDY = 2
    WARM_UP = 3

    @property
    def is_long(self) -> bool:
        """May it take its time?"""
        return self >= Urgency.STUDY


class Waiting(Protocol):
    """What can stand in a queue."""

    @property
    def owner(self) -> str: ...

    @property
    def urgency(self) -> Urgency: ...


W = TypeVar("W", bound=Waiting)


class FairQueue(Generic[W]):
    """Every owner has a line of its own for each urgency; whoever is served goes to the end."""

    def __init__(self) -> None:
        self._lines: dict[Urgency, OrderedDict[str, deque[W]]] = {
            urgency: OrderedDict() for urgency in Urgency
        }

    def __len__(self) -> int:
        return sum(len(line) for owners in self._lines.values() for line in owners.values())

    def __contains__(self, one: W) -> bool:
        return one in self._lines[one.urgency].get(one.owner, ())

    def count(self, least: Urgency) -> int:
        """How many are not more urgent than this."""
        return sum(
            len(line)
            for urgency, owners in self._lines.items()
            if urgency >= least
            for line in owners.values()
        )

    def put(self, one: W) -> None:
        """To the end of its owner's line."""
        self._lines[one.urgency].setdefault(one.owner, deque()).append(one)

    def put_first(self, one: W) -> None:
        """Before all others that are as urgent."""
        owners = self._lines[one.urgency]
        owners.setdefault(one.owner, deque()).appendleft(one)
        owners.move_to_end(one.owner, last=False)

    def take(self, *, long: bool) -> W | None:
        """The next one; `long`: also one that may take its time. None: there is none."""
        for urgency, owners in self._lines.items():
            if owners and (long or not urgency.is_long):
                owner = next(iter(owners))
                one = owners[owner].popleft()
                owners.move_to_end(owner)
                if not owners[owner]:
                    del owners[owner]
                return one
        return None

    def remove(self, one: W) -> None:
        """Somebody no longer waits."""
        owners = self._lines[one.urgency]
        owners[one.owner].remove(one)
        if not owners[one.owner]:
            del owners[one.owner]
