"""How games ended, when, and after how many turns: for lists of finished games. Who has won is
filled in afterwards (database/results.py): the rules know it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("outcome", sa.JSON()))
    op.add_column("tables", sa.Column("ended", sa.BigInteger()))
    plies: sa.Column[int] = sa.Column("plies", sa.Integer(), server_default="0", nullable=False)
    op.add_column("tables", plies)
    op.execute(
        "UPDATE tables SET ended = (SELECT max(at) FROM events WHERE table_id = tables.id "
        "AND kind NOT IN ('rematch_asked', 'rematched')) WHERE status IN ('over', 'aborted')"
    )
