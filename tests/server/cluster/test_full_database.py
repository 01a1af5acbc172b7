"""No entry can be stored, but what overwrites its own place can: that is how the disk of a
PostgreSQL fills up. Nobody can move then, so nobody's clock runs."""

import asyncio

import pytest

from cubarium.database import processes
from cubarium.database.site_place import PostgresDatabase
from tests.postgres import Cluster
from tests.server.cluster.test_server_clock import begun, left, move_on
from tests.server.inside import serving
from tests.server.polling import kinds

FULL = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON events EXECUTE FUNCTION refuse()
"""


@pytest.mark.soak
async def test_heartbeats_alone_are_no_sign_of_health(cluster: Cluster) -> None:
    place = cluster.site()
    assert isinstance(place, PostgresDatabase)
    assert place.url.database is not None
    async with serving(place) as one, serving(place) as two:
        guest = one.guest()
        other = await begun(guest, {"kind": "live", "base": 60})
        mine = await begun(guest, {"kind": "live", "base": 2})
        cluster.execute(place.url.database, FULL)
        seen = await guest.look(other)
        move = {"move": seen["legal"][0], "board_revision": seen["board_revision"]}
        who = seen["turn"]["seat"]
        refused = await guest.command(other, "move", seat=who, id="once", **move)
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "storage"
        await asyncio.sleep(processes.LIFE / 1000 + 0.6)
        assert (await guest.get("/healthz")).status_code == 503
        alive = await one.runtime.storage.read(processes.alive)
        assert alive == {one.runtime.clock.process, two.runtime.clock.process}
        assert await left(one, other) > 59_000
        assert "timed_out" not in kinds(place, mine)
        cluster.execute(place.url.database, "DROP TRIGGER full_disk ON events")
        async with asyncio.timeout(20):
            while (await guest.get("/healthz")).status_code != 200:
                await asyncio.sleep(0.05)
        await guest.done(other, "move", seat=who, id="once", **move)
        assert await left(one, mine) > 0
        await move_on(guest, mine)
        assert "timed_out" not in kinds(place, mine), "nobody could move"
        assert kinds(place, other).count("moved") == 3
        async with asyncio.timeout(20):
            while "timed_out" not in kinds(place, mine):
                await asyncio.sleep(0.05)
        assert abs(await left(one, other) - await left(two, other)) < 500
