"""Looking after the data folder: copies, old tables, orders for a server that runs."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select

from cubarium.core.errors import CubariumError
from cubarium.play.clocks import DAY
from cubarium.play.events import Closed
from cubarium.play.live import Entry, Status
from cubarium.store import orders, tables
from cubarium.store.database import FILE, Unusable, in_use, locked, open_engine, prepared
from cubarium.store.orders import DONE, MISSING, OVER, Order
from cubarium.store.schema import TABLES

PATIENCE: Final = 15.0
"""Seconds that a server has to do what it is asked."""
NEWEST: Final = 20


def back_up(folder: Path, file: Path) -> None:
    """A copy of the database as it is at one moment. Raises CubariumError."""
    if file.exists():
        raise CubariumError(f"{file} exists already: choose another name")
    beside = file.with_name(f".{file.name}.part")
    try:
        with (
            closing(sqlite3.connect(folder / FILE)) as here,
            closing(sqlite3.connect(beside)) as there,
        ):
            here.backup(there, pages=1000)
            there.execute("PRAGMA journal_mode = DELETE")
        os.link(beside, file)
    except (sqlite3.Error, OSError) as error:
        raise CubariumError(f"the copy {file} can't be written: {error}") from error
    finally:
        beside.unlink(missing_ok=True)


def restore(folder: Path, file: Path, *, force: bool) -> Path | None:
    """Put a copy in place; where the database that was there is now. Raises CubariumError."""
    _check_copy(file)
    with locked(folder):
        place = folder / FILE
        kept = None
        if place.exists():
            if not force:
                raise CubariumError(f"there are tables in {folder}: --force replaces them")
            with closing(sqlite3.connect(place)) as old:
                old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            kept = place.with_name(f"{FILE}.{time.strftime('%Y%m%d-%H%M%S')}")
            place.rename(kept)
        for beside in (f"{FILE}-wal", f"{FILE}-shm"):
            (folder / beside).unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(place)) as here:
            there.backup(here)
        prepared(folder).dispose()
    return kept


def _check_copy(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as copy:
            (state,) = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise CubariumError(f"{file} is no copy of Cubarium's tables: {error}") from error
    if state != "ok":
        raise CubariumError(f"{file} is damaged: {state}")


def overview(folder: Path) -> tuple[dict[str, int], list[Any]]:
    """How many tables there are by status, and the newest ones."""
    engine = open_engine(folder)
    with engine.connect() as connection:
        query = select(TABLES).order_by(TABLES.c.changed.desc()).limit(NEWEST)
        found = tables.counts(connection), list(connection.execute(query))
    engine.dispose()
    return found


def stale(folder: Path, days: int) -> list[str]:
    """Tables where nothing has happened for so long."""
    limit = time.time_ns() // 1_000_000 - days * DAY
    engine = open_engine(folder)
    with engine.connect() as connection:
        found = list(connection.scalars(select(TABLES.c.id).where(TABLES.c.changed < limit)))
    engine.dispose()
    return found


def order(folder: Path, kind: Order, table: str) -> str:
    """Close or delete a table: here, or through the server if one runs; the answer."""
    if not in_use(folder):
        with locked(folder):
            return _done(folder, kind, table)
    engine = open_engine(folder)
    try:
        with engine.begin() as connection:
            number = orders.give(connection, kind, table)
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:
            with engine.connect() as connection:
                answer = orders.answered(connection, number)
            if answer is not None:
                return answer
            time.sleep(0.1)
        raise Unusable("the server does not answer; nothing has been done")
    finally:
        with engine.begin() as connection:
            orders.withdraw(connection, number)
        engine.dispose()


def _done(folder: Path, kind: Order, table: str) -> str:
    """Without a server."""
    engine = prepared(folder)
    try:
        with engine.begin() as connection:
            if kind is Order.DELETE:
                return DONE if tables.remove(connection, table) else MISSING
            kept = tables.load(connection, table)
            if kept is None:
                return MISSING
            if kept.row.status not in (Status.OPEN, Status.LIVE):
                return OVER
            now = time.time_ns() // 1_000_000
            version = kept.row.version + 1
            columns = {
                **{name: kept.row._mapping[name] for name in tables.SUMMARY},
                "status": str(Status.ABORTED),
                "version": version,
                "to_move": None,
                "engine_moves": False,
                "deadline": None,
                "changed": now,
            }
            tables.append(connection, table, [Entry(version, Closed(), now)], columns)
            return DONE
    finally:
        engine.dispose()
