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
    def address(self) -> str: ...

    @property
    def owner(self) -> str: ...

    @property
    def urgency(self) -> Urgency: ...


W = TypeVar("W", bound=Waiting)


class FairQueue(Generic[W]):
    """For each urgency every address has its turn, and at its turn every owner of that address in
    turn: whoever comes under many names waits no less than all others of that address. Whoever is
    served goes to the end."""

    def __init__(self) -> None:
        self._lines: dict[Urgency, OrderedDict[str, OrderedDict[str, deque[W]]]] = {
            urgency: OrderedDict() for urgency in Urgency
        }

    def __len__(self) -> int:
        return sum(self.count(urgency) for urgency in Urgency)

    def __contains__(self, one: W) -> bool:
        owners = self._lines[one.urgency].get(one.address)
        return owners is not None and one in owners.get(one.owner, ())

    def count(self, *urgencies: Urgency) -> int:
        """How many are as urgent as one of these."""
        return sum(
            len(line)
            for urgency in urgencies
            for owners in self._lines[urgency].values()
            for line in owners.values()
        )

    def has_others(self, one: W) -> bool:
        """Does another owner wait whose matter is as urgent?"""
        return any(owners.keys() - {one.owner} for owners in self._lines[one.urgency].values())

    def has_more_urgent(self, one: W) -> bool:
        """Does anybody wait whose matter is more urgent?"""
        return any(self._lines[urgency] for urgency in self._lines if urgency < one.urgency)

    def put(self, one: W) -> None:
        """To the end of its owner's line."""
        owners = self._lines[one.urgency].setdefault(one.address, OrderedDict())
        owners.setdefault(one.owner, deque()).append(one)

    def put_first(self, one: W) -> None:
        """Before all others that are as urgent."""
        addresses = self._lines[one.urgency]
        owners = addresses.setdefault(one.address, OrderedDict())
        owners.setdefault(one.owner, deque()).appendleft(one)
        owners.move_to_end(one.owner, last=False)
        addresses.move_to_end(one.address, last=False)

    def take(self, *, long: bool) -> W | None:
        """The next one; `long`: also one that may take its time. None: there is none."""
        for urgency, addresses in self._lines.items():
            if addresses and (long or not urgency.is_long):
                address, owners = next(iter(addresses.items()))
                owner, line = next(iter(owners.items()))
                one = line[0]
                owners.move_to_end(owner)
                addresses.move_to_end(address)
                self.remove(one)
                return one
        return None

    def remove(self, one: W) -> None:
        """Somebody no longer waits."""
        addresses = self._lines[one.urgency]
        owners = addresses[one.address]
        owners[one.owner].remove(one)
        if not owners[one.owner]:
            del owners[one.owner]
        if not owners:
            del addresses[one.address]
