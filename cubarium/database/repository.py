"""Tables in the database: what is asked of it, and what is changed in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    not_,
    select,
    text,
    tuple_,
    update,
)

from cubarium.core.turn import Seat
from cubarium.database import upsert
from cubarium.database.event_codec import entry_of, row_of
from cubarium.database.prepared_statement import PreparedStatement
from cubarium.database.schema import CHAT, DEPARTURES, EVENTS, KEYS, MUTES, RETURNS, TABLES
from cubarium.database.summary import COLUMNS, Summary
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import DAY
from cubarium.match.event_data import kind_name
from cubarium.match.events import Moved, Muted, Room, Seated, Speaker, Stood
from cubarium.match.revision import START, Revision
from cubarium.match.session import Entry
from cubarium.match.status import Status
from cubarium.tables.stored_table import LogEnd, StoredTable, TableRow
from cubarium.tables.table_log import reading_log

Values: TypeAlias = Mapping[str, Any]
AnyRow: TypeAlias = Row[Any]
IMPOSSIBLE: Final = Revision(2**31 - 1)
"""No table comes so far."""
SITTING: Final = kind_name(Seated), kind_name(Stood)
_INSERT_EVENT = PreparedStatement(insert(EVENTS))
_UPDATE_TABLE = PreparedStatement(
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"), TABLES.c.revision == bindparam("expected"))
    .values(
        {name: bindparam(name) for name in COLUMNS}
        | {"ended": func.coalesce(TABLES.c.ended, bindparam("ended"))}
    ),
    changes_one=True,
)


@dataclass(frozen=True)
class ListedTable:
    """A table in a list; `waits`: it is the turn of whoever asked for the list, `held`: those are
    their seats."""

    id: str
    game: str
    configuration: Values
    status: str
    seated: Sequence[tuple[str, str] | None]
    to_move: Seat | None
    revision: Revision
    created: int
    changed: int
    outcome: Values | None
    ended: int | None
    plies: int
    waits: bool = False
    held: Sequence[Seat] = ()


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of the chat; the guest who said it, if it was a spectator, and how it was
    acknowledged."""

    line: ChatLine
    guest: bytes
    command: str
    revision: Revision


def create(connection: Connection, row: Values, entries: Sequence[Entry]) -> None:
    """A new table with its first entries."""
    connection.execute(insert(TABLES), [dict(row)])
    _insert(connection, row["id"], entries)


def append(connection: Connection, table: str, entries: Sequence[Entry], columns: Summary) -> None:
    """More entries of a table. Raises Overtaken, perhaps at the end of the pipeline, if it does not
    stand right before them: it goes further already, or not so far, or is gone."""
    expected = entries[0].revision - 1
    _UPDATE_TABLE.execute(connection, {"which": table, "expected": expected, **columns})
    _insert(connection, table, entries)


def _insert(connection: Connection, table: str, entries: Sequence[Entry]) -> None:
    for entry in entries:
        _INSERT_EVENT.execute(connection, row_of(table, entry))


def try_append(connection: Connection) -> None:
    """Fails if an entry could not be stored, as where a disk is full; else nothing has changed.
    What overwrites its own place, as a heartbeat does, shows nothing of that."""
    row = connection.execute(select(TABLES).limit(1).with_for_update()).one_or_none()
    if row is None:
        return
    savepoint = connection.begin_nested()
    columns = {name: getattr(row, name) for name in COLUMNS}
    _UPDATE_TABLE.execute(connection, {"which": row.id, "expected": row.revision, **columns})
    _insert(connection, row.id, [Entry(IMPOSSIBLE, Moved(0, ""), 0)])
    savepoint.rollback()


def add_key(connection: Connection, table: str, seat: Seat, digest: bytes) -> None:
    """Let whoever has this secret act for a seat."""
    row = {"table_id": table, "seat": seat, "hash": digest}
    upsert.add(connection, KEYS, [row])


def free_seat(connection: Connection, table: str, seat: Seat) -> None:
    """Nobody may act for a seat any more; the names of its commands are forgotten, since whoever
    sits there next may use the same."""
    connection.execute(delete(KEYS).where(KEYS.c.table_id == table, KEYS.c.seat == seat))
    for log in (EVENTS, CHAT):
        same = log.c.table_id == table, log.c.seat == seat
        connection.execute(update(log).where(*same).values(command=None))


def add_departures(
    connection: Connection, table: str, digests: Sequence[bytes], command: str, revision: Revision
) -> None:
    """Somebody has stood up, by a command of this name."""
    rows = [
        {"table_id": table, "hash": digest, "command": command, "revision": revision}
        for digest in digests
    ]
    upsert.add(connection, DEPARTURES, rows)


def add_chat_line(
    connection: Connection, table: str, spoken: SpokenLine, teams: Sequence[int]
) -> None:
    """One more line of the chat."""
    line = spoken.line
    row = {
        "table_id": table,
        "number": line.number,
        "team": teams[line.seat] if line.room == "team" and line.seat is not None else None,
        "seat": line.seat,
        "text": line.text,
        "at": line.at,
        "command": spoken.command,
        "revision": spoken.revision,
        "name": line.name,
        "guest": spoken.guest or None,
    }
    connection.execute(insert(CHAT), [row])


def spectator_mark(table: str, guest: bytes | None) -> str:
    """What tells the spectators of one table apart, and says nothing about other tables."""
    return sha256(table.encode() + guest).hexdigest()[:8] if guest else ""


def _chat_line(row: AnyRow) -> ChatLine:
    room: Room = "table" if row.team is None else "team"
    if row.seat is None:
        room = "spectators"
    mark = spectator_mark(row.table_id, row.guest)
    return ChatLine(row.number, room, row.seat, row.text, row.at, row.name, mark)


def set_mute(connection: Connection, table: str, event: Muted) -> None:
    """Whether a seat wants to hear another."""
    row = {"table_id": table, "seat": event.seat, "muted": event.whom}
    if event.muted:
        upsert.add(connection, MUTES, [row])
    else:
        same = [MUTES.c[name] == value for name, value in row.items()]
        connection.execute(delete(MUTES).where(and_(*same)))


def remove(connection: Connection, table: str) -> bool:
    """Delete a table with all that belongs to it. Was it there?"""
    return bool(connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount)


def load(connection: Connection, table: str, after: Revision = START) -> StoredTable | None:
    """All about a table, but for its entries up to a revision; None: there is none. Raises
    BrokenLog. Call it within one
    transaction, or the row and the log may not fit."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    keys: dict[Seat, list[bytes]] = {}
    for key in connection.execute(select(KEYS).where(KEYS.c.table_id == table)):
        keys.setdefault(key.seat, []).append(key.hash)
    lines = select(CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.number)
    chat = connection.execute(lines).all()
    departures = connection.execute(select(DEPARTURES).where(DEPARTURES.c.table_id == table))
    mutes = connection.execute(select(MUTES).where(MUTES.c.table_id == table))
    returns = connection.execute(select(RETURNS).where(RETURNS.c.table_id == table))
    return StoredTable(
        TableRow(**_values(row, TableRow)),
        load_entries(connection, table, after),
        keys,
        [_chat_line(line) for line in chat],
        {(one.seat, one.muted) for one in mutes},
        {(one.seat, one.restarted): one.at for one in returns},
        {
            (line.guest.hex() if line.seat is None else line.seat, line.command): line.revision
            for line in chat
            if line.command is not None
        },
        {(one.hash, one.command): one.revision for one in departures},
    )


def load_entries(connection: Connection, table: str, after: Revision) -> list[Entry]:
    """The entries of a table from a revision on. Raises BrokenLog for one that can't be read."""
    return _entries(connection, EVENTS.c.table_id == table, EVENTS.c.revision > after)


def load_sitting(connection: Connection, table: str, last: Revision) -> list[Entry]:
    """The entries up to a revision by which seats were taken and left. Raises BrokenLog."""
    same = EVENTS.c.table_id == table, EVENTS.c.revision <= last
    return _entries(connection, *same, EVENTS.c.kind.in_(SITTING))


def _entries(connection: Connection, *fitting: ColumnElement[bool]) -> list[Entry]:
    rows = connection.execute(select(EVENTS).where(*fitting).order_by(EVENTS.c.revision))
    with reading_log():
        return [entry_of(row) for row in rows]


def load_commands(
    connection: Connection, table: str, last: Revision
) -> dict[tuple[Speaker | None, str], Revision]:
    """What was acknowledged up to an entry, by the seat and the command's name."""
    columns = EVENTS.c.seat, EVENTS.c.command, EVENTS.c.revision
    same = EVENTS.c.table_id == table, EVENTS.c.revision <= last, EVENTS.c.command.is_not(None)
    rows = connection.execute(select(*columns).where(*same))
    return {(row.seat, row.command): row.revision for row in rows}


def log_ends(connection: Connection, tables: Sequence[str]) -> dict[str, LogEnd]:
    """Where the logs of these tables end; those that are no more are missing."""
    query = select(TABLES.c.id, TABLES.c.revision, TABLES.c.changed).where(TABLES.c.id.in_(tables))
    return {row.id: LogEnd(row.revision, row.changed) for row in connection.execute(query)}


def _values(row: AnyRow, kind: type[Any]) -> dict[str, Any]:
    """The columns that a dataclass has fields for."""
    held = row._mapping
    return {one.name: held[one.name] for one in fields(kind) if one.name in held}


def lobby(
    connection: Connection, status: Status, limit: int, before: str | None = None
) -> list[ListedTable] | None:
    """Public tables, the newest change first; `before`: only those that come after this table in
    the list, None if there is no such table (any more)."""
    order = TABLES.c.changed, TABLES.c.id
    query = select(TABLES).where(TABLES.c.status == str(status), TABLES.c.public)
    if before is not None:
        last = connection.execute(
            select(TABLES.c.changed).where(TABLES.c.id == before, TABLES.c.public)
        ).one_or_none()
        if last is None:
            return None
        query = query.where(tuple_(*order) < tuple_(literal(last.changed), literal(before)))
    query = query.order_by(*(one.desc() for one in order)).limit(limit)
    return [ListedTable(**_values(row, ListedTable)) for row in connection.execute(query)]


def count_open(connection: Connection, digests: Sequence[bytes], creator: bytes) -> tuple[int, int]:
    """How many tables wait for people where one of these secrets has a seat, and how many that
    were made from an address."""
    is_open = TABLES.c.status == str(Status.OPEN)
    own = (
        select(func.count(TABLES.c.id.distinct()))
        .join(KEYS, KEYS.c.table_id == TABLES.c.id)
        .where(is_open, KEYS.c.hash.in_(list(digests)))
    )
    made = select(func.count()).where(is_open, TABLES.c.creator == creator)
    return connection.scalar(own) or 0, connection.scalar(made) or 0


def unchanged(connection: Connection, before: int, limit: int) -> list[str]:
    """Tables where nothing has happened since then."""
    query = select(TABLES.c.id).where(TABLES.c.changed < before).limit(limit)
    return list(connection.scalars(query))


def expired(connection: Connection, before: int, limit: int) -> list[str]:
    """Tables that have waited for people since then, in vain."""
    query = select(TABLES.c.id).where(
        TABLES.c.status == str(Status.OPEN), TABLES.c.changed < before
    )
    return list(connection.scalars(query.limit(limit)))


def newest(connection: Connection, limit: int) -> list[ListedTable]:
    """All tables, the newest change first."""
    query = select(TABLES).order_by(TABLES.c.changed.desc()).limit(limit)
    return [ListedTable(**_values(row, ListedTable)) for row in connection.execute(query)]


def of_keys(
    connection: Connection, digests: Sequence[bytes], limit: int, *, going_on: bool = False
) -> list[ListedTable]:
    """Tables where one of these secrets has a seat: those that wait for it first, then those that
    go on, then the others unless they are not wanted, the newest change first."""
    has_ended = TABLES.c.ended.is_not(None)
    query = _of_keys(digests).order_by(text("waits DESC"), has_ended, TABLES.c.changed.desc())
    if going_on:
        query = query.where(not_(has_ended))
    return _listed(connection, query.limit(limit))


def ended_of_keys(
    connection: Connection, digests: Sequence[bytes], limit: int, before: str | None = None
) -> list[ListedTable] | None:
    """Finished tables where one of these secrets has a seat, the newest end first; `before`: only
    those that come after this table in the list, None if it is not in it."""
    order = TABLES.c.ended, TABLES.c.id
    query = _of_keys(digests).where(TABLES.c.ended.is_not(None))
    if before is not None:
        last = connection.execute(query.where(TABLES.c.id == before)).one_or_none()
        if last is None:
            return None
        query = query.where(tuple_(*order) < tuple_(literal(last.ended), literal(before)))
    return _listed(connection, query.order_by(*(one.desc() for one in order)).limit(limit))


def _of_keys(digests: Sequence[bytes]) -> Select[Any]:
    waits = and_(KEYS.c.seat == TABLES.c.to_move, TABLES.c.status == str(Status.LIVE))
    held = func.aggregate_strings(cast(KEYS.c.seat, String), ",")
    return (
        select(TABLES, func.max(case((waits, 1), else_=0)).label("waits"), held.label("held"))
        .join(KEYS, KEYS.c.table_id == TABLES.c.id)
        .where(KEYS.c.hash.in_(list(digests)))
        .group_by(TABLES.c.id)
    )


def _listed(connection: Connection, query: Select[Any]) -> list[ListedTable]:
    found = (_values(row, ListedTable) for row in connection.execute(query))
    return [
        ListedTable(
            **{
                **one,
                "waits": bool(one["waits"]),
                "held": sorted({int(seat) for seat in one["held"].split(",")}),
            }
        )
        for one in found
    ]


def plays_people(connection: Connection, digests: Sequence[bytes], game: str) -> bool:
    """Does one of these secrets have a seat in a live game of this kind between people?"""
    query = (
        select(TABLES.c.id)
        .join(KEYS, KEYS.c.table_id == TABLES.c.id)
        .where(
            KEYS.c.hash.in_(list(digests)),
            TABLES.c.game == game,
            TABLES.c.status == str(Status.LIVE),
            TABLES.c.between_people,
        )
        .limit(1)
    )
    return connection.scalar(query) is not None


def due(connection: Connection, now: int, absence: int) -> list[str]:
    """Live tables where somebody's time may be up, or where an engine is to move and somebody may
    wait for it: something has happened for less than `absence` milliseconds ago, or for less than
    a day in a game of days."""
    is_slow = TABLES.c.configuration["clock"]["kind"].as_string() == "days"
    since = case((is_slow, now - DAY), else_=now - absence)
    query = select(TABLES.c.id).where(
        TABLES.c.status == str(Status.LIVE),
        (TABLES.c.engine_moves & (TABLES.c.changed > since)) | (TABLES.c.deadline <= now),
    )
    return list(connection.scalars(query))


def counts(connection: Connection) -> dict[str, int]:
    """How many tables there are by status."""
    query = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}
