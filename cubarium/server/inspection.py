"""Is everything in order in a database? Every game is read and played through."""

from collections.abc import Callable, Iterator

from sqlalchemy import Engine, select
from sqlalchemy.exc import DatabaseError

from cubarium.core.errors import CubariumError
from cubarium.server.errors import ApiError
from cubarium.server.live.registry import check_rules
from cubarium.store import checkpoints, integrity, repository
from cubarium.store.database import opened
from cubarium.store.form import newest_revision, revision_of
from cubarium.store.place import Place
from cubarium.store.schema import TABLES
from cubarium.store.transfer import snapshot


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
