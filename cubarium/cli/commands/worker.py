"""`cubarium worker`."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cubarium import extras
from cubarium.cli.data_folder import database_option
from cubarium.cli.settings_file import config_option
from cubarium.core.errors import CubariumError
from cubarium.engines.hosted_programs import VARIABLE, read_programs

if TYPE_CHECKING:
    from cubarium.database.site_place import PostgresDatabase


@click.command("worker", context_settings={"auto_envvar_prefix": "CUBARIUM"})
@config_option
@database_option
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Engines that think at the same time; usually as many as there are cores.",
)
@click.option(
    "--engines",
    "programs",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar=VARIABLE,
    help="The file that names foreign programs, if the servers of the site have one.",
)
def command(
    database: "PostgresDatabase | None", workers: int | None, programs: Path | None
) -> None:
    """Let engines think on this machine for a site on PostgreSQL.

    The servers of the site give it the moves of their engine seats; what no worker answers in
    time they think about themselves. Start it on as many machines as you like. Stop it with
    Ctrl-C or SIGTERM.
    """
    if database is None:
        raise CubariumError("a worker needs the site's database: --database postgresql://…")
    extras.require("engines")
    extras.require("postgres")
    if programs is not None:
        read_programs(programs)
        os.environ[VARIABLE] = str(programs.absolute())
    from cubarium.analysis.jobs import SEAT_JOBS
    from cubarium.database import postgres
    from cubarium.engines.queue_worker import work

    postgres.check(database)
    count = workers or os.cpu_count() or 1
    click.echo(f"Engines think here for {database}, {count} at a time (Ctrl-C stops it).")
    asyncio.run(work(postgres.plain_address(database.url), count, SEAT_JOBS))
