"""What belongs to a guest: found, and deleted on request."""

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    delete,
    func,
    select,
    update,
)

from cubarium.core.turn import Seat
from cubarium.match.configuration import NAMELESS
from cubarium.store.schema import CHAT, DEPARTURES, EVENTS, KEYS, TABLES

MOST: Final = 100
"""Tables that are told at the most."""
SHORTEST: Final = 8
"""Digits of a hash that are enough to tell guests apart."""


class FoundSeat(NamedTuple):
    """A seat, who holds it, and where."""

    table: str
    status: str
    game: str
    seat: Seat
    name: str
    guests: Sequence[str]
    """Hashes of the secrets that open it."""


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
        keys: dict[Seat, list[str]] = {}
        for key in connection.execute(select(KEYS).where(KEYS.c.table_id == row.id)):
            keys.setdefault(key.seat, []).append(key.hash.hex())
        for seat, who in enumerate(row.seated):
            if who is not None and not who[1]:
                name, guests = who[0], keys.get(seat, [])
                found.append(FoundSeat(row.id, row.status, row.game, seat, name, guests))
    return [one for one in found if _fits(one, text)]


def _tables_of(connection: Connection, beginning: str) -> set[str]:
    """Where guests have seats whose hash begins so."""
    hashes = _hex(connection, KEYS.c.hash)
    query = select(KEYS.c.table_id).where(hashes.startswith(beginning, autoescape=True))
    return set(connection.scalars(query))


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
        or any(guest.startswith(text.lower()) for guest in one.guests)
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
    """The tables where a guest has a seat."""
    query = select(KEYS.c.table_id).distinct().where(KEYS.c.hash == digest)
    return list(connection.scalars(query))


def is_alone(connection: Connection, table: str, digest: bytes) -> bool:
    """Does a guest hold all seats of people at a table? Then it is nobody else's."""
    seats = select(KEYS.c.seat).distinct().where(KEYS.c.table_id == table)
    own = set(connection.scalars(seats.where(KEYS.c.hash == digest)))
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
    where others have played, the moves stay, and name, words and keys go."""
    if is_alone(connection, table, digest):
        connection.execute(delete(TABLES).where(TABLES.c.id == table))
        return
    here = KEYS.c.table_id == table
    own = set(connection.scalars(select(KEYS.c.seat).where(here, KEYS.c.hash == digest)))
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
    connection.execute(delete(KEYS).where(here, KEYS.c.seat.in_(own)))
    left = DEPARTURES.c.table_id == table, DEPARTURES.c.hash == digest
    connection.execute(delete(DEPARTURES).where(*left))


def hush(connection: Connection, table: str, number: int) -> bool:
    """Take a line of the chat away. Was it there?"""
    line = CHAT.c.table_id == table, CHAT.c.number == number
    return bool(connection.execute(update(CHAT).where(*line).values(text="", name="")).rowcount)


def revoke(connection: Connection, table: str, guest: str) -> int:
    """Take the keys of a guest at a table away, by the beginning of its hash; how many."""
    hashes = _hex(connection, KEYS.c.hash)
    fitting = KEYS.c.table_id == table, hashes.startswith(guest.lower(), autoescape=True)
    return connection.execute(delete(KEYS).where(*fitting)).rowcount
