"""Looking after a site: its tables, its people, commands for a server that runs."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, select

from cubarium.database import admin_commands, bans, guests, heartbeat, repository
from cubarium.database.admin_commands import MISSING, AdminCommand, PendingCommand
from cubarium.database.backups import FILE
from cubarium.database.database import is_in_use, locked, opened, prepared
from cubarium.database.moderation_cases import carry_out
from cubarium.database.offline_site import OfflineSite, complete
from cubarium.database.repository import ListedTable
from cubarium.database.schema import TABLES
from cubarium.database.schema_version import revision_of
from cubarium.database.site_place import Place, Unusable
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import DAY

PATIENCE: Final = 15.0
"""Seconds that a server has to do one thing that it is asked."""
NEWEST: Final = 20
LONGEST: Final = 16
"""Characters of a table's name."""


def has_tables(place: Place) -> bool:
    """Has a server ever served this place? Raises Unusable."""
    if isinstance(place, Path):
        return (place / FILE).is_file()
    with opened(place) as engine, engine.connect() as connection:
        return revision_of(connection) is not None


def overview(place: Place) -> tuple[dict[str, int], list[ListedTable]]:
    """How many tables there are by status, and the newest ones."""
    with opened(place) as engine, engine.connect() as connection:
        return repository.counts(connection), repository.newest(connection, NEWEST)


def stale(place: Place, days: int) -> list[str]:
    """Tables where nothing has happened for this many days."""
    with opened(place) as engine, engine.connect() as connection:
        limit = heartbeat.server_time(connection) - days * DAY
        return list(connection.scalars(select(TABLES.c.id).where(TABLES.c.changed < limit)))


def ban(place: Place, text: str, why: str, days: int | None) -> str:
    """Keep somebody out, also those who are in; whom. Raises CubariumError."""
    with opened(place) as engine:
        with engine.connect() as connection:  # who reads and then writes gets in a server's way
            found, now = bans.resolve(connection, text), heartbeat.server_time(connection)
        until = None if days is None else now + days * DAY
        with engine.begin() as connection:
            bans.add(connection, bans.Ban(found, why, now, until))
    give(place, AdminCommand.BAN, [""], found)
    return found


def unban(place: Place, text: str) -> str | None:
    """Let somebody in again; whom, None: nobody was kept out. Raises CubariumError."""
    found = resolve(place, text)
    with opened(place) as engine, engine.begin() as connection:
        if not bans.remove(connection, found):
            return None
    give(place, AdminCommand.UNBAN, [""], found)
    return found


def current_bans(place: Place) -> Sequence[bans.Ban]:
    """Who is kept out now."""
    with opened(place) as engine, engine.connect() as connection:
        return bans.bans(connection, heartbeat.server_time(connection))


def resolve(place: Place, text: str) -> str:
    """The guest or the address that a text means. Raises CubariumError."""
    with opened(place) as engine, engine.connect() as connection:
        return bans.resolve(connection, text)


def chat_of(place: Place, table: str) -> Sequence[tuple[ChatLine, str]] | None:
    """What was said at a table, with the hashes of spectators; None: there is none."""
    with opened(place) as engine, engine.connect() as connection:
        stored = repository.load(connection, table)
        if stored is None:
            return None
        spectators = guests.spectators(connection, table)
        return [(line, spectators.get(line.number, "")) for line in stored.chat]


def find(place: Place, text: str) -> list[guests.FoundSeat]:
    """Seats by table, by guest or by name."""
    with opened(place) as engine, engine.connect() as connection:
        return guests.find(connection, text)


def give(place: Place, kind: AdminCommand, wanted: Sequence[str], argument: str = "") -> list[str]:
    """Do something to tables, or to what the argument names: here, or through the server if one
    runs; the answers."""
    if any(len(table) > LONGEST for table in wanted):
        return [MISSING] * len(wanted)
    if not is_in_use(place):
        with locked(place):
            engine = prepared(place)
            try:
                with engine.begin() as connection:
                    site = OfflineSite(connection)
                    commands = [PendingCommand(0, kind, table, argument) for table in wanted]
                    return [complete(carry_out(command, site)) for command in commands]
            finally:
                engine.dispose()
    with opened(place) as engine:
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
