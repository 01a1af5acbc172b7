"""How long nobody could move."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from cubarium.database import heartbeat
from cubarium.database.database import is_in_use, locked, prepared
from cubarium.database.heartbeat import Downtime
from cubarium.database.site_place import Place
from tests.database.rows import begun, put
from tests.server.polling import asked


@pytest.fixture
def connection(place: Place) -> Iterator[Connection]:
    engine = prepared(place)
    put(engine, "table", begun(0), 50)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_downtimes_are_remembered(connection: Connection) -> None:
    first, second = Downtime(100, 250, is_restart=True), Downtime(300, 301)
    heartbeat.beat(connection, 250, [first])
    heartbeat.beat(connection, 300)
    assert heartbeat.downtimes(connection) == [first]
    heartbeat.beat(connection, 301, [second])
    assert heartbeat.downtimes(connection) == [first, second]


def test_every_sign_of_life_counts(connection: Connection) -> None:
    assert heartbeat.last_sign(connection) == 50, "a table has changed"
    heartbeat.beat(connection, 90)
    assert heartbeat.last_sign(connection) == 90
    heartbeat.beat(connection, 91, [Downtime(80, 200)])
    assert heartbeat.last_sign(connection) == 200


def test_time_never_goes_back(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeat.beat(connection, 1000)
    monkeypatch.setattr(heartbeat, "wall_time", lambda: 400)
    assert heartbeat.server_time(connection) == 1000
    monkeypatch.setattr(heartbeat, "wall_time", lambda: 4000)
    assert heartbeat.server_time(connection) == 4000


def test_old_downtimes_are_forgotten(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "KEPT", 3)
    for at in range(100, 1100, 100):
        heartbeat.returned(connection, "table", 0, at, at + 5)
        heartbeat.beat(connection, at + 10, [Downtime(at, at + 10)])
    spans = [one.span for one in heartbeat.downtimes(connection)]
    assert spans == [(800, 810), (900, 910), (1000, 1010)]
    kept = connection.exec_driver_sql("SELECT restarted FROM returns ORDER BY restarted")
    assert [row[0] for row in kept] == [800, 900, 1000]


def test_a_seat_returns_once(connection: Connection, place: Place) -> None:
    heartbeat.returned(connection, "table", 0, 100, 105)
    heartbeat.returned(connection, "table", 0, 100, 109)
    connection.commit()
    assert asked(place, "SELECT seat, restarted, at FROM returns") == [(0, 100, 105)]


def test_one_at_a_time(place: Place) -> None:
    assert not is_in_use(place)
    with locked(place):
        assert is_in_use(place)
    assert not is_in_use(place)
