"""PostgreSQL: what is refused with a sentence, and what happens when it goes away."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import DatabaseError, IntegrityError

from cubarium import extras
from cubarium.cli.main import cli
from cubarium.core.errors import CubariumError, MissingExtra
from cubarium.database import postgres, secret_key
from cubarium.database.database import is_in_use, locked, prepared, served
from cubarium.database.pipeline import driver_of
from cubarium.database.site_place import InUse, PostgresDatabase, Unusable, postgres_database
from cubarium.database.writer import Writer
from tests.database.rows import begun, put
from tests.database.test_writer import note, noted
from tests.postgres import PASSWORD, Cluster
from tests.server.polling import asked


@pytest.fixture
def site(cluster: Cluster) -> PostgresDatabase:
    return cluster.site()


@pytest.fixture
def engine(site: PostgresDatabase) -> Iterator[Engine]:
    engine = prepared(site)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (number INTEGER PRIMARY KEY, said TEXT)"))
    yield engine
    engine.dispose()


# addresses


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://me:secret@host/name", "kind 'mysql' is unknown"),
        ("postgresql://me:secret@host", "has no name"),
        ("postgresql://me:secret@host/", "has no name"),
        ("postgresql://me:sec@ret:no@host:port/name", "can't be read"),
        ("/var/lib/cubarium", "--data"),
        ("", "--data"),
    ],
)
def test_addresses_that_make_no_sense(address: str, words: str) -> None:
    with pytest.raises(CubariumError, match=words) as told:
        postgres_database(address)
    assert "secret" not in str(told.value)


def test_a_password_is_never_told() -> None:
    found = postgres_database("postgres://me:secret@host:5433/name?sslpassword=secret")
    assert str(found) == "postgresql://me@host:5433/name"
    assert "secret" not in repr(found)


@pytest.mark.parametrize(
    "address", ["postgresql://me:secret@host/name", "postgresql://me@host/name?password=secret"]
)
def test_no_password_is_taken_from_a_command_line(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every user of the machine sees it there."""
    monkeypatch.setattr("cubarium.server.process.logs.configure", lambda *_: None)
    for words in (
        ["serve", "--database", address],
        ["worker", "--database", address],
        ["admin", "tables", "--database", address],
        ["admin", "move", "--data", str(tmp_path), "--to", address],
    ):
        told = CliRunner().invoke(cli, words)
        check_refused(told, "no password on the command line", "~/.pgpass", "PGPASSWORD")
        assert "secret" not in told.output
    settings = tmp_path / "cubarium.toml"
    settings.write_text(f'database = "{address}"\n')
    told = CliRunner().invoke(cli, ["serve", "--port", "0", "--config", str(settings)])
    assert "command line" not in told.output, "a file is not shown"


def test_a_missing_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.MODULES, "postgres", ("no_such_module",))
    with pytest.raises(MissingExtra, match=r"pip install \"cubarium\[postgres\]\""):
        postgres_database("postgresql://host/name")


def serve(address: str, *words: str) -> Result:
    env = {"CUBARIUM_DATABASE": address}
    return CliRunner().invoke(cli, ["serve", "--port", "0", *words], env=env)


def check_refused(told: Result, *words: str) -> None:
    assert told.exit_code == 2, told.output
    assert told.stdout == ""
    (line,) = told.stderr.splitlines()
    for word in words:
        assert word in line
    assert PASSWORD not in line
    assert "very" not in line


def test_databases_that_are_not_there(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubarium.server.process.logs.configure", lambda *_: None)
    check_refused(serve(cluster.tcp_address("nothing")), 'database "nothing" does not exist')
    wrong = cluster.tcp_address("postgres", "very wrong")
    check_refused(serve(wrong), "password authentication failed")
    check_refused(serve("postgresql://me:very@127.0.0.1:1/name"), "127.0.0.1:1/name", "refused")
    check_refused(serve("postgresql://me:very@no.such.invalid/name"), "no.such.invalid")
    check_refused(serve(f"{cluster.address('postgres')}&mode=1"), 'option "mode"')
    admin = ["admin", "tables", "--database", cluster.address(cluster.new_database())]
    check_refused(CliRunner().invoke(cli, admin), "there are no tables in postgresql://")


# what it must be like


def test_a_version_that_is_too_old(site: PostgresDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "OLDEST", 99)
    with pytest.raises(Unusable, match="is too old, 99 or newer"):
        prepared(site)


def test_another_encoding(cluster: Cluster) -> None:
    name = cluster.new_database("ENCODING 'SQL_ASCII' LOCALE 'C'")
    with pytest.raises(Unusable, match="encoding is SQL_ASCII, not UTF8"):
        prepared(postgres_database(cluster.address(name)))


def test_commits_that_are_not_durable(cluster: Cluster, site: PostgresDatabase) -> None:
    change = f"ALTER DATABASE {site.url.database} SET synchronous_commit = off"
    cluster.execute("postgres", change)
    with pytest.raises(Unusable, match="synchronous_commit is off"):
        prepared(site)
    prepared(site, force=True).dispose()
    words = ["admin", "check", "--database", cluster.address(str(site.url.database))]
    told = CliRunner().invoke(cli, words)
    assert told.exit_code == 1
    assert "may lose moves" in told.stdout


def test_tables_of_another_program(site: PostgresDatabase) -> None:
    asked(site, "CREATE TABLE tables (id INTEGER)")
    with pytest.raises(Unusable, match=r"holds tables already \(tables"):
        prepared(site)
    assert asked(site, "SELECT * FROM tables") == []


def test_other_forms(site: PostgresDatabase) -> None:
    prepared(site).dispose()
    asked(site, "ALTER TABLE tables RENAME COLUMN engine_moves TO engine")
    with pytest.raises(Unusable, match="engine_moves"):
        prepared(site)
    asked(site, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unusable, match="newer Cubarium"):
        prepared(site)


def test_the_key_stays_the_same(site: PostgresDatabase) -> None:
    engine = prepared(site)
    put(engine, "table", begun(1), 5)
    key = asked(site, "SELECT value FROM secrets")
    engine.dispose()
    prepared(site).dispose()
    assert asked(site, "SELECT value FROM secrets") == key
    asked(site, "DELETE FROM secrets")
    with pytest.raises(Unusable, match="every browser loses its seats"):
        prepared(site)
    engine = prepared(site, force=True)
    with engine.connect() as connection:
        assert secret_key.read(connection) is not None
    engine.dispose()


def test_several_begin_at_once(site: PostgresDatabase) -> None:
    with ThreadPoolExecutor(3) as pool:
        for engine in pool.map(lambda _: prepared(site), range(3)):
            engine.dispose()
    assert len(asked(site, "SELECT value FROM secrets")) == 1


# locks


def test_locks(site: PostgresDatabase) -> None:
    with served(site), served(site):  # any number of processes
        pass
    engine = prepared(site, serves=True)
    with engine.connect():
        assert is_in_use(site)
    engine.dispose()
    assert not is_in_use(site)
    with locked(site), pytest.raises(DatabaseError, match="without a server"):
        engine.connect()
    with locked(site), pytest.raises(InUse, match="a Cubarium server uses"), locked(site):
        pass
    engine.connect().close()
    engine.dispose()


# the writer


def writing(engine: Engine, work: Callable[[Writer], object]) -> None:
    writer = Writer(engine)
    writer.start()

    async def ask() -> None:
        await work(writer)  # type: ignore[misc]

    try:
        asyncio.run(ask())
    finally:
        writer.close()


def cut(connection: Connection) -> None:
    """As if the database had ended just now."""
    driver_of(connection).pgconn.finish()


def test_a_lost_connection_is_replaced(engine: Engine) -> None:
    async def work(writer: Writer) -> None:
        assert await writer.write(note(1)) == 1
        lost = [writer.write(cut_off(2)), writer.write(note(3)), writer.write(note(4))]
        answers = await asyncio.gather(*lost, return_exceptions=True)
        assert [type(one) for one in answers].count(int) == 0
        for one in answers:
            assert isinstance(one, DatabaseError)
        assert await writer.write(note(5)) == 5

    def cut_off(number: int) -> Callable[[Connection], int]:
        def change(connection: Connection) -> int:
            note(number)(connection)
            cut(connection)
            return number

        return change

    writing(engine, work)
    assert [number for number, _ in noted(engine)] in ([1, 5], [1, 3, 4, 5])


@pytest.mark.parametrize("stored", [True, False])
def test_a_commit_without_an_answer(engine: Engine, *, stored: bool) -> None:
    """Nobody knows whether it was stored: nothing is tried again, and whoever asked is told so."""
    once = [True]

    @event.listens_for(engine, "commit")
    def lose(connection: Connection) -> None:
        if once and connection.info.pop("lose", False):
            once.clear()
            if stored:
                driver_of(connection).commit()
            cut(connection)

    def marked(number: int) -> Callable[[Connection], object]:
        def change(connection: Connection) -> object:
            connection.info["lose"] = True
            return note(number)(connection)

        return change

    async def work(writer: Writer) -> None:
        asking = [writer.write(marked(1)), writer.write(marked(2))]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        for one in answers:
            if isinstance(one, DatabaseError):
                assert one.connection_invalidated
        assert any(isinstance(one, DatabaseError) for one in answers)
        with suppress(IntegrityError):
            await writer.write(note(1))

    writing(engine, work)
    assert 1 in [number for number, _ in noted(engine)]


def test_a_failed_transaction_is_never_committed(engine: Engine) -> None:
    """PostgreSQL would say ROLLBACK, and no error."""

    def swallows(connection: Connection) -> str:
        note(7)(connection)
        with suppress(IntegrityError):
            note(7)(connection)
        return "done"

    async def work(writer: Writer) -> None:
        with pytest.raises(RuntimeError, match="can't be committed"):
            await writer.write(swallows)
        assert await writer.write(note(8)) == 8

    writing(engine, work)
    assert noted(engine) == [(8, "")]
