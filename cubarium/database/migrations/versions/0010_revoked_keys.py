"""Keys that were taken away: who had them can still be found, and forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "revoked_keys",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_revoked_keys_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", "hash", name=op.f("pk_revoked_keys")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_revoked_keys_hash", "revoked_keys", ["hash"])
