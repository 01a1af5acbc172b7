"""Who made a table, commands that leave no event, bans, admin commands about more than tables."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("creator", sa.LargeBinary(length=32)))
    op.create_index("ix_tables_creator", "tables", ["creator", "status"])
    op.add_column("chat", sa.Column("command", sa.String(length=64)))
    op.add_column("chat", sa.Column("revision", sa.Integer()))
    argument: sa.Column[str] = sa.Column("argument", sa.Text(), server_default="", nullable=False)
    op.add_column("admin_commands", argument)
    op.create_table(
        "departures",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("command", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_departures_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "hash", "command", name=op.f("pk_departures")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "bans",
        sa.Column("whom", sa.String(length=80), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger()),
        sa.PrimaryKeyConstraint("whom", name=op.f("pk_bans")),
    )
