"""Spectators write to each other: lines of the chat without a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    name: sa.Column[str] = sa.Column(
        "name", sa.String(length=30), server_default="", nullable=False
    )
    op.add_column("chat", name)
    op.add_column("chat", sa.Column("guest", sa.LargeBinary(length=32)))
    with op.batch_alter_table("chat", table_kwargs={"sqlite_with_rowid": False}) as chat:
        chat.alter_column("seat", existing_type=sa.Integer(), nullable=True)
    op.create_index("ix_chat_guest", "chat", ["guest"])
