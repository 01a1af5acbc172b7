"""A data folder: made whole, brought up to date, and looked at before it is used."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from cubarium.database import copies, schema_version, secret_key
from cubarium.database.database import open_engine, prepared
from cubarium.database.site_place import Place, Unusable
from tests.database.rows import BACK_TO_0001, begun, put
from tests.server.polling import asked

KEY = bytes(range(32))
PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With some tables, so that there are pages to damage."""
    engine = prepared(tmp_path)
    events = begun(12)
    for number in range(30):
        put(engine, f"table{number}", events, 5)
    engine.dispose()
    return tmp_path


@pytest.fixture
def older(folder: Path) -> Path:
    """As the revision before left it: the key is in a file."""
    (folder / secret_key.FILE).write_bytes(KEY)
    with closing(sqlite3.connect(folder / "cubarium.db")) as old:
        old.executescript(BACK_TO_0001)
    (folder / "server.lock").write_bytes(b"")
    return folder


def modes(folder: Path) -> set[int]:
    return {file.stat().st_mode & 0o777 for file in folder.glob("cubarium.db*")}


def damage(folder: Path) -> None:
    """Garbage instead of two pages with moves."""
    data = bytearray((folder / "cubarium.db").read_bytes())
    pages = [at for at in range(0, len(data), PAGE) if data.count(b'"move":', at, at + PAGE) > 9]
    assert len(pages) > 2
    for at in pages[:2]:
        data[at : at + PAGE] = b"\xa5" * PAGE
    (folder / "cubarium.db").write_bytes(data)


def test_only_its_owner_reads_it(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir(mode=0o755)
    prepared(tmp_path / "site").dispose()
    assert modes(tmp_path / "site") == {0o600}
    (tmp_path / "site" / "cubarium.db").chmod(0o644)
    prepared(tmp_path / "site").dispose()
    assert modes(tmp_path / "site") == {0o600}


def test_the_key_stays_the_same(tmp_path: Path) -> None:
    prepared(tmp_path).dispose()
    key = copies.key_of(tmp_path)
    assert key is not None
    assert len(key) == 32
    prepared(tmp_path).dispose()
    assert copies.key_of(tmp_path) == key
    prepared(tmp_path / "other").dispose()
    assert copies.key_of(tmp_path / "other") != key


def test_an_older_database_is_copied_and_brought_up(older: Path) -> None:
    tables = asked(older, "SELECT * FROM tables ORDER BY id")
    prepared(older).dispose()
    assert copies.key_of(older) == KEY
    assert not (older / secret_key.FILE).exists()
    (copy,) = older.glob(f"cubarium.db.before-{schema_version.newest_revision()}-*")
    assert modes(older) == {0o600}
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert old.execute("SELECT * FROM tables ORDER BY id").fetchall() == tables
    brought_up = asked(older, "SELECT * FROM tables ORDER BY id")
    assert [row[: len(tables[0])] for row in brought_up] == tables
    assert {row[len(tables[0]) :] for row in brought_up} == {("null", None, 12, None)}
    prepared(older).dispose()
    assert len([*older.glob("cubarium.db.*")]) == 1, "nothing is left to be done"


@pytest.mark.parametrize("key", [None, b"", b"short"])
def test_a_lost_key_is_noticed(older: Path, key: bytes | None) -> None:
    (older / secret_key.FILE).unlink()
    if key is not None:
        (older / secret_key.FILE).write_bytes(key)
    with pytest.raises(Unusable, match="every browser loses its seats"):
        prepared(older)
    assert asked(older, "SELECT version_num FROM alembic_version") == [("0001",)], "as it was"
    prepared(older, force=True).dispose()
    assert copies.key_of(older) is not None


def test_a_key_that_was_deleted_is_noticed(folder: Path) -> None:
    asked(folder, "UPDATE secrets SET value = x''")
    with pytest.raises(Unusable, match="every browser loses its seats"):
        prepared(folder)


def _remove(folder: Path) -> None:
    (folder / "cubarium.db").unlink()


def _empty(folder: Path) -> None:
    (folder / "cubarium.db").write_bytes(b"")


def _without_tables(folder: Path) -> None:
    """As whoever opens an empty file and closes it again leaves it."""
    _empty(folder)
    asked(folder, "PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("lose", [_remove, _empty, _without_tables])
def test_a_lost_database_is_noticed(folder: Path, lose: Callable[[Path], None]) -> None:
    lose(folder)
    with pytest.raises(Unusable, match="--force begins an empty site"):
        prepared(folder)
    prepared(folder, force=True).dispose()
    assert asked(folder, "SELECT count(*) FROM tables") == [(0,)]


def test_a_log_is_not_taken_for_that_of_another_database(folder: Path) -> None:
    shutil.copy(folder / "cubarium.db", folder / "kept")
    engine = open_engine(folder)
    put(engine, "late", begun(2), 5)
    log = (folder / "cubarium.db-wal").read_bytes()
    engine.dispose()
    (folder / "cubarium.db").unlink()
    (folder / "cubarium.db-wal").write_bytes(log)
    prepared(folder, force=True).dispose()
    assert asked(folder, "SELECT count(*) FROM tables") == [(0,)]
    (away,) = folder.glob("cubarium.db.lost-wal-*")
    assert away.read_bytes() == log


def test_whoever_was_killed_at_the_first_start_begins_again(tmp_path: Path) -> None:
    (tmp_path / "server.lock").touch()
    left = tmp_path / ".staging-abc"
    left.mkdir()
    (left / "cubarium.db").write_bytes(b"half of it")
    prepared(tmp_path).dispose()
    assert not left.exists(), "it may hold a key"
    assert asked(tmp_path, "SELECT count(*) FROM tables") == [(0,)]


def test_damage_is_noticed(folder: Path, tmp_path: Path) -> None:
    damage(folder)
    with pytest.raises(Unusable, match="is damaged"):
        prepared(folder)
    with pytest.raises(Exception, match="damaged"):
        copies.back_up(folder, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
    prepared(folder, force=True).dispose()


def test_a_form_that_was_never_finished_is_noticed(folder: Path) -> None:
    asked(folder, "ALTER TABLE tables RENAME COLUMN engine_moves TO engine")
    with pytest.raises(Unusable, match="engine_moves"):
        prepared(folder)


def test_the_schema_is_what_the_migrations_make(place: Place) -> None:
    """Alembic itself finds no difference."""
    engine = prepared(place)
    config = Config()
    config.set_main_option("script_location", "cubarium.database:migrations")
    with engine.connect() as connection:
        config.attributes["connection"] = connection
        command.check(config)
    engine.dispose()
    assert schema_version.newest_revision() == "0012"
