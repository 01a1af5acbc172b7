"""What the database holds. Every change here needs a migration (database/migrations)."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
    func,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table_id() -> Column[str]:
    table = ForeignKey("tables.id", ondelete="CASCADE")
    return Column("table_id", String(16), table, primary_key=True)


TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("configuration", JSON, nullable=False),
    Column("start", Text),
    Column("public", Boolean, nullable=False),
    Column("status", String(10), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seated", JSON, nullable=False),
    Column("to_move", Integer),
    Column("engine_moves", Boolean, nullable=False),
    Column("between_people", Boolean, nullable=False),
    Column("deadline", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("outcome", JSON),
    Column("ended", BigInteger),
    Column("plies", Integer, nullable=False, server_default="0"),
    Column("creator", LargeBinary(32)),
    Index("ix_tables_lobby", "status", "public", "changed"),
    Index("ix_tables_creator", "creator", "status"),
    Index("ix_tables_deadline", "deadline"),
)
"""One row for each table. Most columns sum up its events, for the lists. `creator`: the address it
was made from, hashed with the server's own secret."""

EVENTS = Table(
    "events",
    METADATA,
    _table_id(),
    Column("revision", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("data", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("spent", Integer, nullable=False),
    Column("command", String(64)),
    Index("uq_events_command", "table_id", "seat", "command", unique=True),
    sqlite_with_rowid=False,
)
"""The log: the only truth about a game. A command is there once."""

CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    _table_id(),
    Column("revision", Integer, nullable=False),
    Column("body", Text, nullable=False),
)
"""Where a game stood after this entry of its log, hidden cards and all: tables open sooner. What it
says follows from the log; if it is wrong or missing, the log is read whole."""

KEYS = Table(
    "keys",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary(32), primary_key=True),
    Index("ix_keys_hash", "hash"),
    sqlite_with_rowid=False,
)
"""Who may act for a seat: hashes of secrets, never the secrets."""

REVOKED_KEYS = Table(
    "revoked_keys",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary(32), primary_key=True),
    Index("ix_revoked_keys_hash", "hash"),
    sqlite_with_rowid=False,
)
"""Who may no longer, by the word of an admin: they can still be found, and forgotten."""

CHAT = Table(
    "chat",
    METADATA,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("team", Integer),
    Column("seat", Integer),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command", String(64)),
    Column("revision", Integer),
    Column("name", String(30), nullable=False, server_default=""),
    Column("guest", LargeBinary(32)),
    Index("ix_chat_guest", "guest"),
    sqlite_with_rowid=False,
)
"""What seats have said; `team`: to that team alone. Without a seat: what a spectator has said, its
name, and the hash of its secret. An empty text was taken away. `command` and `revision`: what was
acknowledged, and with what."""

DEPARTURES = Table(
    "departures",
    METADATA,
    _table_id(),
    Column("hash", LargeBinary(32), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("revision", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Who has stood up: they hold the seat no more, but their command is known if it comes again."""

BANS = Table(
    "bans",
    METADATA,
    Column("whom", String(80), primary_key=True),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
)
"""Who is not let in: a guest (the hash of its secret in hex) or an address (a network)."""

MUTES = Table(
    "mutes",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("muted", Integer, primary_key=True, autoincrement=False),
)
"""Who does not want to hear whom."""

DOWNTIMES = Table(
    "downtimes",
    METADATA,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
    Column("is_restart", Boolean, nullable=False, server_default=false()),
)
"""When nobody could move: no server was alive, or it could not write."""

REVIEWS = Table(
    "reviews",
    METADATA,
    _table_id(),
    Column("version", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""What the engines of a version of this program said of a finished game: compressed lines. It can
be made again."""

RETURNS = Table(
    "returns",
    METADATA,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("restarted", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""When the people of a seat whose clock may run were back after a restart."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""The server's own: here, so that a copy of the database is a whole copy."""

PROCESSES = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("database_at", BigInteger),
)
"""The server processes that share this database, and when each was last known to be alive: by its
own clock, and by that of the database."""

LEASES = Table(
    "leases",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("process", String(16), nullable=False),
    Index("ix_leases_process", "process"),
)
"""Which process looks after the clocks and the engine seats of a table. A lease holds as long as
its process lives."""

MESSAGES = Table(
    "messages",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("process", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
"""What server processes have told each other in the last minute, as JSON. A notification names
these rows and says nothing else: any login may send one, the owner alone writes here."""

ENGINE_JOBS = Table(
    "engine_jobs",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("needs", String(120), nullable=False),
    Column("body", Text, nullable=False),
    Column("sender", String(32), nullable=False),
    Column("asked", DateTime(timezone=True), nullable=False),
    Column("expires", DateTime(timezone=True), nullable=False),
    Column("worker", String(32)),
    Column("answer", Text),
)
"""What workers on other machines are asked, and what they answer, as JSON. `needs`: what a worker
must offer; `sender`: a hash of the address that it is asked for; `worker`: which one has it."""

ENGINE_WORKERS = Table(
    "engine_workers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("offers", Text, nullable=False),
    Column("seen", DateTime(timezone=True), nullable=False),
)
"""The workers on other machines: what each offers (a JSON list), and when it was last alive."""

OF_THE_MOMENT = (PROCESSES, LEASES, MESSAGES, ENGINE_JOBS, ENGINE_WORKERS)
"""What means nothing anywhere else, or later: it is in no copy."""

HEARTBEATS = Table(
    "heartbeats",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""One row: when the server was last known to be alive."""

ADMIN_COMMANDS = Table(
    "admin_commands",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("argument", Text, nullable=False, server_default=""),
    Column("answer", Text),
)
"""What `cubarium admin` asks of a server that runs."""
