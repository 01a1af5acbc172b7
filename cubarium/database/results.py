"""Results and numbers of turns of games that were played before lists of tables told them."""

from sqlalchemy import Connection, select, update

from cubarium.core.errors import CubariumError
from cubarium.database import repository
from cubarium.database.schema import TABLES
from cubarium.database.summary import result


def fill(connection: Connection) -> None:
    """Read every game, and write down how it ended. One that can't be read stays without a result:
    `cubarium admin check` tells of it."""
    for table in list(connection.scalars(select(TABLES.c.id))):
        stored = repository.load(connection, table)
        assert stored is not None
        try:
            found = result(stored.session())
        except (CubariumError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            continue  # a log can be wrong in any way
        connection.execute(update(TABLES).where(TABLES.c.id == table).values(found))
