"""When a process was alive, by the clock of the database too."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("processes", sa.Column("database_at", sa.BigInteger()))
