"""The database of a site: found, locked, brought to its newest form, opened."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError

from cubarium.database import postgres, relocation_mark, secret_key
from cubarium.database.backups import FILE, copy_database, name_copy, put_away_log, staging_folder
from cubarium.database.schema_version import (
    bring_up,
    check_known,
    migrate,
    newest_revision,
    revision_of,
)
from cubarium.database.site_place import InUse, Place, PostgresDatabase, Unusable

LOCK: Final = "server.lock"
MARK: Final = "There is a database beside this file.\n"
"""What the lock says once there is one: if it is gone, somebody has lost it."""
PATIENCE: Final = 10.0
"""Seconds to wait for another process that writes."""
OWN: Final = 0o600
"""Cards, chat and keys are for the owner's eyes alone."""


def open_engine(place: Place) -> Engine:
    """The database of a place. Every commit is on the disk when it returns."""
    if isinstance(place, PostgresDatabase):
        return postgres.open_engine(place)
    return _open_file(place)


def _open_file(folder: Path) -> Engine:
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


def prepared(place: Place, *, force: bool = False, serves: bool = False) -> Engine:
    """The database of a place, made if there never was one, in its newest form. Raises Unusable:
    also if it is damaged, or gone, or without its key, unless that is taken by `force`. `serves`:
    for a server, whose connections keep others from changing what it knows."""
    if isinstance(place, PostgresDatabase):
        return postgres.prepared(place, force=force, serves=serves)
    return _prepared_file(place, force=force)


def _prepared_file(folder: Path, *, force: bool) -> Engine:
    place = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_there(folder):
            _check_never_there(folder, force=force)
            with _made(folder) as connection:
                migrate(connection)
                secret_key.ensure(connection, folder)
        else:
            with suppress(PermissionError):  # somebody else's file: `admin check` tells of it
                place.chmod(OWN)
            _bring_up(folder, force=force)
        (folder / LOCK).write_text(MARK)
        return _open_file(folder)
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
        raise _lost(folder)


def _is_there(folder: Path) -> bool:
    place = folder / FILE
    return place.exists() and place.stat().st_size > 0


def _lost(folder: Path) -> Unusable:
    what = "is empty" if (folder / FILE).exists() else "is gone"
    return Unusable(
        f"the database of {folder} {what}: put it back, or a copy (cubarium admin restore); "
        "--force begins an empty site"
    )


@contextmanager
def _made(folder: Path) -> Iterator[Connection]:
    """A new database to be filled: whole, or not there at all."""
    with staging_folder(folder) as beside:
        engine = _open_file(Path(beside))
        try:
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
        made = Path(beside) / FILE
        made.chmod(OWN)
        put_away_log(folder)
        made.replace(folder / FILE)


def new_database(place: Place, *, force: bool = False) -> AbstractContextManager[Connection]:
    """A database without tables, in a transaction that is to fill it. Raises Unusable if there are
    some; with `force` those of PostgreSQL are replaced."""
    if isinstance(place, PostgresDatabase):
        return postgres.new_database(place, force=force)
    return _new_file(place)


@contextmanager
def _new_file(folder: Path) -> Iterator[Connection]:
    with locked(folder):
        if (folder / FILE).exists():
            raise Unusable(f"there are tables in {folder} already")
        _check_never_there(folder, force=False)
        with _made(folder) as connection:
            yield connection
        (folder / LOCK).write_text(MARK)


def _bring_up(folder: Path, *, force: bool) -> None:
    """A database that is there: looked at, copied if it has to be changed, changed."""
    engine = _open_file(folder)
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
            if revision is None and not force and not inspect(connection).get_table_names():
                raise _lost(folder)
        if revision != newest_revision():
            if revision is not None:
                check_known(revision)
            copy_database(folder / FILE, name_copy(folder, f"before-{newest_revision()}"))
        with engine.begin() as connection:
            bring_up(connection, revision)
            if not secret_key.ensure(connection, folder, force=force):
                raise Unusable(
                    f"the key that signs cookies is missing in {folder} ({secret_key.FILE}): "
                    "without it every browser loses its seats; put it back, or say --force"
                )
            relocation_mark.check(connection, force=force)
            _check_writable(connection)
    finally:
        engine.dispose()
    secret_key.clear(folder)


def damage(connection: Connection, how: str = "quick_check") -> str:
    """What is wrong with the file, in SQLite's words; `ok`: nothing. PostgreSQL looks itself."""
    if connection.dialect.name == "postgresql":
        return "ok"
    try:
        found: str = connection.exec_driver_sql(f"PRAGMA {how}(1)").scalar_one()
    except DatabaseError as error:
        if "malformed" not in str(error.orig):
            raise
        return str(error.orig)
    return " ".join(found.split())


def _check_writable(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE IF NOT EXISTS writable (id INTEGER)"))
    connection.execute(text("DROP TABLE writable"))


@contextmanager
def opened(place: Place) -> Iterator[Engine]:
    """The database, as it is. Raises Unusable; a file that is empty stays so."""
    if isinstance(place, Path) and not _is_there(place):
        raise _lost(place)
    engine = open_engine(place)
    try:
        yield engine
    except DatabaseError as error:
        if isinstance(place, PostgresDatabase):
            raise postgres.unusable(place, error) from error
        raise Unusable(f"the data folder {place} can't be used: {error.orig}") from error
    finally:
        engine.dispose()


def served(place: Place) -> AbstractContextManager[None]:
    """Hold a place as its server: a folder has only one. Raises Unusable, or InUse if there is
    another one. Who was killed holds nothing."""
    return nullcontext() if isinstance(place, PostgresDatabase) else _locked_folder(place)


def locked(place: Place) -> AbstractContextManager[None]:
    """Hold a place, to change it without a server. Raises Unusable, or InUse if there is one."""
    return postgres.locked(place) if isinstance(place, PostgresDatabase) else _locked_folder(place)


def size(connection: Connection) -> int:
    """Bytes that the database takes."""
    if connection.dialect.name == "postgresql":
        return postgres.size(connection)
    database = Path(connection.engine.url.database or "")
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


@contextmanager
def _locked_folder(folder: Path) -> Iterator[None]:
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


def is_in_use(place: Place) -> bool:
    """Does a server run on this place now?"""
    try:
        with locked(place):
            return False
    except Unusable:
        return True
