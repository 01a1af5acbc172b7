"""A site moves to PostgreSQL and back: every row is there, once, and letter by letter."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Engine

from cubarium.cli.main import cli
from cubarium.database import (
    admin_commands,
    bans,
    checkpoints,
    guests,
    heartbeat,
    repository,
    reviews,
    transfer,
)
from cubarium.database.admin_commands import AdminCommand
from cubarium.database.copies import key_of
from cubarium.database.database import locked, prepared
from cubarium.database.heartbeat import Downtime
from cubarium.database.repository import SpokenLine
from cubarium.database.schema import METADATA, OF_THE_MOMENT
from cubarium.database.site_place import Place, PostgresDatabase
from cubarium.match.chat import ChatLine
from cubarium.match.events import Muted
from cubarium.match.revision import Revision
from tests.database.rows import begun, entries, opened, put
from tests.postgres import Cluster
from tests.server.polling import asked

GUEST = bytes(range(32))
TEXT = "Grüße 🎲 'quoted' \\ back \t tab \n line"


def fill(engine: Engine) -> None:
    """Something in every table of the database, with everything that may go wrong on the way."""
    for number in range(5):
        put(engine, f"table{number}", begun(number), 5_000_000_000_000 + number)
    line = ChatLine(1, "spectators", None, TEXT, 7, "Zoë")
    with engine.begin() as connection:
        spoken = SpokenLine(line, GUEST, "nul\x00", Revision(1))
        if connection.dialect.name != "sqlite":
            spoken = SpokenLine(line, GUEST, "nul\ufffd", Revision(1))
        repository.add_chat_line(connection, "table0", spoken, (0, 1))
        repository.set_mute(connection, "table0", Muted(0, 1, muted=True))
        repository.add_departures(connection, "table0", [GUEST], "gone", Revision(3))
        repository.add_key(connection, "table1", 0, GUEST)
        repository.add_key(connection, "table1", 1, GUEST[::-1])
        guests.revoke(connection, "table1", GUEST.hex())
        reviews.keep(connection, "table1", "0.1", bytes(range(256)))
        checkpoints.put(connection, "table4", opened().after(entries(begun(4), 5)), 5)
        bans.add(connection, bans.Ban("203.0.113.0/24", TEXT, 1, None))
        heartbeat.beat(connection, 9, [Downtime(1, 2, is_restart=True), Downtime(3, 4)])
        heartbeat.returned(connection, "table0", 1, 1, 2)
        for _ in range(7):
            admin_commands.give(connection, AdminCommand.CLOSE, "table0")


def rows(place: Place) -> dict[str, Any]:
    """Everything but the mark of a move."""
    found = {}
    for table in (one for one in METADATA.sorted_tables if one not in OF_THE_MOMENT):
        names = ", ".join(
            f'CAST("{one.name}" AS TEXT)' if "JSON" in str(one.type) else f'"{one.name}"'
            for one in table.columns
        )
        found[table.name] = sorted(
            (
                tuple(v.replace("\x00", "\ufffd") if isinstance(v, str) else v for v in row)
                for row in asked(place, f'SELECT {names} FROM "{table.name}"')
                if row[0] != "moved"
            ),
            key=repr,
        )
    return found


def moved(place: Place, target: Place, *words: str) -> Result:
    where = ["--data", str(place)] if isinstance(place, Path) else ["--database", address(place)]
    to = str(target) if isinstance(target, Path) else address(target)
    return CliRunner().invoke(cli, ["admin", "move", *where, "--to", to, *words])


def address(database: PostgresDatabase) -> str:
    url = database.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    engine = prepared(tmp_path / "folder")
    fill(engine)
    engine.dispose()
    return tmp_path / "folder"


@pytest.fixture
def database(cluster: Cluster) -> PostgresDatabase:
    return cluster.site()


def test_there_and_back(folder: Path, database: PostgresDatabase, tmp_path: Path) -> None:
    before = rows(folder)
    assert all(before.values()), "there is something in every table"
    back = tmp_path / "back"
    told = moved(folder, database)
    assert told.exit_code == 0, told.output
    assert "5 tables with 20 events" in told.stdout
    assert rows(database) == rows(folder) == before
    assert key_of(database) == key_of(folder) is not None
    assert moved(database, back).exit_code == 0
    assert rows(back) == before
    assert back.joinpath("cubarium.db").stat().st_mode & 0o077 == 0
    prepared(back).dispose()


def test_numbers_go_on_after_a_move(folder: Path, database: PostgresDatabase) -> None:
    assert moved(folder, database).exit_code == 0
    engine = prepared(database)
    with engine.begin() as connection:
        assert admin_commands.give(connection, AdminCommand.CLOSE, "table0") == 8
        heartbeat.beat(connection, 10)
    engine.dispose()


def test_a_server_refuses_what_was_moved(folder: Path, database: PostgresDatabase) -> None:
    assert moved(folder, database).exit_code == 0
    for words in (["serve", "--port", "0"], ["admin", "close", "table0"]):
        refused = CliRunner().invoke(cli, [*words, "--data", str(folder)])
        assert refused.exit_code == 2
        assert f"were moved to {database}" in refused.stderr
    assert "were moved" in moved(folder, database).stderr
    prepared(folder, force=True).dispose()
    prepared(folder).dispose()


def test_a_rehearsal_changes_nothing(folder: Path, database: PostgresDatabase) -> None:
    with locked(folder):
        refused = moved(folder, database)
        assert refused.exit_code == 2
        assert "stop it first, or say --rehearse" in refused.stderr
        told = moved(folder, database, "--rehearse")
        assert told.exit_code == 0, told.output
        assert "Nothing has changed" in told.stdout
    assert asked(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]
    prepared(folder).dispose()


def test_a_place_that_is_not_empty(folder: Path, database: PostgresDatabase) -> None:
    prepared(database).dispose()
    before = rows(database)
    refused = moved(folder, database)
    assert refused.exit_code == 2
    assert "holds tables already" in refused.stderr
    assert rows(database) == before
    assert "tables in" in moved(database, folder).stderr
    prepared(folder).dispose()


def test_a_difference_is_noticed(
    folder: Path, database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = transfer._copy_in

    def lossy(target: Any, table: Any, found: Iterator[Any]) -> None:
        if table.name == "events":
            found = (row for row in [*found][:-1])
        copied(target, table, found)

    monkeypatch.setattr(transfer, "_copy_in", lossy)
    refused = moved(folder, database)
    assert refused.exit_code == 2
    assert "the rows of events are not the same" in refused.stderr
    assert asked(database, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]
    prepared(folder).dispose()


def test_what_does_not_fit(folder: Path, database: PostgresDatabase) -> None:
    with closing(sqlite3.connect(folder / "cubarium.db")) as file:
        file.execute("UPDATE tables SET game = ? WHERE id = 'table3'", ("long" * 20,))
        file.commit()
    refused = moved(folder, database)
    assert refused.exit_code == 2
    assert "the rows of tables can't be carried over: value too long" in refused.stderr
    prepared(folder).dispose()


def test_backup_and_restore(database: PostgresDatabase, cluster: Cluster, tmp_path: Path) -> None:
    engine = prepared(database, serves=True)
    fill(engine)
    other, copy = cluster.site(), tmp_path / "copy.db"

    def admin(place: PostgresDatabase, *words: str) -> Result:
        return CliRunner().invoke(cli, ["admin", *words, "--database", address(place)])

    told = admin(database, "backup", str(copy))
    assert told.exit_code == 0, told.output
    assert copy.stat().st_mode & 0o077 == 0
    before = rows(database)
    with engine.connect():
        refused = admin(database, "restore", str(copy), "--force")
        assert "a Cubarium server uses" in refused.stderr
    engine.dispose()
    assert admin(other, "restore", str(copy)).exit_code == 0
    assert rows(other) == before
    assert key_of(other) == key_of(database)
    asked(database, "DELETE FROM tables WHERE id = 'table1'")
    refused = admin(database, "restore", str(copy))
    assert refused.exit_code == 2
    assert "--force replaces them" in refused.stderr
    assert admin(database, "restore", str(copy), "--force").exit_code == 0
    assert rows(database) == before
    told = CliRunner().invoke(cli, ["admin", "restore", str(copy), "--data", str(tmp_path / "one")])
    assert told.exit_code == 0
    assert rows(tmp_path / "one") == before
    assert admin(database, "check").stdout.splitlines()[0].startswith("The last sign of life")
