"""The form of a database: what it is called, which one is the newest, and how to get there."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from cubarium.database import results
from cubarium.database.schema import METADATA
from cubarium.database.site_place import Unusable

if TYPE_CHECKING:
    from alembic.config import Config
    from alembic.script import ScriptDirectory


def revision_of(connection: Connection) -> str | None:
    """What the form of the database is called; None: it has none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _config() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "cubarium.database:migrations")
    return config


def _scripts() -> "ScriptDirectory":
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config())


def newest_revision() -> str:
    """What this version of Cubarium calls the newest form of the database."""
    found = _scripts().get_current_head()
    assert found is not None
    return found


def check_known(revision: str) -> None:
    """Raises Unusable if this version of Cubarium has never heard of a form."""
    from alembic.util.exc import CommandError

    try:
        _scripts().get_revision(revision)
    except CommandError as error:
        raise Unusable(f"this database was made by a newer Cubarium: {error}") from error


def migrate(connection: Connection) -> None:
    """Bring the database to its newest form."""
    from alembic import command

    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def bring_up(connection: Connection, revision: str | None) -> None:
    """Bring a database that has this form to the newest one, with what older ones did not hold.
    Raises Unusable."""
    migrate(connection)
    _check_form(connection)
    if revision != newest_revision():
        results.fill(connection)


def _check_form(connection: Connection) -> None:
    """Does the database have the form that its number tells of?"""
    seen = inspect(connection)
    for table in METADATA.sorted_tables:
        there = {column["name"] for column in seen.get_columns(table.name)}
        wanted = {column.name for column in table.columns}
        if there != wanted:
            raise Unusable(
                f"this database was made by an unfinished Cubarium: {table.name} has the columns "
                f"{', '.join(sorted(there))} instead of {', '.join(sorted(wanted))}"
            )
