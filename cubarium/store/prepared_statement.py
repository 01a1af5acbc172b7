"""The statements that every move needs, compiled once: to compile them anew each time takes longer
than to carry them out."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import JSON, Connection
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.dml import UpdateBase


class PreparedStatement:
    """A statement for SQLite, and how its values are handed over."""

    def __init__(self, statement: UpdateBase) -> None:
        compiled = statement.compile(dialect=sqlite.dialect())
        self._sql = str(compiled)
        self._values: list[tuple[str, Callable[[Any], Any] | None]] = [
            (name, json.dumps if isinstance(compiled.binds[name].type, JSON) else None)
            for name in compiled.positiontup or ()
        ]

    def execute(self, connection: Connection, row: Mapping[str, Any]) -> None:
        """Carry it out with these values."""
        values = tuple(
            row[name] if written is None else written(row[name]) for name, written in self._values
        )
        connection.exec_driver_sql(self._sql, values)
