"""Alembic runs this. The connection is handed over by cubarium.database.database."""

from alembic import context

from cubarium.database.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
