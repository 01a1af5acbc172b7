"""What a server imports by the time it serves."""

import alembic.command
import uvicorn.lifespan.on
import uvicorn.loops.auto
import uvloop

import cubarium.cli.commands.serve
import cubarium.database.server_address
import cubarium.server.process.addresses
import cubarium.server.process.logs
import cubarium.server.run

__all__ = ["alembic", "cubarium", "uvicorn", "uvloop"]
