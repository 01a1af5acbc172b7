"""Rate limits: token buckets, one for each address or person."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

MOST: Final = 10_000
"""Buckets that are remembered."""
MOST_OF_SITE: Final = 64
"""Of these, networks of one site."""

NETWORK: Final = 64
"""Bits of an IPv6 address that belong to one customer: whoever has one has all of them."""
SITE: Final = 48
"""Bits of a larger network that one customer may have: 65 536 of the former."""
SITE_TIMES: Final = 10
"""As much as one network may have, all those of a site may have together."""


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


@lru_cache(maxsize=MOST)
def site_of(network: str) -> str | None:
    """The site that a network of `network_of` belongs to; None: it stands for itself alone."""
    address, is_network, _ = network.partition(f"/{NETWORK}")
    if not is_network:
        return None
    rest = 128 - SITE
    return f"{IPv6Address(int(IPv6Address(address)) >> rest << rest)}/{SITE}"


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

    def wait(self, cost: float) -> float:
        """How many seconds to wait until this much is there; 0: it is."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return max(0.0, (cost - self.left) / self.rate)

    def take(self, cost: float = 1.0) -> float:
        """0: granted. Else: how many seconds to wait; nothing is taken."""
        wait = self.wait(cost)
        if not wait:
            self.left -= cost
        return wait

    def charge(self, cost: float) -> None:
        """Something was taken elsewhere; no more is owed than fits in."""
        self.left = max(-self.burst, self.left - cost)


class Buckets:
    """One bucket for each network, and one for each site of IPv6 networks, which is larger. Those
    that were not used for longest are forgotten; the networks of one site displace each other."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._sites: OrderedDict[str, OrderedDict[str, Bucket]] = OrderedDict()
        """The buckets of a site, that of the whole among them; an address stands for its own."""
        self._count = 0
        self._spent: dict[str, float] | None = None
        """What was taken since others were last told; None: there are no others."""

    def take(self, name: str, cost: float = 1.0) -> float:
        """As Bucket.take; a rate of 0 means no limit."""
        if not self._rate:
            return 0.0
        buckets = self._buckets(name)
        wait = max(bucket.wait(cost) for bucket in buckets)
        if not wait:
            for bucket in buckets:
                bucket.take(cost)
            if self._spent is not None:
                self._spent[name] = self._spent.get(name, 0.0) + cost
        return wait

    def _buckets(self, name: str) -> list[Bucket]:
        """That of a network, and that of its site."""
        site = site_of(name)
        kept = self._sites.setdefault(site or name, OrderedDict())
        self._sites.move_to_end(site or name)
        found = [self._bucket(kept, name)]
        if site is not None:
            found.append(self._bucket(kept, site, SITE_TIMES))
        if len(kept) > MOST_OF_SITE:
            kept.popitem(last=False)
            self._count -= 1
        while self._count > MOST:
            self._count -= len(self._sites.popitem(last=False)[1])
        return found

    def _bucket(self, kept: OrderedDict[str, Bucket], name: str, times: int = 1) -> Bucket:
        if name not in kept:
            kept[name] = Bucket.full(self._rate * times, self._burst * times)
            self._count += 1
        kept.move_to_end(name)
        return kept[name]

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
                for bucket in self._buckets(name):
                    bucket.charge(cost)
