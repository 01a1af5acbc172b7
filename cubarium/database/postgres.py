"""A PostgreSQL database: reached, looked at, locked, brought to its newest form.

Locks are advisory locks of sessions: they end with the connection, so who was killed holds none.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import DatabaseError, DBAPIError
from sqlalchemy.pool import NullPool

from cubarium.database import relocation_mark, secret_key
from cubarium.database.pipeline import await_answer, driver_of
from cubarium.database.schema import METADATA
from cubarium.database.schema_version import bring_up, check_known, revision_of
from cubarium.database.site_place import SCHEMES, InUse, PostgresDatabase, Unusable

if TYPE_CHECKING:
    import psycopg

OLDEST: Final = 14
"""The oldest version of PostgreSQL that its makers still look after."""
PATIENCE: Final = 10
"""Seconds to wait for a database that does not answer."""
KEPT: Final = 4
MOST: Final = 40
"""Connections that stay open, and that may be open: more than there are threads that read."""
MOMENT: Final = 0.5
"""Seconds that somebody may take who only looks whether there is a server."""
LOCKS: Final = 0x43554245
"""What our advisory locks have in common."""
SILENCE: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""A machine that is gone without a word is noticed within half a minute, from here …"""
SETTINGS: Final = " ".join(
    f"-c {name}={value}"
    for name, value in {
        "tcp_keepalives_idle": 10,
        "tcp_keepalives_interval": 5,
        "tcp_keepalives_count": 3,
        "tcp_user_timeout": 20_000,
        "lock_timeout": "10s",
        "idle_in_transaction_session_timeout": "5min",
        "default_transaction_isolation": "read\\ committed",
    }.items()
)
"""… and from there, so that no ghost holds locks."""


class Lock(IntEnum):
    """What is held."""

    CONTENT = 2
    """By all connections of servers together, or by who changes something without one, alone."""
    FORM = 3
    """By who makes or changes the form."""


def open_engine(database: PostgresDatabase, *, serves: bool = False, once: bool = False) -> Engine:
    """The database. A connection that was lost is replaced when it is next needed. `once`: no
    connection is kept for later."""
    query = dict(database.url.query)
    own = {
        "connect_timeout": PATIENCE,
        "application_name": "cubarium",
        "client_encoding": "utf8",
        **SILENCE,
    }
    arguments = {name: value for name, value in own.items() if name not in query}
    arguments["options"] = f"{SETTINGS} {query.pop('options', '')}".rstrip()
    url = database.url.set(query=query)
    if once:
        engine = create_engine(url, connect_args=arguments, poolclass=NullPool)
    else:
        engine = create_engine(
            url,
            connect_args=arguments,
            pool_size=KEPT,
            max_overflow=MOST - KEPT,
            pool_pre_ping=True,
        )
    if serves:
        event.listen(engine, "connect", _take_part)
    event.listen(engine, "commit", _check_whole)
    event.listen(engine, "after_cursor_execute", await_answer)
    return engine


def _take_part(connection: "psycopg.Connection[tuple[bool]]", _record: object) -> None:
    """A server's connection keeps those away who would change things behind its back."""
    query = "SELECT pg_try_advisory_lock_shared(%s, %s)"
    late = time.monotonic() + MOMENT
    while (row := connection.execute(query, (LOCKS, int(Lock.CONTENT))).fetchone()) != (True,):
        if time.monotonic() > late:
            break
        time.sleep(0.05)
    connection.commit()
    if row != (True,):
        from psycopg import OperationalError

        raise OperationalError("somebody changes the database without a server")


def _check_whole(connection: Connection) -> None:
    """PostgreSQL answers COMMIT with ROLLBACK, and no error, where a statement has failed before:
    nobody may take that for success."""
    from psycopg.pq import TransactionStatus

    driver = driver_of(connection)
    if driver.info.transaction_status == TransactionStatus.INERROR:
        driver.rollback()
        raise RuntimeError("a statement of this transaction has failed: it can't be committed")


def prepared(database: PostgresDatabase, *, force: bool, serves: bool) -> Engine:
    """The database in its newest form. Raises Unusable, also if it would lose what it has
    acknowledged or if the key is lost, unless that is taken by `force`."""
    with _opened(database) as engine:
        with engine.connect() as connection:
            _check_server(database, connection)
            weakness = next(weaknesses(connection), None)
            if weakness and not force:
                raise Unusable(f"{database}: {weakness} Turn it on, or say --force")
        with engine.begin() as connection:
            _hold_form(connection)
            revision = revision_of(connection)
            if revision is None:
                _check_empty(database, connection)
            else:
                check_known(revision)
            bring_up(connection, revision)
            relocation_mark.check(connection, force=force)
            if not secret_key.ensure(connection, None, force=force):
                raise Unusable(
                    f"the key that signs cookies is missing in {database}: without it every "
                    "browser loses its seats; restore a copy, or say --force"
                )
    return open_engine(database, serves=serves)


def _hold_form(connection: Connection) -> None:
    """To the end of the transaction. Who migrates for long is waited for."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    held = {"kind": LOCKS, "lock": int(Lock.FORM)}
    connection.execute(text("SELECT pg_advisory_xact_lock(:kind, :lock)"), held)


@contextmanager
def new_database(database: PostgresDatabase, *, force: bool) -> Iterator[Connection]:
    """A database without tables, in a transaction that is to fill it; with `force` ours are dropped
    by it. Raises Unusable."""
    with _opened(database) as engine, engine.begin() as connection:
        _check_server(database, connection)
        _hold_form(connection)
        if force and revision_of(connection) is not None:
            METADATA.drop_all(connection)
            connection.execute(text("DROP TABLE alembic_version"))
        _check_empty(database, connection)
        yield connection


def _check_server(database: PostgresDatabase, connection: Connection) -> None:
    number = connection.dialect.server_version_info or (0,)
    if number < (OLDEST,):
        version = ".".join(map(str, number))
        raise Unusable(
            f"the database {database} can't be used: PostgreSQL {version} is too old, {OLDEST} or "
            "newer is needed"
        )
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != "UTF8":
        raise Unusable(
            f"the database {database} can't be used: its encoding is {encoding}, not UTF8"
        )
    if connection.scalar(text("SELECT pg_is_in_recovery()")):
        raise Unusable(f"the database {database} can't be used: it is a copy that nobody writes to")


def weaknesses(connection: Connection) -> Iterator[str]:
    """Sentences about how the database may lose what it has acknowledged; none: it does not."""
    for setting in ("synchronous_commit", "fsync", "full_page_writes"):
        if connection.scalar(text(f"SHOW {setting}")) == "off":
            yield (
                f"PostgreSQL may lose moves that were acknowledged: its setting {setting} is off."
            )


def openings(connection: Connection) -> Iterator[str]:
    """Tell what lets in logins that are none of the site's."""
    if connection.scalar(
        text("SELECT has_database_privilege('public', current_database(), 'CONNECT')")
    ):
        name = connection.scalar(text("SELECT quote_ident(current_database())"))
        yield (
            "Every login of the database server may connect to this database, and disturb its "
            f"servers by locks and notifications: REVOKE CONNECT ON DATABASE {name} FROM PUBLIC;"
        )


def _check_empty(database: PostgresDatabase, connection: Connection) -> None:
    """Raises Unusable if there is anything in the database."""
    there = inspect(connection).get_table_names()
    if there:
        raise Unusable(
            f"the database {database} holds tables already ({', '.join(sorted(there)[:3])} …): "
            "Cubarium wants one of its own"
        )


@contextmanager
def _opened(database: PostgresDatabase) -> Iterator[Engine]:
    """For a short while, with one connection. Raises Unusable."""
    engine = open_engine(database, once=True)
    try:
        yield engine
    except DatabaseError as error:
        raise unusable(database, error) from error
    finally:
        engine.dispose()


def unusable(database: PostgresDatabase, error: DBAPIError) -> Unusable:
    """What PostgreSQL says, in one line. It never says a password."""
    told = (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]
    reason = " ".join(told.removeprefix("connection failed: ").split())
    return Unusable(f"the database {database} can't be used: {reason}")


@contextmanager
def locked(database: PostgresDatabase) -> Iterator[None]:
    """Hold the database without a server. Raises InUse if there is one."""
    query = text("SELECT pg_try_advisory_lock(:kind, :lock)")
    with _opened(database) as engine, engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT")
        held = {"kind": LOCKS, "lock": int(Lock.CONTENT)}
        if not connection.scalar(query, held):
            raise InUse(f"a Cubarium server uses the database {database}")
        try:
            yield
        finally:  # at once: PostgreSQL takes a moment to notice that a connection has ended
            with suppress(DatabaseError):
                connection.execute(text("SELECT pg_advisory_unlock(:kind, :lock)"), held)


def check(database: PostgresDatabase) -> None:
    """Raises Unusable if it can't be reached."""
    with _opened(database) as engine, engine.connect() as connection:
        _check_server(database, connection)


def plain_address(url: URL) -> str:
    """As other programs than SQLAlchemy take it, with the password."""
    return url.set(drivername=SCHEMES[0]).render_as_string(hide_password=False)


def size(connection: Connection) -> int:
    """Bytes that the database takes."""
    return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
