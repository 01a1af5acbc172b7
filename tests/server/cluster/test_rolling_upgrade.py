"""Processes of two versions beside each other: what docs/hosting.md promises of an upgrade."""

import httpx
import pytest

from cubarium.database.site_place import PostgresDatabase
from tests.postgres import Cluster
from tests.server.clients import move_on, new_table, shown
from tests.server.polling import wait_for
from tests.server.processes import PATIENCE, Served
from tests.server.site import shared_site

MIGRATION = """
ALTER TABLE tables ADD COLUMN mood TEXT;
CREATE TABLE moods (name TEXT PRIMARY KEY);
UPDATE alembic_version SET version_num = '9999'
"""
"""What the next version might do: nothing that this one uses is changed."""
MESSAGES = ("in other words", '["newer", [{"kind": "mood", "table": "x"}]]')


def heard(process: Served, kind: str) -> float:
    name = f'cubarium_messages_heard_total{{kind="{kind}"}} '
    lines = httpx.get(f"{process.url}/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_the_old_version_plays_on_beside_the_new_one(cluster: Cluster) -> None:
    with shared_site(cluster) as site:
        first, second = site.processes
        assert isinstance(site.place, PostgresDatabase)
        database = site.place.url.database
        assert database is not None
        with (
            httpx.Client(base_url=first.url, timeout=PATIENCE) as here,
            httpx.Client(base_url=second.url, timeout=PATIENCE) as there,
        ):
            table, tokens = new_table(here, game="quixo", seats=["me", "device"])
            assert move_on(there, table, tokens).is_success
            for statement in MIGRATION.split(";"):
                cluster.execute(database, statement)
            for message in MESSAGES:
                cluster.execute(database, f"NOTIFY cubarium, '{message}'")
            wait_for(lambda: heard(first, "unknown") == heard(second, "unknown") == len(MESSAGES))
            for http in (here, there):
                before = shown(http, table)["revision"]
                assert move_on(http, table, tokens).is_success
                wait_for(lambda: shown(there, table)["revision"] > before)  # noqa: B023
                wait_for(lambda: shown(here, table)["revision"] > before)  # noqa: B023
                new_table(http, game="cubeo", seats=["me", "device"])
        assert first.stop() == 0
        with pytest.raises(AssertionError, match="made by a newer Cubarium"):
            first.start()
        assert httpx.get(f"{second.url}/healthz").is_success
