"""What processes tell each other, and what workers are asked."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "messages",
        sa.Column("id", number, nullable=False),
        sa.Column("process", sa.String(length=16), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
    )
    op.create_table(
        "engine_jobs",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("needs", sa.String(length=120), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sender", sa.String(length=32), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("worker", sa.String(length=32)),
        sa.Column("answer", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_jobs")),
    )
    op.create_table(
        "engine_workers",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("offers", sa.Text(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_workers")),
    )
    if op.get_bind().dialect.name == "postgresql":  # of the moment: no log is wanted
        for name in ("messages", "engine_jobs", "engine_workers"):
            op.execute(f"ALTER TABLE {name} SET UNLOGGED")
