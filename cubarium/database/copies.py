"""Copies of a site in one file: made while a server runs, and put back."""

import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import inspect

from cubarium.core.errors import CubariumError
from cubarium.database import relocation_mark, secret_key
from cubarium.database.backups import (
    FILE,
    STAGING,
    copy_database,
    name_copy,
    put_away_log,
    staging_folder,
)
from cubarium.database.database import locked, opened, prepared
from cubarium.database.relocation import carried
from cubarium.database.schema_version import revision_of
from cubarium.database.site_place import Place, PostgresDatabase, Unusable


def back_up(place: Place, file: Path) -> None:
    """A copy of the database as it is at one moment, with the key that signs cookies: a file of
    SQLite wherever it comes from. Raises CubariumError."""
    if file.exists():
        raise CubariumError(f"{file} exists already: choose another name")
    try:
        if not isinstance(place, Path):
            with TemporaryDirectory(dir=file.parent, prefix=".copy-") as beside:
                carried(place, Path(beside))
                copy_database(Path(beside) / FILE, file)
        elif (place / secret_key.FILE).exists():  # an older Cubarium's key is not in the database
            with TemporaryDirectory(dir=file.parent, prefix=".copy-") as beside:
                copy_database(place / FILE, Path(beside) / FILE)
                shutil.copy(place / secret_key.FILE, beside)
                prepared(Path(beside)).dispose()
                copy_database(Path(beside) / FILE, file)
        else:
            copy_database(place / FILE, file)
    except (sqlite3.Error, OSError) as error:
        raise CubariumError(f"the copy {file} can't be written: {error}") from error


@dataclass(frozen=True)
class Restored:
    """What a copy has replaced, and whether browsers keep their seats."""

    kept: Path | None
    """Where the database that was there is now; None: there was none, or it is replaced."""
    has_key: bool
    """Does the copy, or did the place, have the key that signs cookies?"""


def restore(place: Place, file: Path, *, force: bool) -> Restored:
    """Put a copy in place. Raises CubariumError, and then all is as it was."""
    _check_copy(file)
    try:
        with locked(place):
            if isinstance(place, Path):
                return _restore_file(place, file, force=force)
            return _restore_rows(place, file, force=force)
    except (sqlite3.Error, OSError) as error:
        raise CubariumError(f"the tables of {file} can't be restored: {error}") from error


def _restore_file(folder: Path, file: Path, *, force: bool) -> Restored:
    held = folder / FILE
    if held.exists() and file.samefile(held):
        raise CubariumError(f"{file} is the database itself, not a copy")
    if held.exists() and not force:
        raise CubariumError(f"there are tables in {folder}: --force replaces them")
    with staging_folder(folder) as beside:
        has_key = _stage(folder, file, Path(beside))
        kept = _put_away(held) if held.exists() else None
        put_away_log(folder)
        (Path(beside) / FILE).rename(held)
        secret_key.clear(folder)
    return Restored(kept, has_key)


def _restore_rows(database: PostgresDatabase, file: Path, *, force: bool) -> Restored:
    with opened(database) as engine, engine.connect() as connection:
        if revision_of(connection) is not None and not force:
            raise CubariumError(f"there are tables in {database}: --force replaces them")
    with TemporaryDirectory(prefix=STAGING) as beside:
        has_key = _stage(database, file, Path(beside))
        carried(Path(beside), database, force=force)
    return Restored(None, has_key)


def _stage(place: Place, file: Path, beside: Path) -> bool:
    """Copy a file, and bring it to the newest form. Has it its own key, or that of the place?"""
    copy_database(file, beside / FILE)
    has_key = _lend_key(place, beside)
    engine = prepared(beside, force=True)
    with engine.begin() as connection:
        relocation_mark.clear(connection)
    engine.dispose()
    return has_key


def _lend_key(place: Place, beside: Path) -> bool:
    """A copy of an older Cubarium has no key: it gets that of the place. Has it one now?"""
    if key_of(beside) is not None:
        return True
    key = key_of(place)
    if key is not None:
        (beside / secret_key.FILE).write_bytes(key)
    return key is not None


def key_of(place: Place) -> bytes | None:
    """The key that signs cookies, from the database or from beside it."""
    if not isinstance(place, Path) or (place / FILE).is_file():
        with suppress(Unusable), opened(place) as engine, engine.connect() as connection:
            if inspect(connection).has_table("secrets"):
                return secret_key.read(connection)
    return secret_key.of_folder(place) if isinstance(place, Path) else None


def _put_away(held: Path) -> Path:
    """Under another name, whole and in one file; a damaged one as it is."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(held)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    held.chmod(0o600)
    kept = name_copy(held.parent, "replaced")
    held.rename(kept)
    return kept


def _check_copy(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            (state,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise CubariumError(f"{file} is no copy of Cubarium's tables: {error}") from error
    if state != "ok":
        raise CubariumError(f"{file} is damaged: {state}")
