"""The database has lost what it had acknowledged, as where a copy that was a little behind has
taken its place: what it says is true, and no log gets a hole."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cubarium.database.site_place import Place
from cubarium.server import peers
from cubarium.server.inspection import faults
from tests.postgres import Cluster
from tests.server.inside import Guest, Inside, Message, serving
from tests.server.polling import asked, revisions

KINDS = ("sqlite", "postgresql")
ANN = {"Authorization": "Bearer the secret of Ann, quite long"}


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.site()


@asynccontextmanager
async def played(place: Place, moves: int = 4) -> AsyncIterator[tuple[Inside, Guest, str]]:
    """A server with a table where this many moves were made."""
    async with serving(place, workers=1) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device")
        for _ in range(moves):
            await move(ann, table)
        yield inside, ann, table


async def move(guest: Guest, table: str, at: int = 0) -> Message:
    seen = await guest.look(table, scenes=False)
    board, seat = seen["board_revision"], seen["turn"]["seat"]
    legal = await guest.look(table, scenes=False, view=seat)
    return await guest.done(table, "move", board_revision=board, move=legal["legal"][at], seat=seat)


def lose(place: Place, table: str, last: int) -> None:
    """What came after a revision was never stored."""
    asked(place, "DELETE FROM events WHERE table_id = ? AND revision > ?", table, last)
    query = "SELECT at FROM events WHERE table_id = ? AND revision = ?"
    ((at,),) = asked(place, query, table, last)
    asked(place, "UPDATE tables SET revision = ?, changed = ? WHERE id = ?", last, at, table)


async def test_the_next_move_leaves_no_hole(place: Place) -> None:
    async with played(place) as (inside, ann, table):
        watching = await inside.guest().wire()
        await watching.join(table, scenes=False)
        was = inside.known(table).session.match.steps[1].event
        lose(place, table, 4)
        seen = await ann.look(table, scenes=False)
        assert seen["revision"] == 6, "nobody has noticed"
        late = {"board_revision": seen["board_revision"], "move": "a1a5", "seat": 0}
        assert await ann.refused(table, "move", **late) == (409, "stale")
        told = await watching.kind("joined")
        assert (told["revision"], len(told["actions"])) == (4, 2)
        assert (await ann.look(table))["revision"] == 4
        assert inside.known(table).session.match.steps[1].event == was
        ack = await move(ann, table, at=3)
        assert ack["revision"] == 5
        told = await watching.kind("update")
        assert (told["since"], told["revision"]) == (4, 5)
    assert revisions(place, table) == [1, 2, 3, 4, 5]
    assert [fault for fault in faults(place, lambda _: None) if "Table" in fault] == []


async def test_a_process_notices_by_itself(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it knows more, or as much but other things, though nobody moves."""
    monkeypatch.setattr(peers, "POLL", 0.1)
    place = cluster.site()
    async with played(place) as (inside, _, table):
        watching = await inside.guest().wire()
        await watching.join(table, scenes=False)
        lose(place, table, 5)
        assert (await watching.kind("joined"))["revision"] == 5
        asked(place, "UPDATE events SET at = at + 1 WHERE table_id = ? AND revision = 5", table)
        asked(place, "UPDATE tables SET changed = changed + 1 WHERE id = ?", table)
        assert (await watching.kind("joined"))["revision"] == 5


async def test_what_was_said_may_be_lost_too(cluster: Cluster) -> None:
    place = cluster.site()
    async with played(place, moves=1) as (inside, ann, table):
        for text in ("first", "second"):
            await ann.done(table, "say", text=text, seat=0)
        asked(place, "DELETE FROM chat WHERE table_id = ? AND number = 2", table)
        there = inside.known(table)
        assert await inside.tables.loaded[table].refresh()
        assert [line.text for line in there.chat] == ["first"]
        await ann.done(table, "say", text="third", seat=1)
    query = "SELECT number, text FROM chat ORDER BY number"
    assert asked(place, query) == [(1, "first"), (2, "third")]


async def test_a_log_with_a_hole_is_refused(place: Place) -> None:
    """Other tables go on; what is broken is told in the words of `admin check`."""
    async with played(place) as (_, ann, table):
        other = await ann.table("quixo", "me", "device")
    asked(place, "DELETE FROM events WHERE table_id = ? AND revision IN (4, 5)", table)
    (fault,) = (one for one in faults(place, lambda _: None) if one.startswith(f"Table {table}"))
    assert fault.endswith("entries of its log are missing (4, 5).")
    async with serving(place, workers=1) as inside:
        ann = inside.guest(**ANN)
        answer = await ann.get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "broken_log")
        assert "entries of its log are missing (4, 5)." in answer.json()["error"]["message"]
        assert (await ann.get(f"/api/tables/{other}")).status_code == 200
        wire = await ann.wire()
        assert (await wire.join(table))["error"]["code"] == "broken_log"


@pytest.mark.parametrize("row", [5, 7])
async def test_a_row_that_says_something_else(place: Place, row: int) -> None:
    async with played(place) as (_, _, table):
        pass
    asked(place, "UPDATE tables SET revision = ? WHERE id = ?", row, table)
    assert [one for one in faults(place, lambda _: None) if one.startswith(f"Table {table}")]
    async with serving(place) as inside:
        answer = await inside.guest().get(f"/api/tables/{table}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "broken_log")


async def test_a_hole_behind_a_server_that_runs(place: Place) -> None:
    """The table is let go of, and those who watch it are told so."""
    async with played(place) as (inside, ann, table):
        watching = await inside.guest().wire()
        await watching.join(table)
        asked(place, "DELETE FROM events WHERE table_id = ? AND revision = 3", table)
        asked(place, "UPDATE tables SET revision = 5 WHERE id = ?", table)
        asked(place, "DELETE FROM events WHERE table_id = ? AND revision = 6", table)
        seen = await ann.look(table, scenes=False)
        late = {"board_revision": seen["board_revision"], "move": seen["legal"][0], "seat": 0}
        assert await ann.refused(table, "move", **late) == (409, "broken_log")
        assert await watching.kind("removed")
