"""What a database says whose tables were moved elsewhere: a server started on it by mistake would
let people go on with old games."""

from typing import Final

from sqlalchemy import Connection, delete, select

from cubarium.database import upsert
from cubarium.database.schema import SECRETS
from cubarium.database.site_place import Unusable

NAME: Final = "moved"


def put(connection: Connection, where: str) -> None:
    """The tables are elsewhere now."""
    upsert.put(connection, SECRETS, {"name": NAME, "value": where.encode()})


def clear(connection: Connection) -> None:
    """They are here again."""
    connection.execute(delete(SECRETS).where(SECRETS.c.name == NAME))


def check(connection: Connection, *, force: bool) -> None:
    """Raises Unusable if the tables were moved; with `force` they are here again."""
    where: bytes | None = connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == NAME))
    if where is None:
        return
    if not force:
        raise Unusable(
            f"these tables were moved to {where.decode()}: serve them from there; --force serves "
            "what is left here all the same"
        )
    clear(connection)
