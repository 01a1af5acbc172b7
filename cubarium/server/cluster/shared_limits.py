"""Limits that hold over all processes of a site together."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from cubarium.server.cluster.shared_counts import News, SharedCounts
from cubarium.server.process.rate_limits import Buckets


@dataclass(frozen=True)
class SharedLimits:
    """By name: what is taken within a time, and what is had at a time."""

    buckets: dict[str, Buckets] = field(default_factory=dict)
    counts: dict[str, SharedCounts] = field(default_factory=dict)

    def share(self) -> None:
        """From now on there are others."""
        for buckets in self.buckets.values():
            buckets.share()

    def spent(self) -> Mapping[str, Mapping[str, float]]:
        """What was taken here since this was last asked."""
        found = {name: buckets.spent() for name, buckets in self.buckets.items()}
        return {name: costs for name, costs in found.items() if costs}

    def news(self) -> Mapping[str, News]:
        """What is had here, as far as others do not know it."""
        found = {name: counts.news() for name, counts in self.counts.items()}
        return {name: new for name, new in found.items() if new.counts or new.is_whole}

    def tell_again(self) -> None:
        for counts in self.counts.values():
            counts.tell_again()

    def charge(self, limit: str, costs: Mapping[str, float]) -> None:
        """This much was taken elsewhere."""
        if limit in self.buckets:
            self.buckets[limit].charge(costs)

    def hear(self, limit: str, process: str, news: News) -> None:
        """This much is had elsewhere."""
        if limit in self.counts:
            self.counts[limit].hear(process, news)

    def keep(self, alive: Collection[str]) -> None:
        """These processes live, and no others."""
        for counts in self.counts.values():
            counts.keep(alive)
