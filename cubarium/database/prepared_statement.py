"""The statements that every move needs, compiled once: to compile them anew each time takes longer
than to carry them out."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.dml import UpdateBase

from cubarium.database import pipeline

_Row: TypeAlias = Mapping[str, object]
_Values: TypeAlias = Callable[[_Row], Any]


class PreparedStatement:
    """A statement, and how its values are handed over, for each kind of database."""

    def __init__(self, statement: UpdateBase, *, changes_one: bool = False) -> None:
        """`changes_one`: if it does not change one row, something is wrong."""
        self._statement = statement
        self._changes_one = changes_one
        self._compiled: dict[str, tuple[str, _Values]] = {}

    def execute(self, connection: Connection, row: _Row) -> None:
        """Carry it out with these values. Raises Overtaken, now or at the end of the pipeline, if
        it had to change one row and has not."""
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _compile(self._statement, dialect)
        sql, values = self._compiled[dialect.name]
        given = values(row)
        if pipeline.send(connection, sql, given, changes_one=self._changes_one):
            return
        done = connection.exec_driver_sql(sql, given)
        if self._changes_one:
            pipeline.check_count(done.rowcount)


def _compile(statement: UpdateBase, dialect: Dialect) -> tuple[str, _Values]:
    compiled: Any = statement.compile(dialect=dialect)
    written = [
        (name, compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect))
        for name in compiled.positiontup or compiled.binds
    ]

    def pairs(row: _Row) -> list[tuple[str, object]]:
        return [
            (name, row[name] if process is None else process(row[name]))
            for name, process in written
        ]

    if compiled.positional:
        return str(compiled), lambda row: tuple(value for _, value in pairs(row))
    return str(compiled), lambda row: dict(pairs(row))
