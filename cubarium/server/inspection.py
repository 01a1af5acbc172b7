"""Is everything in order in a database? Every game is read and played through."""

from collections.abc import Callable, Iterator

from sqlalchemy import Engine, select
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError
from cubarium.database import checkpoints, integrity, repository
from cubarium.database.database import opened
from cubarium.database.schema import TABLES
from cubarium.database.schema_version import newest_revision, revision_of
from cubarium.database.site_place import Place
from cubarium.database.transfer import snapshot
from cubarium.server.tables.tables import check_rules
from cubarium.tables.errors import ApiError


def faults(place: Place, say: Callable[[str], None]) -> Iterator[str]:
    """Sentences about what is wrong; none: nothing. `say` hears how far it has come."""
    with opened(place) as engine:
        with engine.connect() as connection:
            say("the database")
            try:
                yield from integrity.faults(place, connection)
                if revision_of(connection) != newest_revision():
                    return
                names = list(connection.scalars(select(TABLES.c.id)))
            except DatabaseError as error:
                yield f"The database can't be read: {error.orig}."
                return
        for number, name in enumerate(names, 1):
            say(f"table {number} of {len(names)}")
            why = _fault(engine, name)
            if why:
                yield f"Table {name} can't be read: {why}"


def _fault(engine: Engine, name: str) -> str:
    """What is wrong with a table; empty: nothing."""
    try:
        with snapshot(engine) as connection:
            stored = repository.load(connection, name)
            opened = checkpoints.load(connection, name)
        if stored is None or opened is None:
            return ""  # deleted meanwhile
        check_rules(stored.row)
        session = stored.session()
        if opened.fault:
            return f"its checkpoint is of no use: {opened.fault}."
        if opened.base is not None and opened.session() != session:
            return "its checkpoint and its log say different things."
    except (ApiError, CubariumError) as error:
        return str(error)
    except DatabaseError as error:
        return f"{error.orig}."
    return ""
