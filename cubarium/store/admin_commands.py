"""What `cubarium admin` asks of a server that runs: written here, done there, answered here."""

from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from cubarium.store.schema import ORDERS


class Order(StrEnum):
    """What can be asked."""

    CLOSE = "close"
    DELETE = "delete"


DONE, MISSING, OVER = "done", "missing", "over"
"""Answers: there is no such table; its game is over already."""


def give(connection: Connection, kind: Order, table: str) -> int:
    """Ask for something; the number of the order."""
    row = {"kind": str(kind), "table_id": table}
    return int(connection.execute(insert(ORDERS).returning(ORDERS.c.id), row).scalar_one())


def open_orders(connection: Connection) -> list[Any]:
    """What nobody has done yet."""
    query = select(ORDERS).where(ORDERS.c.answer.is_(None)).order_by(ORDERS.c.id)
    return list(connection.execute(query))


def answer(connection: Connection, order: int, text: str) -> None:
    """An order is done."""
    connection.execute(update(ORDERS).where(ORDERS.c.id == order).values(answer=text))


def answered(connection: Connection, order: int) -> str | None:
    """The answer to an order, if there is one."""
    found: str | None = connection.scalar(select(ORDERS.c.answer).where(ORDERS.c.id == order))
    return found


def withdraw(connection: Connection, order: int) -> None:
    """Nobody waits for this any more."""
    connection.execute(delete(ORDERS).where(ORDERS.c.id == order))
