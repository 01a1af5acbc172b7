"""Looking after the data folder: copies, old tables, orders for a server that runs."""

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError
from cubarium.play.clocks import DAY
from cubarium.play.events import Closed
from cubarium.play.live import Entry, Status
from cubarium.store import orders, pulse, tables
from cubarium.store.database import FILE, Unusable, in_use, locked, open_engine, prepared
from cubarium.store.orders import DONE, MISSING, OVER, Order
from cubarium.store.schema import TABLES
from cubarium.store.tables import GOING_ON

PATIENCE: Final = 15.0
"""Seconds that a server has to do one thing that it is asked."""
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
            here.backup(there)  # at once: a server that writes meanwhile would make it begin anew
            there.execute("PRAGMA journal_mode = DELETE")
        os.link(beside, file)
    except (sqlite3.Error, OSError) as error:
        raise CubariumError(f"the copy {file} can't be written: {error}") from error
    finally:
        beside.unlink(missing_ok=True)


def restore(folder: Path, file: Path, *, force: bool) -> Path | None:
    """Put a copy in place; where the database that was there is now. Raises CubariumError, and then
    all is as it was."""
    _check_copy(file)
    place = folder / FILE
    with locked(folder):
        if place.exists() and file.samefile(place):
            raise CubariumError(f"{file} is the database itself, not a copy")
        if place.exists() and not force:
            raise CubariumError(f"there are tables in {folder}: --force replaces them")
        try:
            with TemporaryDirectory(dir=folder) as beside:
                _copy(file, Path(beside) / FILE)
                prepared(Path(beside)).dispose()
                kept = _put_away(place) if place.exists() else None
                (Path(beside) / FILE).rename(place)
        except (sqlite3.Error, OSError) as error:
            raise CubariumError(f"the tables of {file} can't be restored: {error}") from error
    return kept


def _copy(file: Path, to: Path) -> None:
    with closing(sqlite3.connect(file)) as there, closing(sqlite3.connect(to)) as here:
        there.backup(here)


def _put_away(place: Path) -> Path:
    """Under another name, whole and in one file."""
    with closing(sqlite3.connect(place)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = place.with_name(f"{FILE}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    place.rename(kept)
    for beside in (f"{FILE}-wal", f"{FILE}-shm"):
        place.with_name(beside).unlink(missing_ok=True)
    return kept


def _check_copy(file: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            (state,) = copy.execute("PRAGMA integrity_check").fetchone()
            copy.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise CubariumError(f"{file} is no copy of Cubarium's tables: {error}") from error
    if state != "ok":
        raise CubariumError(f"{file} is damaged: {state}")


@contextmanager
def _opened(folder: Path) -> Iterator[Engine]:
    """The database, as it is. Raises Unusable."""
    engine = open_engine(folder)
    try:
        yield engine
    except DatabaseError as error:
        raise Unusable(f"the data folder {folder} can't be used: {error.orig}") from error
    finally:
        engine.dispose()


def overview(folder: Path) -> tuple[dict[str, int], list[Any]]:
    """How many tables there are by status, and the newest ones."""
    with _opened(folder) as engine, engine.connect() as connection:
        query = select(TABLES).order_by(TABLES.c.changed.desc()).limit(NEWEST)
        return tables.counts(connection), list(connection.execute(query))


def stale(folder: Path, days: int) -> list[str]:
    """Tables where nothing has happened for so long."""
    limit = time.time_ns() // 1_000_000 - days * DAY
    with _opened(folder) as engine, engine.connect() as connection:
        return list(connection.scalars(select(TABLES.c.id).where(TABLES.c.changed < limit)))


def order(folder: Path, kind: Order, wanted: Sequence[str]) -> list[str]:
    """Close or delete tables: here, or through the server if one runs; the answers."""
    if not in_use(folder):
        with locked(folder):
            engine = prepared(folder)
            try:
                with engine.begin() as connection:
                    return [_done(connection, kind, table) for table in wanted]
            finally:
                engine.dispose()
    with _opened(folder) as engine:
        with engine.begin() as connection:
            numbers = [orders.give(connection, kind, table) for table in wanted]
        try:
            return _answers(engine, numbers)
        finally:
            with engine.begin() as connection:
                for number in numbers:
                    orders.withdraw(connection, number)


def _answers(engine: Engine, numbers: Sequence[int]) -> list[str]:
    """What the server says; as long as it goes on with it, we wait."""
    answers: list[str] = []
    late = time.monotonic() + PATIENCE
    while len(answers) < len(numbers):
        with engine.connect() as connection:
            answer = orders.answered(connection, numbers[len(answers)])
        if answer is not None:
            answers.append(answer)
            late = time.monotonic() + PATIENCE
        elif time.monotonic() > late:
            raise Unusable("the server does not answer")
        else:
            time.sleep(0.1)
    return answers


def _done(connection: Connection, kind: Order, table: str) -> str:
    """Without a server."""
    if kind is Order.DELETE:
        return DONE if tables.remove(connection, table) else MISSING
    kept = tables.load(connection, table)
    if kept is None:
        return MISSING
    if kept.row.status not in GOING_ON:
        return OVER
    now = time.time_ns() // 1_000_000
    pulse.came_back(connection, now)  # what changes now is no sign that a server is alive
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
