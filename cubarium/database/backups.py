"""Copies of the database: whole, sound, and for their owner's eyes alone."""

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

FILE: Final = "cubarium.db"
STAGING: Final = ".staging-"


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, also while somebody writes. Raises sqlite3.Error,
    FileExistsError or another OSError, and then there is no copy."""
    if not source.is_file():
        raise FileNotFoundError(f"there is no {source}")
    beside = target.with_name(f".{target.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(beside)) as there:
            here.backup(there)  # at once: a server that writes meanwhile would make it begin anew
            there.execute("PRAGMA journal_mode = DELETE")
            (state,) = there.execute("PRAGMA quick_check(1)").fetchone()
        if state != "ok":
            raise sqlite3.DatabaseError(f"the database is damaged ({state})")
        os.link(beside, target)
    finally:
        beside.unlink(missing_ok=True)


def name_copy(folder: Path, why: str) -> Path:
    """A name that is free, for a copy beside the database."""
    return folder / f"{FILE}.{why}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}"


def staging_folder(folder: Path) -> TemporaryDirectory[str]:
    """A folder beside the database, to make one in. The caller holds the lock, so what a killed
    process has left of its own (with keys and cards in it) is removed."""
    for left in folder.glob(f"{STAGING}*"):
        shutil.rmtree(left, ignore_errors=True)
    return TemporaryDirectory(dir=folder, prefix=STAGING)


def put_away_log(folder: Path) -> None:
    """A write-ahead log without its database must not be taken for that of another one."""
    for kind in ("-wal", "-shm"):
        log = folder / f"{FILE}{kind}"
        if log.exists():
            log.rename(name_copy(folder, f"lost{kind}"))
