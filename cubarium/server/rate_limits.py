"""Rate limits: token buckets, one for each address or person."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

MOST: Final = 10_000
"""So many addresses are remembered."""

NETWORK: Final = 64
"""Bits of an IPv6 address that belong to one customer: whoever has one has all of them."""


@lru_cache(maxsize=MOST)
def network_of(host: str) -> str:
    """What is counted as one address: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    rest = 128 - NETWORK
    return f"{IPv6Address(int(found) >> rest << rest)}/{NETWORK}"


@dataclass(slots=True)
class Bucket:
    """Refills at `rate` a second up to `burst`; what is taken must be there."""

    rate: float
    burst: float
    left: float
    at: float

    @classmethod
    def full(cls, rate: float, burst: float) -> "Bucket":
        return cls(rate, burst, burst, time.monotonic())

    def take(self, cost: float = 1.0) -> float:
        """0: granted. Else: how many seconds to wait; nothing is taken."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= cost:
            self.left -= cost
            return 0.0
        return (cost - self.left) / self.rate

    def charge(self, cost: float) -> None:
        """Something was taken elsewhere; no more is owed than fits in."""
        self.left = max(-self.burst, self.left - cost)


class Buckets:
    """One bucket for each name; those that were not used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._spent: dict[str, float] | None = None
        """What was taken since others were last told; None: there are no others."""

    def take(self, name: str, cost: float = 1.0) -> float:
        """As Bucket.take; a rate of 0 means no limit."""
        if not self._rate:
            return 0.0
        wait = self._bucket(name).take(cost)
        if self._spent is not None and not wait:
            self._spent[name] = self._spent.get(name, 0.0) + cost
        return wait

    def _bucket(self, name: str) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket.full(self._rate, self._burst)
            if len(self._buckets) > MOST:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket

    # where several processes share a limit

    def share(self) -> None:
        """From now on other processes are told what is taken here."""
        self._spent = {}

    def spent(self) -> dict[str, float]:
        """What was taken since this was last asked, by name."""
        found, self._spent = self._spent or {}, {}
        return found

    def charge(self, costs: Mapping[str, float]) -> None:
        """This much was taken elsewhere."""
        if self._rate:
            for name, cost in costs.items():
                self._bucket(name).charge(cost)
