"""What `cubarium admin` asks of a server that runs: it is written, carried out, and answered."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from cubarium.database.schema import ADMIN_COMMANDS


class AdminCommand(StrEnum):
    """What can be asked for."""

    CLOSE = "close"
    DELETE = "delete"
    BAN = "ban"
    UNBAN = "unban"
    KICK = "kick"
    HUSH = "hush"
    REVOKE = "revoke"
    FORGET = "forget"


class PendingCommand(NamedTuple):
    """One that waits for its answer."""

    id: int
    kind: str
    table_id: str
    argument: str
    """What it is about, beside a table: a guest, an address, the number of a line."""


DONE, MISSING, OVER = "done", "missing", "over"
"""Answers: it is done; there is no such table; its game is over already."""


def give(connection: Connection, kind: AdminCommand, table: str, argument: str = "") -> int:
    """Ask for something; the number of the command."""
    row = {"kind": str(kind), "table_id": table, "argument": argument}
    new = insert(ADMIN_COMMANDS).returning(ADMIN_COMMANDS.c.id)
    return int(connection.execute(new, row).scalar_one())


def pending(connection: Connection) -> Sequence[PendingCommand]:
    """What nobody has carried out yet."""
    held = ADMIN_COMMANDS.c
    columns = held.id, held.kind, held.table_id, held.argument
    query = select(*columns).where(held.answer.is_(None)).order_by(held.id)
    return [PendingCommand(*row) for row in connection.execute(query)]


def answer(connection: Connection, number: int, text: str) -> None:
    """A command is carried out."""
    same = ADMIN_COMMANDS.c.id == number
    connection.execute(update(ADMIN_COMMANDS).where(same).values(answer=text))


def answered(connection: Connection, number: int) -> str | None:
    """The answer to a command, if there is one."""
    query = select(ADMIN_COMMANDS.c.answer).where(ADMIN_COMMANDS.c.id == number)
    found: str | None = connection.scalar(query)
    return found


def withdraw(connection: Connection, number: int) -> None:
    """Nobody waits for this any more."""
    connection.execute(delete(ADMIN_COMMANDS).where(ADMIN_COMMANDS.c.id == number))
