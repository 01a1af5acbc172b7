"""How long no server was there."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cubarium.store import pulse
from cubarium.store.database import in_use, locked, prepared, signing_key
from tests.store.rows import begun, put


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = prepared(tmp_path)
    put(engine, "table", begun(0), 50)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def test_outages_are_remembered(connection: Connection) -> None:
    pulse.beat(connection, 100)
    pulse.came_back(connection, 250)
    assert pulse.outages(connection) == [(100, 250)]
    pulse.came_back(connection, 250)
    assert pulse.outages(connection) == [(100, 250)], "no time has gone by"
    pulse.beat(connection, 300)
    pulse.came_back(connection, 301)
    assert pulse.outages(connection) == [(100, 250), (300, 301)]


def test_a_change_is_a_sign_of_life(connection: Connection) -> None:
    pulse.beat(connection, 40)
    pulse.came_back(connection, 90)
    assert pulse.outages(connection) == [(50, 90)]


def test_a_clock_that_was_put_back_is_no_outage(connection: Connection) -> None:
    pulse.beat(connection, 1000)
    pulse.came_back(connection, 400)
    assert pulse.outages(connection) == []


def test_old_outages_are_forgotten(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "KEPT", 3)
    for at in range(100, 1100, 100):
        pulse.beat(connection, at)
        pulse.came_back(connection, at + 10)
    assert pulse.outages(connection) == [(800, 810), (900, 910), (1000, 1010)]


def test_one_server_at_a_time(tmp_path: Path) -> None:
    assert not in_use(tmp_path)
    with locked(tmp_path):
        assert in_use(tmp_path)
    assert not in_use(tmp_path)


def test_a_key_is_whole_or_not_there(tmp_path: Path) -> None:
    (tmp_path / "secret.part").write_bytes(b"abc")  # a server was killed while it wrote
    key = signing_key(tmp_path)
    assert len(key) == 32
    assert signing_key(tmp_path) == key
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "secret.part").exists()
