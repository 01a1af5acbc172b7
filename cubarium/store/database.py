"""The database in the data folder: found, locked, brought to its newest form, opened."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError

FILE: Final = "cubarium.db"
LOCK: Final = "server.lock"
KEY: Final = "secret.key"
PATIENCE: Final = 10.0
"""Seconds to wait for another process that writes."""


class Unusable(CubariumError):
    """A data folder that can't be used, and why."""


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


def prepared(folder: Path) -> Engine:
    """The database of a folder, made if it is not there, in its newest form. Raises Unusable."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        engine = open_engine(folder)
        with engine.connect() as connection:
            migrate(connection)
            _check_writable(connection)
            connection.commit()
    except (OSError, DatabaseError) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", error))
        raise Unusable(f"the data folder {folder} can't be used: {reason}") from error
    return engine


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form."""
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", "cubarium.store:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise Unusable(f"this database was made by a newer Cubarium: {error}") from error


def _check_writable(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE IF NOT EXISTS writable (id INTEGER)"))
    connection.execute(text("DROP TABLE writable"))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder: one server at a time. Raises Unusable. A killed server holds nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unusable(f"the data folder {folder} can't be used: {error.strerror}") from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Unusable(f"another Cubarium server uses the folder {folder}") from None
        yield
    finally:
        os.close(handle)


def in_use(folder: Path) -> bool:
    """Does a server run on this folder now?"""
    try:
        with locked(folder):
            return False
    except Unusable:
        return True


def signing_key(folder: Path) -> bytes:
    """The secret that signs cookies: made once, readable by its owner alone."""
    path = folder / KEY
    if not path.exists():
        beside = path.with_suffix(".part")  # whatever happens: a whole key, or none
        beside.unlink(missing_ok=True)
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(os.urandom(32))
            file.flush()
            os.fsync(file.fileno())
        beside.rename(path)
    return path.read_bytes()
