"""Looking after the data folder: copies, old tables, commands for a server that runs."""

import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import Connection, Engine, inspect, select
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import DAY
from cubarium.match.events import Closed
from cubarium.store import admin_commands, bans, guests, heartbeat, repository, secret_key
from cubarium.store.admin_commands import DONE, MISSING, OVER, AdminCommand
from cubarium.store.backups import FILE, copy_database, name_copy, put_away_log, staging_folder
from cubarium.store.database import Unusable, is_in_use, locked, open_engine, prepared
from cubarium.store.heartbeat import Downtime
from cubarium.store.repository import ListedTable
from cubarium.store.schema import TABLES
from cubarium.store.summary import ENDED, summary

PATIENCE: Final = 15.0
"""Seconds that a server has to do one thing that it is asked."""
NEWEST: Final = 20


def back_up(folder: Path, file: Path) -> None:
    """A copy of the database as it is at one moment, with the key that signs cookies. Raises
    CubariumError."""
    if file.exists():
        raise CubariumError(f"{file} exists already: choose another name")
    try:
        if (folder / secret_key.FILE).exists():  # an older Cubarium's key is not in the database
            with TemporaryDirectory(dir=file.parent, prefix=".copy-") as beside:
                copy_database(folder / FILE, Path(beside) / FILE)
                shutil.copy(folder / secret_key.FILE, beside)
                prepared(Path(beside)).dispose()
                copy_database(Path(beside) / FILE, file)
        else:
            copy_database(folder / FILE, file)
    except (sqlite3.Error, OSError) as error:
        raise CubariumError(f"the copy {file} can't be written: {error}") from error


@dataclass(frozen=True)
class Restored:
    """What a copy has replaced, and whether browsers keep their seats."""

    kept: Path | None
    """Where the database that was there is now."""
    has_key: bool
    """Does the copy, or did the folder, have the key that signs cookies?"""


def restore(folder: Path, file: Path, *, force: bool) -> Restored:
    """Put a copy in place. Raises CubariumError, and then all is as it was."""
    _check_copy(file)
    place = folder / FILE
    with locked(folder):
        if place.exists() and file.samefile(place):
            raise CubariumError(f"{file} is the database itself, not a copy")
        if place.exists() and not force:
            raise CubariumError(f"there are tables in {folder}: --force replaces them")
        try:
            with staging_folder(folder) as beside:
                copy = Path(beside) / FILE
                copy_database(file, copy)
                has_key = _lend_key(folder, Path(beside))
                prepared(Path(beside), force=True).dispose()
                kept = _put_away(place) if place.exists() else None
                put_away_log(folder)
                copy.rename(place)
                secret_key.clear(folder)
        except (sqlite3.Error, OSError) as error:
            raise CubariumError(f"the tables of {file} can't be restored: {error}") from error
    return Restored(kept, has_key)


def _lend_key(folder: Path, beside: Path) -> bool:
    """A copy of an older Cubarium has no key: it gets that of the folder. Has it one now?"""
    if key_of(beside) is not None:
        return True
    key = key_of(folder)
    if key is not None:
        (beside / secret_key.FILE).write_bytes(key)
    return key is not None


def key_of(folder: Path) -> bytes | None:
    """The key that signs cookies, from the database or from beside it."""
    if (folder / FILE).is_file():
        with suppress(Unusable), opened(folder) as engine, engine.connect() as connection:
            if inspect(connection).has_table("secrets"):
                return secret_key.read(connection)
    return secret_key.of_folder(folder)


def _put_away(place: Path) -> Path:
    """Under another name, whole and in one file; a damaged one as it is."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(place)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    place.chmod(0o600)
    kept = name_copy(place.parent, "replaced")
    place.rename(kept)
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


@contextmanager
def opened(folder: Path) -> Iterator[Engine]:
    """The database, as it is. Raises Unusable."""
    engine = open_engine(folder)
    try:
        yield engine
    except DatabaseError as error:
        raise Unusable(f"the data folder {folder} can't be used: {error.orig}") from error
    finally:
        engine.dispose()


def overview(folder: Path) -> tuple[dict[str, int], list[ListedTable]]:
    """How many tables there are by status, and the newest ones."""
    with opened(folder) as engine, engine.connect() as connection:
        return repository.counts(connection), repository.newest(connection, NEWEST)


def stale(folder: Path, days: int) -> list[str]:
    """Tables where nothing has happened for this many days."""
    with opened(folder) as engine, engine.connect() as connection:
        limit = heartbeat.server_time(connection) - days * DAY
        return list(connection.scalars(select(TABLES.c.id).where(TABLES.c.changed < limit)))


def ban(folder: Path, text: str, why: str, days: int | None) -> str:
    """Keep somebody out, also those who are in; whom. Raises CubariumError."""
    with opened(folder) as engine:
        with engine.connect() as connection:  # who reads and then writes gets in a server's way
            found, now = bans.resolve(connection, text), heartbeat.server_time(connection)
        until = None if days is None else now + days * DAY
        with engine.begin() as connection:
            bans.add(connection, bans.Ban(found, why, now, until))
    give(folder, AdminCommand.BAN, [""], found)
    return found


def unban(folder: Path, text: str) -> str | None:
    """Let somebody in again; whom, None: nobody was kept out. Raises CubariumError."""
    found = resolve(folder, text)
    with opened(folder) as engine, engine.begin() as connection:
        if not bans.remove(connection, found):
            return None
    give(folder, AdminCommand.UNBAN, [""], found)
    return found


def current_bans(folder: Path) -> Sequence[bans.Ban]:
    """Who is kept out now."""
    with opened(folder) as engine, engine.connect() as connection:
        return bans.bans(connection, heartbeat.server_time(connection))


def resolve(folder: Path, text: str) -> str:
    """The guest or the address that a text means. Raises CubariumError."""
    with opened(folder) as engine, engine.connect() as connection:
        return bans.resolve(connection, text)


def chat_of(folder: Path, table: str) -> Sequence[tuple[ChatLine, str]] | None:
    """What was said at a table, with the hashes of spectators; None: there is none."""
    with opened(folder) as engine, engine.connect() as connection:
        stored = repository.load(connection, table)
        if stored is None:
            return None
        spectators = guests.spectators(connection, table)
        return [(line, spectators.get(line.number, "")) for line in stored.chat]


def find(folder: Path, text: str) -> list[guests.FoundSeat]:
    """Seats by table, by guest or by name."""
    with opened(folder) as engine, engine.connect() as connection:
        return guests.find(connection, text)


def give(folder: Path, kind: AdminCommand, wanted: Sequence[str], argument: str = "") -> list[str]:
    """Do something to tables, or to what the argument names: here, or through the server if one
    runs; the answers."""
    if not is_in_use(folder):
        with locked(folder):
            engine = prepared(folder)
            try:
                with engine.begin() as connection:
                    return [_done(connection, kind, table, argument) for table in wanted]
            finally:
                engine.dispose()
    with opened(folder) as engine:
        with engine.begin() as connection:
            numbers = [admin_commands.give(connection, kind, table, argument) for table in wanted]
        try:
            return _answers(engine, numbers)
        finally:
            with engine.begin() as connection:
                for number in numbers:
                    admin_commands.withdraw(connection, number)


def _answers(engine: Engine, numbers: Sequence[int]) -> list[str]:
    """What the server says; as long as it goes on with it, we wait."""
    answers: list[str] = []
    late = time.monotonic() + PATIENCE
    while len(answers) < len(numbers):
        with engine.connect() as connection:
            answer = admin_commands.answered(connection, numbers[len(answers)])
        if answer is not None:
            answers.append(answer)
            late = time.monotonic() + PATIENCE
        elif time.monotonic() > late:
            raise Unusable("the server does not answer")
        else:
            time.sleep(0.1)
    return answers


def _done(connection: Connection, kind: AdminCommand, table: str, argument: str) -> str:
    """Without a server."""
    match kind:
        case AdminCommand.DELETE:
            return DONE if repository.remove(connection, table) else MISSING
        case AdminCommand.BAN | AdminCommand.UNBAN:
            return DONE  # it is written already
        case AdminCommand.KICK:
            return MISSING  # nobody is connected
        case AdminCommand.HUSH:
            return DONE if guests.hush(connection, table, int(argument)) else MISSING
        case AdminCommand.REVOKE:
            return DONE if guests.revoke(connection, table, argument) else MISSING
        case AdminCommand.FORGET:
            digest = bytes.fromhex(argument)
            found = guests.tables_of(connection, digest)
            for one in found:
                _closed(connection, one)
                guests.forget(connection, one, digest)
            for one, number in guests.spoken_lines(connection, digest):
                guests.hush(connection, one, number)
            return str(len(found))
        case AdminCommand.CLOSE:
            return _closed(connection, table)


def _closed(connection: Connection, table: str) -> str:
    """End a game, without a server."""
    stored = repository.load(connection, table)
    if stored is None:
        return MISSING
    if stored.row.status in ENDED:
        return OVER
    last, now = heartbeat.last_sign(connection) or 0, heartbeat.server_time(connection)
    # what changes now is no sign that a server is alive
    heartbeat.beat(connection, now, [Downtime(last, now)])
    closed = stored.session().extended([Closed()], now)
    repository.append(connection, table, closed.entries, summary(closed.session, now))
    return DONE
