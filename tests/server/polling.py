"""Waiting for what a server does by itself, as its database tells it."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

PATIENCE = 20.0


def wait_for(right: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Until something is so; how many seconds it took."""
    began = time.monotonic()
    while not right():
        assert time.monotonic() - began < patience, "it never came to be"
        time.sleep(0.02)
    return time.monotonic() - began


def asked(folder: Path, query: str, *values: Any) -> list[Any]:
    """What the database says, without the server."""
    with closing(sqlite3.connect(folder / "cubarium.db", timeout=10)) as database:
        found = database.execute(query, values).fetchall()
        database.commit()
    return found


def kinds(folder: Path, table: str) -> list[str]:
    """The kinds of all events of a table."""
    query = "SELECT kind FROM events WHERE table_id = ? ORDER BY revision"
    return [row[0] for row in asked(folder, query, table)]


def revisions(folder: Path, table: str) -> list[int]:
    query = "SELECT revision FROM events WHERE table_id = ? ORDER BY revision"
    return [row[0] for row in asked(folder, query, table)]
