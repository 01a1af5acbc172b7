"""What belongs to a guest: found, and deleted on request."""

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Table,
    delete,
    func,
    select,
    union,
    update,
)

from cubarium.core.turn import Seat
from cubarium.database import upsert
from cubarium.database.schema import CHAT, DEPARTURES, EVENTS, KEYS, REVIEWS, REVOKED_KEYS, TABLES
from cubarium.match.configuration import NAMELESS

MOST: Final = 100
"""Tables that are told at the most."""
SHORTEST: Final = 8
"""Digits of a hash that are enough to tell guests apart."""

HELD: Final = KEYS, REVOKED_KEYS


class FoundSeat(NamedTuple):
    """A seat, who holds it, and where."""

    table: str
    status: str
    game: str
    seat: Seat
    name: str
    guests: Sequence[str]
    """Hashes of the secrets that open it."""
    revoked: Sequence[str]
    """Of those that did, until an admin took them away."""


def find(connection: Connection, text: str) -> list[FoundSeat]:
    """The seats of the tables of this name, of guests whose hash begins so, and of people whose
    name has this in it; the newest change first."""
    owned = _tables_of(connection, text.lower()) if len(text) >= SHORTEST else set()
    columns = TABLES.c.id, TABLES.c.status, TABLES.c.game, TABLES.c.seated
    query = select(*columns).order_by(TABLES.c.changed.desc()).execution_options(yield_per=1000)
    # databases fold the case of ASCII alone, and a name is stored as JSON, with escapes
    with connection.execute(query) as rows:
        fitting = (
            row
            for row in rows
            if row.id == text or row.id in owned or any(_named(who, text) for who in row.seated)
        )
        tables = list(islice(fitting, MOST))
    found = []
    for row in tables:
        keys, revoked = (_hashes(connection, held, row.id) for held in (KEYS, REVOKED_KEYS))
        for seat, who in enumerate(row.seated):
            if who is not None and not who[1]:
                guests = keys.get(seat, []), revoked.get(seat, [])
                found.append(FoundSeat(row.id, row.status, row.game, seat, who[0], *guests))
    return [one for one in found if _fits(one, text)]


def _tables_of(connection: Connection, beginning: str) -> set[str]:
    """Where guests have seats whose hash begins so."""
    found: set[str] = set()
    for held in (KEYS, REVOKED_KEYS):
        hashes = _hex(connection, held.c.hash)
        query = select(held.c.table_id).where(hashes.startswith(beginning, autoescape=True))
        found.update(connection.scalars(query))
    return found


def _hashes(connection: Connection, held: Table, table: str) -> dict[Seat, list[str]]:
    """The hashes of keys at a table, by seat."""
    keys: dict[Seat, list[str]] = {}
    for key in connection.execute(select(held).where(held.c.table_id == table)):
        keys.setdefault(key.seat, []).append(key.hash.hex())
    return keys


def _named(who: Sequence[str] | None, text: str) -> bool:
    """Is it a person whose name has this in it?"""
    return who is not None and not who[1] and text.casefold() in who[0].casefold()


def _hex(connection: Connection, column: Column[bytes]) -> ColumnElement[str]:
    if connection.dialect.name == "postgresql":
        return func.encode(column, "hex")
    return func.lower(func.hex(column))


def _fits(one: FoundSeat, text: str) -> bool:
    return (
        one.table == text
        or text.casefold() in one.name.casefold()
        or any(guest.startswith(text.lower()) for guest in (*one.guests, *one.revoked))
    )


def spectators(connection: Connection, table: str) -> dict[int, str]:
    """Who said the lines of a table that no seat has said: hashes by the numbers of lines."""
    query = select(CHAT.c.number, CHAT.c.guest).where(
        CHAT.c.table_id == table, CHAT.c.guest.is_not(None)
    )
    return {row.number: row.guest.hex() for row in connection.execute(query)}


def spoken_lines(connection: Connection, digest: bytes) -> list[tuple[str, int]]:
    """What a guest has said as a spectator: tables, and numbers of lines."""
    query = select(CHAT.c.table_id, CHAT.c.number).where(CHAT.c.guest == digest, CHAT.c.text != "")
    return [(row.table_id, row.number) for row in connection.execute(query)]


def tables_of(connection: Connection, digest: bytes) -> list[str]:
    """The tables where a guest has a seat, or had one until it was taken away."""
    query = union(*(select(held.c.table_id).where(held.c.hash == digest) for held in HELD))
    return list(connection.scalars(query))


def _seats_of(connection: Connection, held: Table, table: str, digest: bytes) -> set[Seat]:
    query = select(held.c.seat).where(held.c.table_id == table, held.c.hash == digest)
    return set(connection.scalars(query))


def is_alone(connection: Connection, table: str, digest: bytes) -> bool:
    """Does a guest hold all seats of people at a table, or did, if no one holds them now? Then it
    belongs to no one else."""
    held = set(connection.scalars(select(KEYS.c.seat).where(KEYS.c.table_id == table)))
    own = _seats_of(connection, KEYS, table, digest)
    own |= _seats_of(connection, REVOKED_KEYS, table, digest) - held
    people = {
        seat
        for seat, who in enumerate(
            connection.execute(select(TABLES.c.seated).where(TABLES.c.id == table)).scalar_one()
        )
        if who is not None and not who[1]
    }
    return people <= own


def forget(connection: Connection, table: str, digest: bytes) -> None:
    """Delete what a guest has left at a table. A table of theirs alone goes with all that is in it;
    where others have played, the moves stay; name, words and keys go, and the review of the game,
    which names its players."""
    if is_alone(connection, table, digest):
        connection.execute(delete(TABLES).where(TABLES.c.id == table))
        return
    held = _seats_of(connection, KEYS, table, digest)
    own = held | _seats_of(connection, REVOKED_KEYS, table, digest)
    row = connection.execute(select(TABLES.c.seated).where(TABLES.c.id == table)).one()
    seated = [
        [NAMELESS, who[1]] if seat in own and who is not None else who
        for seat, who in enumerate(row.seated)
    ]
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(seated=seated))
    mine = EVENTS.c.table_id == table, EVENTS.c.kind == "seated", EVENTS.c.seat.in_(own)
    for event in connection.execute(select(EVENTS).where(*mine)).all():
        connection.execute(
            update(EVENTS)
            .where(EVENTS.c.table_id == table, EVENTS.c.revision == event.revision)
            .values(data={**event.data, "name": NAMELESS})
        )
    said = CHAT.c.table_id == table, CHAT.c.seat.in_(own)
    connection.execute(update(CHAT).where(*said).values(text=""))
    connection.execute(delete(KEYS).where(KEYS.c.table_id == table, KEYS.c.seat.in_(held)))
    departed = REVOKED_KEYS.c.table_id == table, REVOKED_KEYS.c.hash == digest
    connection.execute(delete(REVOKED_KEYS).where(*departed))
    left = DEPARTURES.c.table_id == table, DEPARTURES.c.hash == digest
    connection.execute(delete(DEPARTURES).where(*left))
    connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))


def hush(connection: Connection, table: str, number: int) -> bool:
    """Take a line of the chat away. Was it there?"""
    line = CHAT.c.table_id == table, CHAT.c.number == number
    return bool(connection.execute(update(CHAT).where(*line).values(text="", name="")).rowcount)


def revoke(connection: Connection, table: str, guest: str) -> int:
    """Take the keys of a guest at a table away, by the beginning of its hash; how many. It is
    remembered whose they were."""
    hashes = _hex(connection, KEYS.c.hash)
    fitting = KEYS.c.table_id == table, hashes.startswith(guest.lower(), autoescape=True)
    keys = [row._asdict() for row in connection.execute(select(KEYS).where(*fitting))]
    if keys:
        upsert.add(connection, REVOKED_KEYS, keys)
        connection.execute(delete(KEYS).where(*fitting))
    return len(keys)
