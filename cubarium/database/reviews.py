"""Reviews of finished games in the database: they are made once."""

from sqlalchemy import Connection, delete, insert, select

from cubarium.database.schema import REVIEWS, TABLES


def find(connection: Connection, table: str, version: str) -> bytes | None:
    """The lines of a review that this version of the program has made."""
    query = select(REVIEWS.c.body).where(REVIEWS.c.table_id == table, REVIEWS.c.version == version)
    body: bytes | None = connection.scalar(query)
    return body


def keep(connection: Connection, table: str, version: str, body: bytes) -> None:
    """Keep the lines of a review in place of older ones; of a table that is gone nothing is
    kept."""
    if connection.scalar(select(TABLES.c.id).where(TABLES.c.id == table)) is None:
        return
    connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
    connection.execute(insert(REVIEWS).values(table_id=table, version=version, body=body))
