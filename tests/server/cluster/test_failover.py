"""A standby takes the place of the database, and it was a little behind: what it never heard of is
lost, and play goes on from what it holds."""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cubarium.database.site_place import postgres_database
from cubarium.server.inspection import faults
from tests.postgres import Cluster, cluster_in
from tests.server.clients import Client, command, move_on, new_table, shown
from tests.server.journal import KINDS, kept
from tests.server.polling import wait_for
from tests.server.processes import PATIENCE, Served
from tests.server.site import CLOCK, SharedSite

pytestmark = pytest.mark.soak

BEFORE, LOST, AFTER = 6, 3, 4
"""Moves at each table: that the standby has heard of, that it has not, and later ones."""


@pytest.fixture
def primary() -> Iterator[Cluster]:
    with (
        tempfile.TemporaryDirectory(prefix="cubarium-pg-", ignore_cleanup_errors=True) as folder,
        cluster_in(Path(folder), wal_level="replica", max_wal_senders="4") as found,
    ):
        yield found


class Table:
    """One table, its tokens, and a client at each process who watches."""

    def __init__(self, site: SharedSite, number: int) -> None:
        self.site = site
        kind = KINDS[number % len(KINDS)]
        seats = ["me", *["device"] * (kind["players"] - 1)]
        with self._http() as http:
            self.name, self.tokens = new_table(http, seats=seats, clock=CLOCK, **kind)
        self.watching = [Client(process, self.name) for process in site.processes]

    def _http(self) -> httpx.Client:
        return httpx.Client(
            base_url=self.site.rng.choice(self.site.processes).url, timeout=PATIENCE
        )

    def move(self) -> bool:
        """Was a move acknowledged, by any of the processes?"""
        with self._http() as http:
            return move_on(http, self.name, self.tokens).is_success

    def revision(self) -> int:
        with self._http() as http:
            return int(shown(http, self.name)["revision"])


async def all_moved(tables: list[Table], times: int) -> None:
    for table in tables:
        for _ in range(times):
            await asyncio.to_thread(wait_for, table.move, PATIENCE)


async def seen_by_all(tables: list[Table], revisions: dict[str, int]) -> None:
    for table in tables:
        for one in table.watching:
            last = revisions[table.name]
            await one.until(lambda one=one, last=last: one.revision == last)  # type: ignore[misc]


@pytest.mark.parametrize("processes", [1, 2])
async def test_a_standby_takes_over(primary: Cluster, processes: int) -> None:
    name = primary.new_database()
    place = postgres_database(primary.address(name))
    served = [Served(place, "--workers", "1").start() for _ in range(processes)]
    site = SharedSite(place, served)
    standby = primary.standby()
    try:
        tables = [Table(site, number) for number in range(8)]
        for table in tables:
            for one in table.watching:
                await one.come()
        await all_moved(tables, BEFORE)
        before = {name: len(log) for name, log in kept(place).items()}
        wait_for(lambda: _is_level(primary, name))
        standby.stop()
        await all_moved(tables, LOST)
        await seen_by_all(tables, {name: len(log) for name, log in kept(place).items()})
        primary.kill()
        standby.take_over()
        assert {name: len(log) for name, log in kept(place).items()} == before
        await all_moved(tables, AFTER)
        logs = kept(place)
        for name, log in logs.items():
            assert [row["revision"] for row in log] == [*range(1, len(log) + 1)]
            assert len(log) >= before[name] + AFTER
        await seen_by_all(tables, {name: len(log) for name, log in logs.items()})
        assert [*faults(place, lambda _: None)] == []
        for table in tables:
            assert table.revision() == len(logs[table.name])
            for one in table.watching:
                await one.go()
        with httpx.Client(base_url=served[0].url, timeout=PATIENCE) as http:
            assert command(http, tables[0].name, tables[0].tokens[0], type="resign").is_success
    finally:
        for process in served:
            process.kill()
        if standby.is_running:
            standby.stop("immediate")


def _is_level(primary: Cluster, name: str) -> bool:
    """Has the standby heard of everything?"""
    query = "SELECT pg_current_wal_lsn() = replay_lsn FROM pg_stat_replication"
    return primary.execute(name, query) == [(True,)]
