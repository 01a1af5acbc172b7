"""The effects of a command, carried out: in the database with its entries, and then in memory."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from sqlalchemy import Connection

from cubarium.core.turn import Seat
from cubarium.database import repository
from cubarium.database.repository import SpokenLine
from cubarium.database.summary import summary
from cubarium.database.writer import Change
from cubarium.match.chat import ChatLine
from cubarium.match.effects import Effect, GiveKey, MakeTable, TakeKeys
from cubarium.match.events import Muted, Said
from cubarium.match.session import Applied
from cubarium.tables.identity import Identity
from cubarium.tables.table import Table


@dataclass(frozen=True, slots=True)
class Sender:
    """Who has asked for a command at a table, how it is named, and when it came."""

    table: Table
    identity: Identity
    command: str
    now: int


def changes_of(applied: Applied, sender: Sender) -> list[Change]:
    """What the effects change in the database."""
    return [change for one in applied.effects for change in _changes(one, applied, sender)]


def _changes(effect: Effect, applied: Applied, sender: Sender) -> Iterable[Change]:
    table, identity = sender.table, sender.identity
    match effect:
        case GiveKey(seat):
            key = identity.digests[0]
            yield partial(repository.add_key, table=table.id, seat=seat, digest=key)
        case TakeKeys(seat):
            yield partial(repository.free_seat, table=table.id, seat=seat)
            yield partial(
                repository.add_departures,
                table=table.id,
                digests=identity.digests,
                command=sender.command,
                revision=applied.entries[0].revision,
            )
        case MakeTable(name, opened, seats):
            keys = [
                (new, key) for new, seat in enumerate(seats) for key in table.keys.get(seat, ())
            ]
            yield creation(name, opened, keys, sender.now)
        case Muted():
            yield partial(repository.set_mute, table=table.id, event=effect)
        case Said():
            spoken = SpokenLine(
                _line(effect, applied, sender),
                bytes.fromhex(effect.guest),
                sender.command,
                applied.session.revision,
            )
            teams = table.game.teams
            yield partial(repository.add_chat_line, table=table.id, spoken=spoken, teams=teams)


def carry_out(applied: Applied, sender: Sender) -> None:
    """Carry out the effects in memory; they are on the disk."""
    table, identity = sender.table, sender.identity
    for effect in applied.effects:
        match effect:
            case GiveKey(seat):
                table.sit(seat, identity.digests[0])
            case TakeKeys(seat):
                revision = applied.entries[0].revision
                left = {(key, sender.command): revision for key in identity.digests}
                table.departures.update(left)
                table.stand(seat)
            case Said():
                table.add_chat_line(_line(effect, applied, sender))
                table.commands[effect.speaker, sender.command] = applied.session.revision
            case MakeTable() | Muted():
                pass  # the table is loaded when a player goes there; the session knows of mutes


def _line(spoken: Said, applied: Applied, sender: Sender) -> ChatLine:
    return ChatLine(
        number=applied.session.chat.lines,
        room=spoken.room,
        seat=spoken.seat,
        text=spoken.text,
        at=sender.now,
        name=spoken.name,
        speaker=repository.spectator_mark(sender.table.id, bytes.fromhex(spoken.guest)),
    )


def creation(
    table_id: str,
    opened: Applied,
    keys: Iterable[tuple[Seat, bytes]],
    now: int,
    creator: bytes | None = None,
) -> Change:
    """What makes a table, with its first entries, in one transaction."""
    configuration, game = opened.session.configuration, opened.session.match.game
    row = {
        "id": table_id,
        "game": game.name,
        "rules": game.spec.info.rules_version,
        "configuration": configuration.model_dump(mode="json"),
        "start": configuration.position,
        "public": configuration.public,
        "created": now,
        "creator": creator,
        **summary(opened.session, now),
    }

    def change(connection: Connection) -> None:
        repository.create(connection, row, opened.entries)
        for seat, key in keys:
            repository.add_key(connection, table_id, seat, key)

    return change
