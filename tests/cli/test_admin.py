"""`cubarium admin`, with and without a server."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from cubarium.cli.main import cli
from cubarium.database import admin as keeping
from cubarium.database import copies
from cubarium.database.database import locked, prepared
from cubarium.database.site_place import Place
from cubarium.match.clocks import DAY
from tests.database.rows import BACK_TO_0001, begun, put
from tests.postgres import Cluster
from tests.server.clients import Client, move_on, new_table
from tests.server.polling import asked, kinds, wait_for
from tests.server.processes import Served

PAIR = ["me", "device"]


def admin(data: Place, *words: str) -> Result:
    if isinstance(data, Path):
        return CliRunner().invoke(cli, ["admin", *words, "--data", str(data)])
    url = data.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return CliRunner().invoke(cli, ["admin", *words], env={"CUBARIUM_DATABASE": url})


def done(data: Place, *words: str) -> str:
    result = admin(data, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(data: Place, *words: str) -> str:
    result = admin(data, *words)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1, result.stderr
    return result.stderr


def now() -> int:
    return time.time_ns() // 1_000_000


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with three tables: new, two days old, and ten days old."""
    folder = tmp_path / "folder"
    engine = prepared(folder)
    for name, days in (("new", 0), ("older", 2), ("old", 10)):
        put(engine, name, begun(2), now() - days * DAY)
    engine.dispose()
    return folder


def names(data: Path) -> list[str]:
    return [row[0] for row in asked(data, "SELECT id FROM tables ORDER BY changed DESC")]


def test_tables_are_listed(data: Path) -> None:
    lines = done(data, "tables").splitlines()
    assert lines[0] == "3 live"
    assert [line.split()[0] for line in lines[1:]] == ["new", "older", "old"]
    assert lines[1].endswith("Ann, Ben")


def test_close_and_delete_without_a_server(data: Path) -> None:
    done(data, "close", "old")
    assert kinds(data, "old")[-1] == "closed"
    assert "over already" in refused(data, "close", "old")
    assert "no table nothing" in refused(data, "close", "nothing")
    done(data, "delete", "old")
    assert names(data) == ["new", "older"]
    assert "no table old" in refused(data, "delete", "old")
    assert asked(data, "SELECT * FROM events WHERE table_id = 'old'") == []


def test_closing_is_no_sign_of_a_server(data: Path) -> None:
    """Nobody is charged for the time before it."""
    died = asked(data, "SELECT max(changed) FROM tables")[0][0]
    done(data, "close", "old")
    ((began, ended),) = asked(data, "SELECT began, ended FROM downtimes")
    assert began == died
    assert ended == asked(data, "SELECT max(changed) FROM tables")[0][0]


def test_retain(data: Path) -> None:
    assert done(data, "retain", "--days", "11") == "Tables deleted: 0.\n"
    assert done(data, "retain", "--days", "3") == "Tables deleted: 1.\n"
    assert names(data) == ["new", "older"]
    assert admin(data, "retain", "--days", "0").exit_code == 2
    assert admin(data, "retain").exit_code == 2
    assert names(data) == ["new", "older"]


def test_backup_and_restore(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a copy?#.db"
    done(data, "backup", str(copy))
    assert "exists already" in refused(data, "backup", str(copy))
    done(data, "delete", "new")
    assert "--force" in refused(data, "restore", str(copy))
    assert names(data) == ["older", "old"]
    said = done(data, "restore", str(copy), "--force")
    assert names(data) == ["new", "older", "old"]
    (kept,) = data.glob("cubarium.db.*")
    assert str(kept) in said
    with closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT count(*) FROM tables").fetchone() == (2,)
    done(data, "restore", str(copy), "--force")
    assert len([*data.glob("cubarium.db.*")]) == 2
    elsewhere = tmp_path / "elsewhere"
    done(elsewhere, "restore", str(copy))
    assert names(elsewhere) == names(data)


def test_a_backup_has_the_key(data: Path, tmp_path: Path) -> None:
    """Restored elsewhere, every browser keeps its seats, and nobody else can read it."""
    copy, elsewhere = tmp_path / "copy.db", tmp_path / "elsewhere"
    done(data, "backup", str(copy))
    done(elsewhere, "restore", str(copy))
    assert copies.key_of(elsewhere) == copies.key_of(data) is not None
    for file in (copy, *data.glob("cubarium.db*"), *elsewhere.glob("cubarium.db*")):
        assert file.stat().st_mode & 0o077 == 0, file


def test_copies_of_the_version_before(data: Path, tmp_path: Path) -> None:
    """Their key was in a file of its own."""
    key, old, copy = bytes(range(32)), tmp_path / "old.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(data / "cubarium.db")) as database:
        database.executescript(BACK_TO_0001)
    done(data, "backup", str(old))
    (data / "secret.key").write_bytes(key)
    done(data, "backup", str(copy))
    assert (data / "secret.key").exists(), "a backup changes nothing"
    done(tmp_path / "one", "restore", str(copy))
    assert copies.key_of(tmp_path / "one") == key
    assert "holds no key" in done(tmp_path / "two", "restore", str(old))
    assert "holds no key" not in done(data, "restore", str(old), "--force")
    assert copies.key_of(data) == key
    assert not (data / "secret.key").exists()
    for folder in (data, tmp_path / "one", tmp_path / "two"):
        prepared(folder).dispose()
        assert names(folder) == ["new", "older", "old"]


def test_check(data: Path) -> None:
    assert done(data, "check") == "All is well.\n"
    asked(data, "UPDATE tables SET rules = 9 WHERE id = 'old'")
    asked(data, "UPDATE tables SET configuration = '{}' WHERE id = 'older'")
    asked(data, "DELETE FROM events WHERE table_id = 'new' AND revision = 4")
    asked(data, "DELETE FROM secrets")
    asked(data, "UPDATE heartbeats SET at = at + 1")
    asked(data, "INSERT INTO downtimes VALUES (1, 9999999999999, 0)")
    (data / "cubarium.db").chmod(0o640)
    result = admin(data, "check")
    assert result.exit_code == 1
    told = result.stdout.splitlines()
    assert len(told) == 6
    for word in (
        "cubarium.db can be read by others",
        "key that signs cookies",
        "ahead of this machine's clock",
        "Table old can't be read: This game of Quixo was begun under version 9",
        "Table older can't be read: its log makes no sense",
        "Table new can't be read: entries of its log are missing",
    ):
        assert [line for line in told if word in line], word


def test_check_of_what_is_empty(data: Path) -> None:
    """It changes nothing: the server that is started next still notices."""
    database = data / "cubarium.db"
    database.write_bytes(b"")
    assert "is empty" in refused(data, "check")
    assert database.read_bytes() == b""
    database.unlink()
    assert "no tables in" in refused(data, "check")


def test_check_of_what_is_damaged(data: Path) -> None:
    database = data / "cubarium.db"
    asked(data, "PRAGMA wal_checkpoint(TRUNCATE)")
    pages = database.read_bytes()
    database.write_bytes(pages[:4096] + b"\xa5" * 4096 + pages[8192:])
    result = admin(data, "check")
    assert result.exit_code == 1
    assert "is damaged" in result.stdout
    assert "can't be read" in result.stdout


def test_check_of_an_older_form(data: Path) -> None:
    asked(data, "UPDATE alembic_version SET version_num = '0001'")
    result = admin(data, "check")
    assert result.exit_code == 1
    assert "start the server of this version once" in result.stdout


def test_what_can_not_be_restored(data: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(b"no database at all" * 100)
    assert "no copy" in refused(data, "restore", str(wrong), "--force")
    newer = tmp_path / "newer.db"
    done(data, "backup", str(newer))
    with closing(sqlite3.connect(newer)) as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
        copy.commit()
    assert "newer Cubarium" in refused(data, "restore", str(newer), "--force")
    assert "itself" in refused(data, "restore", str(data / "cubarium.db"), "--force")
    assert admin(data, "restore", str(tmp_path / "nothing")).exit_code == 2
    assert names(data) == ["new", "older", "old"], "all is as it was"
    assert not [*data.glob("cubarium.db.*")]


def test_wrong_folders(data: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    for words in (["tables"], ["close", "x"], ["delete", "x"], ["retain", "--days", "1"]):
        assert "no tables in" in refused(empty, *words)
    assert "no tables in" in refused(empty, "backup", str(tmp_path / "copy"))
    assert not empty.exists()
    assert "can't be written" in refused(data, "backup", str(tmp_path / "no" / "copy"))
    empty.mkdir()
    (empty / "cubarium.db").write_bytes(b"no database at all" * 100)
    for words in (["tables"], ["close", "x"], ["delete", "x"], ["retain", "--days", "1"]):
        assert "not a database" in refused(empty, *words)
    assert "can't be written" in refused(empty, "backup", str(tmp_path / "copy"))
    assert not (tmp_path / "copy").exists()


def test_a_server_that_does_not_answer(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "PATIENCE", 0.3)
    with locked(data):
        assert "does not answer" in refused(data, "delete", "old")
        assert "another Cubarium server" in refused(
            data, "restore", str(data / "cubarium.db"), "--force"
        )
    assert asked(data, "SELECT * FROM admin_commands") == []
    assert "old" in names(data)


def test_with_a_server(data: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    served = Served(data, covered=True)
    with served, httpx.Client(base_url=served.url, timeout=20) as http:
        tables = [new_table(http, game="quixo", seats=PAIR) for _ in range(3)]
        (closing_down, _), (going, _), (staying, tokens) = tables

        async def watch() -> None:
            first, second = Client(served, closing_down), Client(served, going)
            await first.come()
            await second.come()
            await asyncio.to_thread(done, data, "close", closing_down)
            await first.until(lambda: first.state["status"] == "aborted")
            assert first.state["events"][0]["kind"] == "closed"
            await asyncio.to_thread(done, data, "delete", going)
            removed = {"type": "removed", "table": going}
            await second.until(lambda: removed in second.inbox)
            for one in (first, second):
                await one.go()

        asyncio.run(watch())
        assert http.get(f"/api/tables/{going}").status_code == 404
        assert "over already" in refused(data, "close", closing_down)
        assert done(data, "retain", "--days", "1") == "Tables deleted: 2.\n"
        assert move_on(http, staying, tokens).status_code == 200
        done(data, "backup", str(copy))
        assert "another Cubarium server" in refused(data, "restore", str(copy), "--force")
        assert move_on(http, staying, tokens).status_code == 200
        served.stop()
        assert done(data, "tables").splitlines()[0] == "1 aborted"
        done(data, "restore", str(copy), "--force")
        served.start()
        assert kinds(data, staying).count("moved") == 1, "as it was in the copy"
        assert move_on(http, staying, tokens).status_code == 200
        wait_for(lambda: asked(data, "SELECT * FROM admin_commands") == [])


@pytest.mark.soak
def test_with_a_server_on_postgresql(cluster: Cluster, tmp_path: Path) -> None:
    site, copy = cluster.site(), tmp_path / "copy.db"
    with Served(site) as served, httpx.Client(base_url=served.url, timeout=20) as http:
        (closing_down, _), (going, _), (staying, tokens) = (
            new_table(http, game="quixo", seats=PAIR, name="Ann") for _ in range(3)
        )
        assert move_on(http, staying, tokens).status_code == 200
        assert done(site, "close", closing_down) == f"{closing_down} is closed.\n"
        assert "over already" in refused(site, "close", closing_down)
        done(site, "delete", going)
        assert http.get(f"/api/tables/{going}").status_code == 404
        assert f"{staying}  live" in done(site, "find", "ann")
        assert done(site, "ban", "203.0.113.7", "--why", "rude") == "203.0.113.7/32 is banned.\n"
        assert "rude" in done(site, "bans")
        assert done(site, "check") == "All is well.\n"
        assert done(site, "tables").splitlines()[:2] == ["1 aborted", "1 live"]
        done(site, "backup", str(copy))
        assert "a Cubarium server uses" in refused(site, "restore", str(copy), "--force")
        served.kill()
        served.start()
        assert move_on(http, staying, tokens).status_code == 200
        assert kinds(site, staying).count("moved") == 2
        served.stop()
    done(site, "restore", str(copy), "--force")
    assert kinds(site, staying).count("moved") == 1, "as it was in the copy"
    assert done(site, "unban", "203.0.113.7")
    assert done(site, "retain", "--days", "1") == "Tables deleted: 0.\n"
