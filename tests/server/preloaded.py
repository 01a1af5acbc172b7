"""What a server imports by the time it serves."""

import alembic.command
import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvloop

import cubarium.cli.commands.serve
import cubarium.server.addresses
import cubarium.server.logs
import cubarium.server.run
import cubarium.store.server_address

__all__ = ["alembic", "cubarium", "uvicorn", "uvloop"]
