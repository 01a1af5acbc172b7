"""Waiting for what a server does by itself, as its database tells it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from cubarium.database.site_place import Place

PATIENCE = 20.0


def wait_for(right: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Until something is so; how many seconds it took."""
    began = time.monotonic()
    while not right():
        assert time.monotonic() - began < patience, "it never came to be"
        time.sleep(0.02)
    return time.monotonic() - began


def asked(place: Place, query: str, *values: Any) -> list[Any]:
    """What the database says, without the server."""
    if not isinstance(place, Path):
        engine = create_engine(place.url, poolclass=NullPool)
        with engine.begin() as connection:
            answer = connection.exec_driver_sql(query.replace("?", "%s"), values)
            return [tuple(row) for row in answer] if answer.returns_rows else []
    with closing(sqlite3.connect(place / "cubarium.db", timeout=10)) as database:
        found = database.execute(query, values).fetchall()
        database.commit()
    return found


def kinds(place: Place, table: str) -> list[str]:
    """The kinds of all events of a table."""
    query = "SELECT kind FROM events WHERE table_id = ? ORDER BY revision"
    return [row[0] for row in asked(place, query, table)]


def revisions(place: Place, table: str) -> list[int]:
    query = "SELECT revision FROM events WHERE table_id = ? ORDER BY revision"
    return [row[0] for row in asked(place, query, table)]
