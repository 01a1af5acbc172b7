"""The database is lost while it commits: nobody knows whether it has, and whoever asks again is
told what is true."""

import pytest
from sqlalchemy import Connection, event

from cubarium.database import repository
from cubarium.database.pipeline import driver_of
from cubarium.database.site_place import PostgresDatabase
from tests.postgres import Cluster
from tests.server.inside import Guest, Inside, serving
from tests.server.polling import asked, kinds, wait_for

SAID = "SELECT number, text FROM chat ORDER BY number"


@pytest.fixture
def site(cluster: Cluster) -> PostgresDatabase:
    return cluster.site()


def lose_commit(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, name: str, *, stored: bool
) -> None:
    """The next commit with a change of this name gets no answer."""
    change = getattr(repository, name)

    def marked(connection: Connection, *values: object, **named: object) -> None:
        change(connection, *values, **named)
        connection.info["lose"] = True
        monkeypatch.setattr(repository, name, change)

    monkeypatch.setattr(repository, name, marked)

    @event.listens_for(inside.runtime.storage.engine, "commit")
    def lose(connection: Connection) -> None:
        if connection.info.pop("lose", False):
            driver = driver_of(connection)
            if stored:
                driver.commit()
            driver.pgconn.finish()


async def doubted(guest: Guest, table: str, kind: str, **more: object) -> None:
    answer = await guest.command(table, kind, id="doubtful", **more)
    assert answer.status_code == 503, answer.text
    error = answer.json()["error"]
    assert error["code"] == "storage"
    assert "Nothing has changed" not in error["message"]


@pytest.mark.parametrize("stored", [True, False])
async def test_a_move(
    site: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    async with serving(site) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        wire = await ann.wire()
        await wire.join(table)
        seen = await ann.look(table)
        move = {"board_revision": seen["board_revision"], "move": seen["legal"][0], "seat": 0}
        lose_commit(inside, monkeypatch, "append", stored=stored)
        await doubted(ann, table, "move", **move)
        assert kinds(site, table).count("moved") == stored
        ack = await ann.done(table, "move", id="doubtful", **move)
        assert ack["revision"] == seen["revision"] + 1
        assert kinds(site, table).count("moved") == 1
        update = await wire.kind("update")
        assert update["revision"] == ack["revision"]


async def test_a_move_that_nobody_asks_for_again(
    site: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made it has gone: the others hear of it all the same."""
    async with serving(site) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        watching = await inside.guest().wire()
        await watching.join(table)
        seen = await ann.look(table)
        move = {"board_revision": seen["board_revision"], "move": seen["legal"][0], "seat": 0}
        lose_commit(inside, monkeypatch, "append", stored=True)
        await doubted(ann, table, "move", **move)
        update = await watching.kind("update")
        assert update["revision"] == seen["revision"] + 1


@pytest.mark.parametrize("stored", [True, False])
async def test_a_line_of_the_chat(
    site: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, *, stored: bool
) -> None:
    async with serving(site) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        wire = await ann.wire()
        await wire.join(table)
        lose_commit(inside, monkeypatch, "add_chat_line", stored=stored)
        await doubted(ann, table, "say", seat=0, text="first")
        assert len(asked(site, SAID)) == stored
        await ann.done(table, "say", id="doubtful", seat=0, text="first")
        await ann.done(table, "say", seat=0, text="second")
        assert asked(site, SAID) == [(1, "first"), (2, "second")]
        await wire.next(lambda message: "second" in str(message))
        assert sum("first" in text for text in wire.raw) == 1


async def test_a_name_that_can_not_be_stored(site: PostgresDatabase) -> None:
    async with serving(site) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        assert await ann.refused(table, "resign", id="nul\x00", seat=0) == (422, "invalid_input")


async def test_connections_that_are_cut(site: PostgresDatabase) -> None:
    """As a restart of the database does it: nobody has to do anything."""
    async with serving(site) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        asked(site, f"{end} AND datname = current_database()")
        assert (await ann.get(f"/api/tables/{table}/events")).status_code == 200
        name = {"id": "again", "seat": 0, "text": "hello"}
        codes = [(await ann.command(table, "say", **name)).status_code for _ in range(3)]
        assert codes[-1] == 200
        assert asked(site, SAID) == [(1, "hello")]
        wait_for(lambda: asked(site, "SELECT count(*) FROM heartbeats") == [(1,)])
