"""Every event survives the database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from cubarium.database import repository
from cubarium.database.database import prepared
from cubarium.database.pipeline import Overtaken
from cubarium.database.summary import summary
from cubarium.match import events
from cubarium.match.chat import ChatLine
from cubarium.match.event_data import kind_of
from cubarium.match.events import LogEvent, Offer
from cubarium.match.revision import Revision
from cubarium.match.session import Entry
from tests.database.rows import begun, opened, put

EVENTS: list[LogEvent] = [
    events.Seated(0, "Ann Ü"),
    events.Seated(1, "Level 1", "level1"),
    events.Moved(1, "a1e1"),
    events.Drawn("=YRBG"),
    events.Offered(0, Offer.DRAW),
    events.Answered(1, Offer.TAKEBACK, agreed=False),
    events.TakenBack(1),
    events.Resigned(0),
    events.TimedOut(1),
    events.Stood(1),
    events.Aborted(0),
    events.Closed(),
    events.Claimed(1),
    events.RematchAsked(0),
    events.Rematched("abc"),
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = prepared(tmp_path)
    yield engine
    engine.dispose()


def test_every_event_is_here() -> None:
    kinds = {*events.Event.__args__, *events.TableEvent.__args__}
    assert kinds == {type(event) for event in EVENTS}
    assert len({kind_of(event) for event in EVENTS}) == len(kinds)


def test_every_event_comes_back(engine: Engine) -> None:
    put(engine, "table", begun(0), 1)
    log = [
        Entry(
            Revision(3 + at),
            event,
            1_800_000_000_000 + at,
            spent=at,
            command=f"c{at}" if at % 2 else "",
        )
        for at, event in enumerate(EVENTS)
    ]
    columns = summary(opened(), 5)
    with engine.begin() as connection:
        repository.append(connection, "table", log, columns)
        kept = repository.load(connection, "table")
    assert kept is not None
    assert kept.entries[2:] == log
    assert [type(entry.event) for entry in kept.entries[2:]] == [type(event) for event in EVENTS]


def test_a_revision_is_there_once(engine: Engine) -> None:
    put(engine, "table", begun(2), 1)
    columns = summary(opened(), 5)
    again = [Entry(Revision(4), events.Moved(0, "x"), 5)]
    with engine.connect() as connection:
        with pytest.raises(Overtaken):
            repository.append(connection, "table", again, columns)
        connection.rollback()
        kept = repository.load(connection, "table")
        assert kept is not None
        assert len(kept.entries) == kept.row.revision == 4


def test_a_table_goes_with_all_that_belongs_to_it(engine: Engine) -> None:
    put(engine, "table", begun(2), 1)
    put(engine, "other", begun(2), 1)
    with engine.begin() as connection:
        line = ChatLine(1, "table", 0, "a", 1)
        spoken = repository.SpokenLine(line, b"", "c", Revision(1))
        repository.add_chat_line(connection, "table", spoken, (0, 1))
        repository.set_mute(connection, "table", events.Muted(0, 1, muted=True))
        assert repository.remove(connection, "table")
        assert not repository.remove(connection, "table")
        assert repository.load(connection, "table") is None
        for name in ("events", "keys", "chat", "mutes"):
            query = f"SELECT DISTINCT table_id FROM {name}"
            assert {row[0] for row in connection.exec_driver_sql(query)} <= {"other"}
