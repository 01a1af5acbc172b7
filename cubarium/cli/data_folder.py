"""Where a server keeps its tables: the options that say so."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from cubarium.core.errors import CubariumError

if TYPE_CHECKING:
    from cubarium.database.site_place import Place, PostgresDatabase


class DatabaseType(click.ParamType["PostgresDatabase"]):
    """The address of a PostgreSQL database."""

    name = "address"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "PostgresDatabase":
        from cubarium.database.site_place import PostgresDatabase, postgres_database

        if isinstance(value, PostgresDatabase):
            return value
        database = postgres_database(str(value))
        _check_secret(database, param, ctx)
        return database


class PlaceType(click.ParamType["Place"]):
    """A folder, or the address of a PostgreSQL database."""

    name = "place"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Place":
        from cubarium.database.site_place import postgres_database

        if "://" not in str(value):
            return Path(str(value))
        database = postgres_database(str(value))
        _check_secret(database, param, ctx)
        return database


def _check_secret(
    database: "PostgresDatabase", param: click.Parameter | None, ctx: click.Context | None
) -> None:
    """A command line is shown to every user of the machine. Raises CubariumError if a password is
    in it."""
    if param is None or ctx is None or not database.has_password:
        return
    if ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE:
        raise CubariumError(
            f"no password on the command line, where all users of this machine see it: leave it "
            f"out of {param.opts[0]}, and put it into ~/.pgpass or PGPASSWORD, or the whole "
            "address into CUBARIUM_DATABASE or a file for --config"
        )


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="CUBARIUM_DATA",
    help="The data folder, which holds the database. Usually below your own data folder.",
)
database_option = click.option(
    "--database",
    type=DatabaseType(),
    envvar="CUBARIUM_DATABASE",
    help="A PostgreSQL database in place of a data folder: postgresql://user@host/name, its "
    "password in ~/.pgpass or PGPASSWORD.",
)


def place_option(command: Callable[..., None]) -> Callable[..., None]:
    """--data and --database, as one argument `place`."""

    @data_option
    @database_option
    @wraps(command)
    def called(
        *values: object, data: Path | None, database: "PostgresDatabase | None", **named: object
    ) -> None:
        command(*values, place=database or data or data_folder(), **named)

    return called


def data_folder() -> Path:
    """Where the tables are kept, unless another folder is given."""
    from platformdirs import user_data_path

    return user_data_path("cubarium") / "server"


def existing(place: "Place") -> "Place":
    """A place that has tables. Raises CubariumError."""
    from cubarium.database.admin import has_tables

    if not has_tables(place):
        raise CubariumError(
            f"there are no tables in {place}: name the server's folder with --data, or its "
            "database with --database"
        )
    return place
