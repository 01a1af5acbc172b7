"""Buckets: of a network, and of a site that has thousands of them."""

import pytest

from cubarium.server.cluster.shared_counts import News
from cubarium.server.http.connections import Connections
from cubarium.server.people.caps import Caps
from cubarium.server.people.table_caps import TableCaps
from cubarium.server.process import rate_limits
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.rate_limits import Buckets, network_of
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity


@pytest.fixture(autouse=True)
def in_an_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no bucket refills."""

    class Still:
        monotonic = staticmethod(lambda: 0.0)

    monkeypatch.setattr(rate_limits, "time", Still)


def _network(number: int, site: int = 0) -> str:
    """One of the networks of a /48."""
    return network_of(f"2001:db8:{site:x}:{number:x}::1")


def _granted(buckets: Buckets, names: list[str]) -> int:
    return sum(not buckets.take(name) for name in names)


def test_a_site_has_ten_times_as_much_as_a_network() -> None:
    buckets = Buckets(1, 5)
    assert _granted(buckets, [_network(1)] * 9) == 5
    assert _granted(buckets, [_network(n) for n in range(2, 3000)]) == 45
    assert buckets.take(_network(3000)) > 0
    assert _granted(buckets, [_network(1, site=1)] * 9) == 5, "another site has its own"


def test_what_is_refused_costs_nothing() -> None:
    buckets = Buckets(1, 5)
    assert _granted(buckets, [_network(1)] * 1000) == 5
    assert _granted(buckets, [_network(n) for n in range(2, 100)]) == 45


def test_the_networks_of_one_site_displace_no_other() -> None:
    buckets = Buckets(1, 5)
    others = ["192.0.2.1", _network(1, site=1)]
    for name in others:
        assert _granted(buckets, [name] * 9) == 5
    assert _granted(buckets, [_network(n) for n in range(40_000)]) == 50
    for name in others:
        assert buckets.take(name) > 0, "it is remembered"
    assert buckets._sites.total <= rate_limits.MAX_BUCKETS_OF_SITE + 3


def test_only_so_many_are_remembered() -> None:
    buckets = Buckets(1, 5)
    for number in range(rate_limits.MAX_BUCKETS + 50):
        buckets.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(buckets._sites) == buckets._sites.total == rate_limits.MAX_BUCKETS


def test_what_other_processes_tell_counts_for_the_site() -> None:
    here, there = Buckets(1, 5), Buckets(1, 5)
    here.share()
    for number in range(10):
        assert _granted(here, [_network(number)] * 9) == 5
    spent = here.spent()
    assert sum(spent.values()) == 50
    there.charge(spent)
    assert there.take(_network(99)) > 0
    assert there.take(_network(1, site=1)) == 0


def test_connections_and_tables_of_a_site() -> None:
    limits = LimitLog(Metrics())
    connections = Connections(limits, 2, 1000)
    hosts = [f"2001:db8:0:{n:x}::1" for n in range(30)]
    entered = [host for host in hosts if connections.enter(host) is None]
    assert len(entered) == 20
    assert connections.enter("2001:db8:1::1") is None
    connections.leave("2001:db8:1::1")
    for host in entered:
        connections.leave(host)
    assert not connections.counts.own
    caps = TableCaps(limits, Caps(engine_tables=2, engine_tables_of_address=3))
    caps.held.hear("another process", News({"2001:db8::/48": 29}, is_whole=True))
    caps.check_engines((), Identity(address=_network(99)), 0)
    caps.held.hear("another process", News({"2001:db8::/48": 30}, is_whole=False))
    with pytest.raises(ApiError, match="too many games with engines"):
        caps.check_engines((), Identity(address=_network(99)), 0)
