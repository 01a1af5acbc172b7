"""Tables and columns are named by what they hold."""

from alembic import op

revision = "0003"
down_revision = "0002"

TABLES = {"outages": "downtimes", "pulse": "heartbeats", "orders": "admin_commands"}
COLUMNS = (
    ("tables", "setting", "configuration"),
    ("tables", "version", "revision"),
    ("events", "version", "revision"),
    ("events", "client", "command"),
)


def upgrade() -> None:
    for old, new in TABLES.items():
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.drop_index("uq_events_client", table_name="events")
    op.create_index("uq_events_command", "events", ["table_id", "seat", "command"], unique=True)
