"""Live tables in the database: what is asked of it, and what is changed in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from cubarium.core.turn import Seat
from cubarium.match.session import Entry, Live, Status
from cubarium.store.event_codec import entry_of, row_of
from cubarium.store.prepared import Plain
from cubarium.store.schema import CHAT, EVENTS, KEYS, MUTES, RETURNS, TABLES

Row: TypeAlias = Mapping[str, Any]
_INSERT_EVENT = Plain(insert(EVENTS))
SUMMARY = (
    "status",
    "version",
    "seated",
    "to_move",
    "engine_moves",
    "between_people",
    "deadline",
    "changed",
)
"""The columns that change with every event."""
_UPDATE_TABLE = Plain(
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in SUMMARY})
)
GOING_ON = (Status.OPEN, Status.LIVE)


@dataclass(frozen=True)
class Kept:
    """All that the database holds about a table."""

    row: Any
    entries: list[Entry]
    keys: dict[Seat, list[bytes]]
    chat: list[Any]
    mutes: set[tuple[Seat, Seat]]
    returns: dict[tuple[Seat, int], int]


def summary(live: Live, at: int, deadline: int | None, lowest: str) -> dict[str, Any]:
    """The columns that the lists need."""
    to_move, seated = live.to_move, live.match.seated
    return {
        "status": str(live.status),
        "version": live.version,
        "seated": [
            [seated[seat].name, seated[seat].engine] if seat in seated else None
            for seat in range(live.match.game.players)
        ],
        "to_move": to_move,
        "engine_moves": to_move is not None and bool(live.engine(to_move, lowest)),
        "between_people": len(live.people()) > 1,
        "deadline": deadline,
        "changed": at,
    }


def create(connection: Connection, row: Row) -> None:
    """A new table."""
    connection.execute(insert(TABLES), [dict(row)])


def append(connection: Connection, table: str, entries: Sequence[Entry], columns: Row) -> None:
    """More entries of a table; fails if there are others of these versions already."""
    for entry in entries:
        _INSERT_EVENT.execute(connection, row_of(table, entry))
    _UPDATE_TABLE.execute(connection, {"which": table, **columns})


def add_key(connection: Connection, table: str, seat: Seat, digest: bytes) -> None:
    """Let whoever has this secret act for a seat."""
    row = {"table_id": table, "seat": seat, "hash": digest}
    connection.execute(insert(KEYS).prefix_with("OR IGNORE"), [row])


def drop_keys(connection: Connection, table: str, seat: Seat) -> None:
    """Nobody may act for a seat any more."""
    connection.execute(delete(KEYS).where(KEYS.c.table_id == table, KEYS.c.seat == seat))


def drop_wishes(connection: Connection, table: str, seat: Seat) -> None:
    """Forget how clients called their wishes for a seat: whoever sits there next may call its own
    the same."""
    same = EVENTS.c.table_id == table, EVENTS.c.seat == seat
    connection.execute(update(EVENTS).where(*same).values(client=None))


def say(connection: Connection, row: Row) -> None:
    """One more line of the chat."""
    connection.execute(insert(CHAT), [dict(row)])


def mute(connection: Connection, table: str, seat: Seat, other: Seat, *, muted: bool) -> None:
    """Whether a seat wants to hear another."""
    row = {"table_id": table, "seat": seat, "muted": other}
    if muted:
        connection.execute(insert(MUTES).prefix_with("OR IGNORE"), [row])
    else:
        same = [MUTES.c[name] == value for name, value in row.items()]
        connection.execute(delete(MUTES).where(and_(*same)))


def remove(connection: Connection, table: str) -> bool:
    """Delete a table with all that belongs to it. Was it there?"""
    return bool(connection.execute(delete(TABLES).where(TABLES.c.id == table)).rowcount)


def load(connection: Connection, table: str) -> Kept | None:
    """All about a table; None: there is none."""
    row = connection.execute(select(TABLES).where(TABLES.c.id == table)).one_or_none()
    if row is None:
        return None
    events = select(EVENTS).where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
    keys: dict[Seat, list[bytes]] = {}
    for key in connection.execute(select(KEYS).where(KEYS.c.table_id == table)):
        keys.setdefault(key.seat, []).append(key.hash)
    chat = select(CHAT).where(CHAT.c.table_id == table).order_by(CHAT.c.number)
    mutes = connection.execute(select(MUTES).where(MUTES.c.table_id == table))
    returns = connection.execute(select(RETURNS).where(RETURNS.c.table_id == table))
    return Kept(
        row,
        [entry_of(event) for event in connection.execute(events)],
        keys,
        list(connection.execute(chat)),
        {(one.seat, one.muted) for one in mutes},
        {(one.seat, one.restarted): one.at for one in returns},
    )


def lobby(connection: Connection, status: Status, limit: int) -> list[Any]:
    """Public tables, the newest change first."""
    query = (
        select(TABLES)
        .where(TABLES.c.status == str(status), TABLES.c.public)
        .order_by(TABLES.c.changed.desc())
        .limit(limit)
    )
    return list(connection.execute(query))


def of_keys(connection: Connection, digests: Sequence[bytes], limit: int) -> list[Any]:
    """Tables where one of these secrets has a seat: those that wait for it (`waits`) first, then
    those that go on, then the others, the newest change first."""
    waits = and_(KEYS.c.seat == TABLES.c.to_move, TABLES.c.status == str(Status.LIVE))
    going_on = TABLES.c.status.in_([str(status) for status in GOING_ON])
    query = (
        select(TABLES, func.max(waits).label("waits"))
        .join(KEYS, KEYS.c.table_id == TABLES.c.id)
        .where(KEYS.c.hash.in_(list(digests)))
        .group_by(TABLES.c.id)
        .order_by(func.max(waits).desc(), going_on.desc(), TABLES.c.changed.desc())
        .limit(limit)
    )
    return list(connection.execute(query))


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


def due(connection: Connection, now: int) -> list[str]:
    """Live tables where somebody's time may be up, or where an engine is to move."""
    query = select(TABLES.c.id).where(
        TABLES.c.status == str(Status.LIVE),
        TABLES.c.engine_moves | (TABLES.c.deadline <= now),
    )
    return list(connection.scalars(query))


def counts(connection: Connection) -> dict[str, int]:
    """How many tables there are by status."""
    query = select(TABLES.c.status, func.count()).group_by(TABLES.c.status)
    return {row[0]: row[1] for row in connection.execute(query)}
