"""A table that is opened from its checkpoint is the table that its whole log makes; where the two
could differ, the log is right."""

import asyncio
from pathlib import Path

import pytest
import structlog

from cubarium.core.turn import Seat
from cubarium.database import checkpoints, repository
from cubarium.database.admin import give
from cubarium.database.admin_commands import DONE, AdminCommand
from cubarium.database.database import opened, prepared
from cubarium.database.site_place import Place
from cubarium.database.summary import summary
from cubarium.match.checkpoint import CHECKPOINT_ENTRIES
from cubarium.match.events import LogEvent, Moved, Seated
from cubarium.match.session import Session
from cubarium.server.inspection import faults
from cubarium.tables.identity import digest
from cubarium.tables.table import Table
from tests.database.rows import configured, new_row
from tests.match.logs import logged
from tests.postgres import Cluster
from tests.server.inside import Guest, Message, serving
from tests.server.long_games import quixo_moves
from tests.server.made_database import copy_made
from tests.server.polling import asked

ANN_TOKEN = "the secret of Ann, quite long"
ANN = {"Authorization": f"Bearer {ANN_TOKEN}"}
MOVES = 2 * CHECKPOINT_ENTRIES + 6
LAST = MOVES + 2
LOOKS: tuple[Seat | None, ...] = (None, 0, 1)
TABLE = "long"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        copy_made(tmp_path)
        return tmp_path
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.site()


def put_long(place: Place) -> None:
    """A long game, written as a server writes it."""
    seats: list[LogEvent] = [Seated(0, "Ann"), Seated(1, "Ben")]
    moves = enumerate(quixo_moves(MOVES))
    session = Session.open(configured())
    engine = prepared(place)
    with engine.begin() as connection:
        for at, event in enumerate([*seats, *(Moved(one % 2, move) for one, move in moves)]):
            applied = logged(session, [event], 1000 + at, command=f"move {at - 2}")
            session = applied.session
            if at:
                repository.append(connection, TABLE, applied.entries, summary(session, 1000 + at))
                checkpoints.put_due(connection, TABLE, applied)
            else:
                repository.create(connection, new_row(TABLE, session, 1000), applied.entries)
        for seat in range(2):
            repository.add_key(connection, TABLE, seat, digest(ANN_TOKEN))
    engine.dispose()


async def play(guest: Guest, table: str, first: int, last: int) -> None:
    """The moves from one number to another."""
    for number, move in list(enumerate(quixo_moves(last)))[first:]:
        ask = {"board_revision": number, "move": move, "seat": number % 2}
        await guest.done(table, "move", id=f"move {number}", **ask)


async def shown_by(place: Place) -> list[Message]:
    """All that a server shows, and the same once more."""
    async with serving(place) as inside:
        ann = inside.guest(**ANN)
        found = await shown(ann)
        assert await shown(ann) == found, "with all entries in memory as well"
    return found


async def shown(guest: Guest) -> list[Message]:
    """All that can be seen of the table."""
    looks = [
        await guest.look(TABLE, scenes=scenes, **({} if view is None else {"view": view}))
        for view in LOOKS
        for scenes in (True, False)
    ]
    for look in looks:
        del look["state"]["clock"]
    return [*looks, (await guest.get(f"/api/tables/{TABLE}/history")).json(), *await events(guest)]


async def events(guest: Guest) -> list[Message]:
    path = f"/api/tables/{TABLE}/events"
    first = (await guest.get(path, params={"limit": 40})).json()
    more = (await guest.get(path, params={"after": 40})).json()
    return [*first["events"], first["next"], *more["events"], more["next"]]


@pytest.fixture
def before(place: Place) -> list[Message]:
    """What is shown of the long game by its whole log."""
    put_long(place)
    kept = asked(place, "SELECT table_id, revision, body FROM checkpoints")
    asked(place, "DELETE FROM checkpoints")
    found = asyncio.run(shown_by(place))
    for row in kept:
        asked(place, "INSERT INTO checkpoints VALUES (?, ?, ?)", *row)
    return found


def is_lazy(table: Table) -> bool:
    past = table.session.match.steps.past
    return past is not None and not past.is_played


async def test_it_shows_the_same(place: Place, before: list[Message]) -> None:
    assert await shown_by(place) == before


async def test_no_more_is_read_than_is_needed(place: Place) -> None:
    put_long(place)
    async with serving(place) as inside:
        ann = inside.guest(**ANN)
        there = (await inside.tables.find(TABLE)).table
        seen = await (await ann.wire()).join(TABLE, revision=LAST - 1, token=ANN_TOKEN)
        assert (seen["type"], seen["since"]) == ("update", LAST - 1)
        seen = await (await ann.wire()).join(TABLE, revision=LAST - 40)
        assert seen["since"] is None, "what is not in memory is not told bit by bit"
        await play(ann, TABLE, MOVES, MOVES + 1)
        assert is_lazy(there), "no older board is needed for any of this"
        assert there.log_start == 2 * CHECKPOINT_ENTRIES - 1


async def test_an_engine_gets_the_whole_story(place: Place) -> None:
    put_long(place)
    with opened(place) as engine, engine.connect() as connection:
        stored = repository.load(connection, TABLE)
        assert stored is not None
    async with serving(place) as inside:
        there = (await inside.tables.find(TABLE)).table
        assert is_lazy(there)
        await inside.tables.play_past(there.session.match)
        assert not is_lazy(there), "its boards were played beside the event loop"
        assert there.session.match.story(0) == stored.session().match.story(0)


@pytest.mark.parametrize("number", [4, 2 * CHECKPOINT_ENTRIES - 3, MOVES - 1])
async def test_a_command_of_long_ago_comes_again(place: Place, number: int) -> None:
    """From before the checkpoint, the one that it was written with, and from after it."""
    put_long(place)
    async with serving(place) as inside:
        ann = inside.guest(**ANN)
        move = quixo_moves(number + 1)[number]
        again = {"board_revision": number, "move": move, "seat": number % 2}
        known = await ann.done(TABLE, "move", id=f"move {number}", **again)
        assert known["revision"] == number + 3
        assert await ann.refused(TABLE, "move", id="new", **again) == (409, "stale")
        assert inside.known(TABLE).session.revision == LAST


async def test_when_it_is_written(place: Place) -> None:
    """With every so many entries, and with nobody's name in it; it goes with its table."""
    query = "SELECT revision, body FROM checkpoints"
    async with serving(place) as inside:
        ann = inside.guest(**ANN)
        table = await ann.table("quixo", "me", "device", name="Melusine")
        await play(ann, table, 0, CHECKPOINT_ENTRIES - 3)
        assert asked(place, query) == []
        await play(ann, table, CHECKPOINT_ENTRIES - 3, CHECKPOINT_ENTRIES - 1)
        assert inside.known(table).session.match.seated[0].name == "Melusine"
        ((revision, body),) = asked(place, query)
        assert revision == CHECKPOINT_ENTRIES
        assert "Melusine" not in body
    assert give(place, AdminCommand.DELETE, [table]) == [DONE]
    assert asked(place, query) == []


@pytest.mark.soak
async def test_a_process_of_an_older_version_plays_on(place: Place, before: list[Message]) -> None:
    """It leaves the checkpoint behind."""
    with opened(place) as engine, engine.begin() as connection:
        stored = repository.load(connection, TABLE)
        assert stored is not None
        early = stored.unopened().after(stored.entries[:11])
        checkpoints.put(connection, TABLE, early, stored.entries[10].at)
    assert await shown_by(place) == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("body = 'nonsense'", "it is damaged"),
        pytest.param("revision = 1000", "it is ahead of the log", marks=pytest.mark.soak),
        pytest.param("revision = 10", "it is of another log", marks=pytest.mark.soak),
    ],
)
async def test_one_that_is_broken_is_ignored(
    place: Place, before: list[Message], change: str, why: str
) -> None:
    asked(place, f"UPDATE checkpoints SET {change}")
    (fault,) = (one for one in faults(place, lambda _: None) if one.startswith("Table"))
    assert fault == f"Table {TABLE} can't be read: its checkpoint is of no use: {why}."
    with structlog.testing.capture_logs() as logs:
        assert await shown_by(place) == before
    (line,) = (one for one in logs if one["event"] == "a checkpoint is of no use")
    assert (line["table"], line["why"]) == (TABLE, why)


@pytest.mark.soak
async def test_one_that_says_something_else_is_told(place: Place) -> None:
    put_long(place)
    with opened(place) as engine, engine.begin() as connection:
        stored = repository.load(connection, TABLE)
        assert stored is not None
        *most, last = stored.entries
        session = stored.unopened().after(most)
        moves = map(session.match.game.write, session.match.game.moves(session.match.state))
        other = next(move for move in moves if move != last.event.move)  # type: ignore[union-attr]
        session = logged(session, [Moved(session.to_move or 0, other)], last.at).session
        checkpoints.put(connection, TABLE, session, last.at)
    (fault,) = (one for one in faults(place, lambda _: None) if one.startswith("Table"))
    assert "its checkpoint and its log say different things" in fault


async def test_a_hole_before_it_is_noticed(place: Place) -> None:
    put_long(place)
    asked(place, "DELETE FROM events WHERE revision IN (4, 5)")
    async with serving(place) as inside:
        answer = await inside.guest().get(f"/api/tables/{TABLE}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "broken_log")
        assert "entries of its log are missing (4, 5)." in answer.json()["error"]["message"]


@pytest.mark.soak
async def test_other_rules_are_not_touched(place: Place) -> None:
    put_long(place)
    asked(place, "UPDATE tables SET rules = 99")
    async with serving(place) as inside:
        answer = await inside.guest().get(f"/api/tables/{TABLE}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "other_rules")


def lose(place: Place, last: int) -> None:
    """What came after an entry was never stored."""
    asked(place, "DELETE FROM events WHERE revision > ?", last)
    asked(place, "UPDATE tables SET revision = ?, changed = ?", last, 1000 + last - 1)


@pytest.mark.parametrize("last", [MOVES, 40])
async def test_a_database_that_has_lost_something(place: Place, last: int) -> None:
    """A little, or also what its checkpoint was made of: what it says now is true."""
    put_long(place)
    async with serving(place) as inside:
        ann, there = inside.guest(**ANN), (await inside.tables.find(TABLE)).table
        lose(place, last)
        late = {"board_revision": MOVES, "move": quixo_moves(MOVES + 1)[MOVES], "seat": MOVES % 2}
        assert await ann.refused(TABLE, "move", **late) == (409, "stale")
        assert there.session.revision == last
        after = await shown(ann)
        await play(ann, TABLE, last - 2, last - 1)
    asked(place, "DELETE FROM checkpoints")
    lose(place, last)
    assert await shown_by(place) == after


@pytest.mark.soak
async def test_what_is_lost_is_noticed_when_all_entries_are_wanted(place: Place) -> None:
    put_long(place)
    async with serving(place) as inside:
        ann, there = inside.guest(**ANN), (await inside.tables.find(TABLE)).table
        lose(place, 40)
        path = f"/api/tables/{TABLE}/events"
        found = (await ann.get(path)).json()["events"]
        assert [one["revision"] for one in found] == [*range(1, 41)]
        assert there.session.revision == 40
