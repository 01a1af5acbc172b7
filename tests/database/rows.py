"""Tables in a database, made without a server."""

from collections.abc import Sequence
from random import Random
from typing import Any

from sqlalchemy import Engine

from cubarium.database import repository
from cubarium.database.summary import summary
from cubarium.match.configuration import Configuration
from cubarium.match.events import LogEvent, Moved, Seated
from cubarium.match.revision import Revision
from cubarium.match.session import Entry, Session

BACK_TO_0001 = """ALTER TABLE downtimes RENAME TO outages;
ALTER TABLE heartbeats RENAME TO pulse;
ALTER TABLE admin_commands RENAME TO orders;
ALTER TABLE tables RENAME COLUMN configuration TO setting;
ALTER TABLE tables RENAME COLUMN revision TO version;
ALTER TABLE events RENAME COLUMN revision TO version;
ALTER TABLE events RENAME COLUMN command TO client;
DROP INDEX uq_events_command;
CREATE UNIQUE INDEX uq_events_client ON events (table_id, seat, client);
DROP TABLE checkpoints;
DROP TABLE messages;
DROP TABLE engine_jobs;
DROP TABLE engine_workers;
DROP TABLE processes;
DROP INDEX ix_leases_process;
DROP TABLE leases;
DROP TABLE reviews;
ALTER TABLE tables DROP COLUMN outcome;
ALTER TABLE tables DROP COLUMN ended;
ALTER TABLE tables DROP COLUMN plies;
DROP INDEX ix_tables_creator;
ALTER TABLE tables DROP COLUMN creator;
DROP INDEX ix_chat_guest;
ALTER TABLE chat DROP COLUMN name;
ALTER TABLE chat DROP COLUMN guest;
ALTER TABLE chat DROP COLUMN command;
ALTER TABLE chat DROP COLUMN revision;
ALTER TABLE orders DROP COLUMN argument;
DROP TABLE departures;
DROP INDEX ix_revoked_keys_hash;
DROP TABLE revoked_keys;
DROP TABLE bans;
DROP TABLE secrets;
DROP TABLE returns;
ALTER TABLE outages DROP COLUMN is_restart;
UPDATE alembic_version SET version_num = '0001';"""
"""Makes a database what the first version of Cubarium would have made."""


def configured(name: str = "quixo", players: int = 2, **more: Any) -> Configuration:
    return Configuration(game=name, players=players, seats=["me", "device"], **more)


def opened(name: str = "quixo", players: int = 2, **more: Any) -> Session:
    """A session before its first event."""
    return Session.open(configured(name, players, **more))


def entries(events: Sequence[LogEvent], at: int, first: int = 1) -> list[Entry]:
    return [Entry(Revision(first + number), event, at) for number, event in enumerate(events)]


def begun(moves: int = 2) -> list[LogEvent]:
    """Two people sit down at Quixo and play."""
    match = opened().match.after([Seated(0, "Ann"), Seated(1, "Ben")])
    found: list[LogEvent] = [*match.seated.values()]
    for number in range(moves):
        text = match.game.write(Random(number).choice([*match.game.moves(match.state)]))
        event = Moved(number % 2, text)
        match = match.after([event])
        found.append(event)
    return found


def new_row(table: str, session: Session, at: int) -> dict[str, Any]:
    """The row of a table of Quixo that was made at that time."""
    return {
        "id": table,
        "game": "quixo",
        "rules": 1,
        "configuration": configured().model_dump(mode="json"),
        "start": None,
        "public": False,
        "created": at,
        **summary(session, at),
    }


def put(engine: Engine, table: str, events: Sequence[LogEvent], at: int) -> None:
    """A table of Quixo where this has happened at that time."""
    log = entries(events, at)
    row = {**new_row(table, opened().after(log), at), "deadline": None}
    with engine.begin() as connection:
        repository.create(connection, row, log)
        repository.add_key(connection, table, 0, b"0" * 32)
