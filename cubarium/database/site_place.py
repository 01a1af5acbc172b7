"""Where the tables of a site are: in a data folder (SQLite), or in a PostgreSQL database."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from cubarium import extras
from cubarium.core.errors import CubariumError

SCHEMES: Final = ("postgresql", "postgres")
FORM: Final = "postgresql://user:password@host/name"


class Unusable(CubariumError):
    """A place for tables that can't be used, and why."""


class InUse(Unusable):
    """A place that another server uses."""


@dataclass(frozen=True)
class PostgresDatabase:
    """A database by its address. Whoever prints it does not print the password."""

    url: URL = field(repr=False)

    @property
    def has_password(self) -> bool:
        """Is there one in the address, in either place?"""
        return (
            bool({"password", "sslpassword"} & {*self.url.query}) or self.url.password is not None
        )

    def __str__(self) -> str:
        url = self.url
        return URL.create(
            SCHEMES[0], url.username, None, url.host, url.port, url.database
        ).render_as_string()


Place: TypeAlias = Path | PostgresDatabase


def postgres_database(text: str) -> PostgresDatabase:
    """A database by the text of its address. Raises CubariumError, which does not repeat it: there
    may be a password in it."""
    scheme, found, _ = text.partition("://")
    if not found:
        raise CubariumError(f"a database has an address like {FORM}; a folder is named with --data")
    if scheme not in SCHEMES:
        raise CubariumError(
            f"a database of the kind {scheme[:20]!r} is unknown: expected an address like {FORM}"
        )
    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError) as error:
        raise CubariumError(
            f"the address of the database can't be read: expected {FORM}, where @ : / # ? % in a "
            "password are written %40 %3A %2F %23 %3F %25"
        ) from error
    if not url.database:
        raise CubariumError(f"the address of the database has no name at its end: {FORM}")
    extras.require("postgres")
    return PostgresDatabase(url)
