"""What is asked of the database, and what is changed in it: the same on every kind."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, update

from cubarium.database import admin, admin_commands, bans, guests, repository, reviews
from cubarium.database.admin_commands import DONE, MISSING, AdminCommand
from cubarium.database.database import prepared, size
from cubarium.database.pipeline import Overtaken
from cubarium.database.repository import SpokenLine
from cubarium.database.schema import TABLES
from cubarium.database.site_place import Place
from cubarium.database.summary import summary
from cubarium.match.chat import ChatLine
from cubarium.match.events import Muted, Resigned
from cubarium.match.revision import Revision
from cubarium.match.status import Status
from tests.database.rows import begun, entries, opened, put

ANN, BEN = b"0" * 32, bytes(range(32))


@pytest.fixture
def connection(place: Place) -> Iterator[Connection]:
    """Three tables of Ann's: live, over, and one where she holds both seats."""
    engine = prepared(place)
    put(engine, "live", begun(3), 100)
    put(engine, "over", [*begun(2), Resigned(0)], 200)
    put(engine, "both", begun(0), 300)
    with engine.begin() as connection:
        repository.add_key(connection, "both", 1, ANN)
        repository.add_key(connection, "both", 1, ANN)
        repository.add_key(connection, "live", 1, BEN)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_a_table_is_read_as_it_was_written(connection: Connection) -> None:
    stored = repository.load(connection, "live")
    assert stored is not None
    assert [entry.event for entry in stored.entries] == begun(3)
    assert stored.keys == {0: [ANN], 1: [BEN]}
    assert stored.session().status is Status.LIVE
    assert stored.row.configuration["game"] == "quixo"
    assert repository.load(connection, "nothing") is None


@pytest.mark.parametrize("first", [5, 7])
def test_entries_begin_where_the_table_stands(connection: Connection, first: int) -> None:
    """It goes further already, or not so far: nothing changes."""
    log = entries([Resigned(0)], 100, first)
    columns = summary(opened().after(entries(begun(3), 100)), 100)
    with pytest.raises(Overtaken):
        repository.append(connection, "live", log, columns)
    stored = repository.load(connection, "live")
    assert stored is not None
    assert len(stored.entries) == stored.row.revision == 5


def test_lists(connection: Connection) -> None:
    mine = repository.of_keys(connection, [ANN, BEN], 10)
    assert [(one.id, one.waits, one.held) for one in mine] == [
        ("both", True, [0, 1]),
        ("live", True, [0, 1]),
        ("over", False, [0]),
    ]
    hers = repository.of_keys(connection, [ANN], 10, going_on=True)
    assert [(one.id, one.waits) for one in hers] == [("both", True), ("live", False)]
    ended = repository.ended_of_keys(connection, [ANN], 10)
    assert ended is not None
    assert [one.id for one in ended] == ["over"]
    assert ended[0].outcome is not None
    assert ended[0].outcome["winners"] == [1]
    assert repository.ended_of_keys(connection, [ANN], 10, before="over") == []
    assert repository.ended_of_keys(connection, [BEN], 10, before="over") is None
    assert [one.id for one in repository.newest(connection, 2)] == ["both", "over"]
    assert repository.lobby(connection, Status.LIVE, 10) == [], "they are not public"
    assert repository.lobby(connection, Status.LIVE, 10, before="live") is None
    assert repository.counts(connection) == {"live": 2, "over": 1}
    assert repository.unchanged(connection, 150, 10) == ["live"]
    assert repository.expired(connection, 999, 10) == []
    assert repository.due(connection, 10_000, 100) == []
    assert repository.plays_people(connection, [BEN], "quixo")
    assert not repository.plays_people(connection, [BEN], "cage")
    assert repository.count_open(connection, [ANN], b"") == (0, 0)
    assert size(connection) > 10_000


def test_chat_and_all_beside_the_game(connection: Connection) -> None:
    line = ChatLine(1, "spectators", None, "Hello 🎲", 7, "Zoë")
    repository.add_chat_line(connection, "live", SpokenLine(line, BEN, "c", Revision(1)), (0, 1))
    for _ in range(2):
        repository.set_mute(connection, "live", Muted(0, 1, muted=True))
        repository.add_departures(connection, "live", [ANN, BEN], "left", Revision(3))
    stored = repository.load(connection, "live")
    assert stored is not None
    assert [one.text for one in stored.chat] == ["Hello 🎲"]
    assert stored.mutes == {(0, 1)}
    assert set(stored.departures) == {(ANN, "left"), (BEN, "left")}
    assert guests.spectators(connection, "live") == {1: BEN.hex()}
    assert guests.spoken_lines(connection, BEN) == [("live", 1)]
    assert guests.hush(connection, "live", 1)
    assert not guests.hush(connection, "live", 2)
    repository.set_mute(connection, "live", Muted(0, 1, muted=False))
    repository.free_seat(connection, "live", 1)
    freed = repository.load(connection, "live")
    assert freed is not None
    assert (freed.mutes, freed.keys) == (set(), {0: [ANN]})


def test_people(connection: Connection) -> None:
    found = guests.find(connection, "ANN")
    assert {(one.table, one.seat) for one in found} == {("live", 0), ("over", 0), ("both", 0)}
    assert [one.table for one in guests.find(connection, BEN.hex()[:8].upper())] == ["live"]
    assert [one.name for one in guests.find(connection, "over")] == ["Ann", "Ben"]
    assert guests.find(connection, "100%") == []
    assert bans.resolve(connection, BEN.hex()[:8]) == BEN.hex()
    assert guests.is_alone(connection, "both", ANN)
    assert sorted(guests.tables_of(connection, ANN)) == ["both", "live", "over"]
    assert guests.revoke(connection, "live", BEN.hex()[:8]) == 1
    reviews.keep(connection, "over", "1", b"by Ann")
    guests.forget(connection, "over", ANN)
    assert [one.name for one in guests.find(connection, "over")] == ["Guest", "Ben"]
    assert reviews.find(connection, "over", "1") is None, "it names the players"
    guests.forget(connection, "both", ANN)
    assert repository.load(connection, "both") is None
    assert repository.remove(connection, "live")
    assert not repository.remove(connection, "live")


def test_names_in_any_letters(connection: Connection) -> None:
    seated = [['JÜRGEN "Jo" Groß', ""], ["Ωμέγα", "level3"]]
    connection.execute(update(TABLES).where(TABLES.c.id == "over").values(seated=seated))
    for text in ("jürgen", '"jo"', "GROSS"):
        assert [(one.table, one.seat) for one in guests.find(connection, text)] == [("over", 0)]
    assert guests.find(connection, "ωμέγα") == []  # an engine, not a person
    assert guests.find(connection, "\\u") == []


def test_bans_and_reviews(connection: Connection) -> None:
    for why in ("first", "second"):
        bans.add(connection, bans.Ban("203.0.113.0/24", why, 1, 50))
    assert [one.why for one in bans.bans(connection, 10)] == ["second"]
    assert not bans.bans(connection, 60)
    assert bans.remove(connection, "203.0.113.0/24")
    for body in (b"old", bytes(range(256))):
        reviews.keep(connection, "over", "1", body)
    reviews.keep(connection, "nothing", "1", b"")
    assert reviews.find(connection, "over", "1") == bytes(range(256))
    assert reviews.find(connection, "over", "2") is None


def test_commands_of_admin(connection: Connection, place: Place) -> None:
    numbers = [admin_commands.give(connection, AdminCommand.CLOSE, "live") for _ in range(2)]
    assert numbers[1] == numbers[0] + 1
    assert [one.id for one in admin_commands.pending(connection)] == numbers
    admin_commands.answer(connection, numbers[0], DONE)
    assert admin_commands.answered(connection, numbers[0]) == DONE
    admin_commands.withdraw(connection, numbers[1])
    assert admin_commands.pending(connection) == []
    connection.rollback()
    assert admin.give(place, AdminCommand.CLOSE, ["live"]) == [DONE]
    assert admin.give(place, AdminCommand.DELETE, ["a name that is far too long"]) == [MISSING]
    assert admin.give(place, AdminCommand.FORGET, [""], ANN.hex()) == ["3"]
    assert admin.overview(place)[0] == {"aborted": 1, "over": 1}
