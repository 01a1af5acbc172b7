"""The database in the data folder: found, locked, brought to its newest form, opened."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError
from cubarium.store import results, secret_key
from cubarium.store.backups import FILE, copy_database, name_copy, put_away_log, staging_folder
from cubarium.store.schema import METADATA

LOCK: Final = "server.lock"
MARK: Final = "There is a database beside this file.\n"
"""What the lock says once there is one: if it is gone, somebody has lost it."""
PATIENCE: Final = 10.0
"""Seconds to wait for another process that writes."""
OWN: Final = 0o600
"""Cards, chat and keys are for the owner's eyes alone."""


class Unusable(CubariumError):
    """A data folder that can't be used, and why."""


class InUse(Unusable):
    """A data folder that another server uses."""


def open_engine(folder: Path) -> Engine:
    """The database of a folder. Every commit is on the disk when it returns."""
    engine = create_engine(
        f"sqlite:///{folder / FILE}", connect_args={"timeout": PATIENCE, "check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "temp_store = MEMORY",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def prepared(folder: Path, *, force: bool = False) -> Engine:
    """The database of a folder, made if there never was one, in its newest form. Raises Unusable:
    also if it is damaged, or gone, or without its key, unless that is taken by `force`."""
    place = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not place.exists() or not place.stat().st_size:
            _check_never_there(folder, force=force)
            _make(folder)
        else:
            with suppress(PermissionError):  # somebody else's file: `admin check` tells of it
                place.chmod(OWN)
            _bring_up(folder, force=force)
        (folder / LOCK).write_text(MARK)
        return open_engine(folder)
    except (OSError, DatabaseError) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
        raise Unusable(f"the data folder {folder} can't be used: {reason}") from error


def _check_never_there(folder: Path, *, force: bool) -> None:
    """Raises Unusable where a database was, and is no more."""
    place, lock = folder / FILE, folder / LOCK
    traces = (
        place.exists()
        or (lock.exists() and lock.stat().st_size)
        or (folder / secret_key.FILE).exists()
        or any(folder.glob(f"{FILE}.*"))
    )
    if traces and not force:
        what = "is empty" if place.exists() else "is gone"
        raise Unusable(
            f"the database of {folder} {what}: put it back, or a copy (cubarium admin restore); "
            "--force begins an empty site"
        )


def _make(folder: Path) -> None:
    """A new database: whole, or not there at all."""
    with staging_folder(folder) as beside:
        engine = open_engine(Path(beside))
        with engine.begin() as connection:
            migrate(connection)
            secret_key.ensure(connection, folder)
        engine.dispose()
        made = Path(beside) / FILE
        made.chmod(OWN)
        put_away_log(folder)
        made.replace(folder / FILE)


def _bring_up(folder: Path, *, force: bool) -> None:
    """A database that is there: looked at, copied if it has to be changed, changed."""
    engine = open_engine(folder)
    try:
        with engine.connect() as connection:
            state = "ok" if force else damage(connection)
            if state != "ok":
                raise Unusable(
                    f"the database of {folder} is damaged ({state}): restore a copy (cubarium "
                    "admin restore); --force serves what can be read, cubarium admin check tells "
                    "what can't"
                )
            revision = revision_of(connection)
        if revision != newest_revision():
            _check_known(revision)
            copy_database(folder / FILE, name_copy(folder, f"before-{newest_revision()}"))
        with engine.begin() as connection:
            migrate(connection)
            _check_form(connection)
            if revision != newest_revision():
                results.fill(connection)
            if not secret_key.ensure(connection, folder, force=force):
                raise Unusable(
                    f"the key that signs cookies is missing in {folder} ({secret_key.FILE}): "
                    "without it every browser loses its seats; put it back, or say --force"
                )
            _check_writable(connection)
    finally:
        engine.dispose()
    secret_key.clear(folder)


def damage(connection: Connection, how: str = "quick_check") -> str:
    """What is wrong with the file, in SQLite's words; `ok`: nothing."""
    try:
        found: str = connection.exec_driver_sql(f"PRAGMA {how}(1)").scalar_one()
    except DatabaseError as error:
        if "malformed" not in str(error.orig):
            raise
        return str(error.orig)
    return " ".join(found.split())


def revision_of(connection: Connection) -> str | None:
    """What the form of the database is called; None: it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _scripts() -> Any:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "cubarium.store:migrations")
    return ScriptDirectory.from_config(config)


def newest_revision() -> str:
    """What this version of Cubarium calls the newest form of the database."""
    found: str = _scripts().get_current_head()
    return found


def _check_known(revision: str | None) -> None:
    from alembic.util.exc import CommandError

    try:
        _scripts().get_revision(revision)
    except CommandError as error:
        raise Unusable(f"this database was made by a newer Cubarium: {error}") from error


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "cubarium.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _check_form(connection: Connection) -> None:
    """Does the database have the form that its number tells of?"""
    seen = inspect(connection)
    for table in METADATA.sorted_tables:
        there = {column["name"] for column in seen.get_columns(table.name)}
        wanted = {column.name for column in table.columns}
        if there != wanted:
            raise Unusable(
                f"this database was made by an unfinished Cubarium: {table.name} has the columns "
                f"{', '.join(sorted(there))} instead of {', '.join(sorted(wanted))}"
            )


def _check_writable(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE IF NOT EXISTS writable (id INTEGER)"))
    connection.execute(text("DROP TABLE writable"))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder: one server at a time. Raises Unusable. A killed server holds nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, OWN)
    except OSError as error:
        raise Unusable(f"the data folder {folder} can't be used: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(f"another Cubarium server uses the folder {folder}") from None
        yield
    finally:
        os.close(handle)


def is_in_use(folder: Path) -> bool:
    """Does a server run on this folder now?"""
    try:
        with locked(folder):
            return False
    except Unusable:
        return True
