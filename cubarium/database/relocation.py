"""A site moves: from a data folder to PostgreSQL, or back."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from sqlalchemy import Connection

from cubarium.core.errors import CubariumError
from cubarium.database import relocation_mark
from cubarium.database.database import locked, new_database, opened, prepared
from cubarium.database.schema_version import newest_revision, revision_of
from cubarium.database.site_place import InUse, Place, Unusable
from cubarium.database.transfer import Say, carry, snapshot


class _Rehearsed(Exception):
    """All went well, and nothing is to change."""


def rehearse(source: Place, target: Place, say: Say) -> Mapping[str, int]:
    """Carry all rows over, compare them, and take them back: a server may run meanwhile. How many
    rows each table has. Raises CubariumError."""
    counted: dict[str, int] = {}

    def look(found: Mapping[str, int]) -> None:
        counted.update(found)
        raise _Rehearsed

    with suppress(_Rehearsed):
        carried(source, target, say, look)
    return counted


def move(source: Place, target: Place, say: Say) -> Mapping[str, int]:
    """Carry all rows over; how many each table has. Servers refuse to start on the source then.
    Raises CubariumError, and then nothing has changed."""
    counted: dict[str, int] = {}
    try:
        with locked(source):
            prepared(source).dispose()
            carried(source, target, say, counted.update)
            with opened(source) as engine, engine.begin() as connection:
                relocation_mark.put(connection, str(target))
    except InUse as error:
        raise CubariumError(f"{error}: stop it first, or say --rehearse") from error
    return counted


def carried(
    source: Place,
    target: Place,
    say: Say = lambda _: None,
    look: Callable[[Mapping[str, int]], None] = lambda _: None,
    *,
    force: bool = False,
) -> None:
    """Fill a new database with all rows of another one, in place of what is there with `force`.
    `look` sees how many there are before they stay. Raises CubariumError."""
    with opened(source) as engine, snapshot(engine) as there:
        _check_newest(source, there)
        with new_database(target, force=force) as here:
            look(carry(there, here, say))


def _check_newest(place: Place, connection: Connection) -> None:
    revision = revision_of(connection)
    if revision != newest_revision():
        raise Unusable(
            f"{place} has the form {revision}, this Cubarium the form {newest_revision()}: start "
            "the server of this version once"
        )
