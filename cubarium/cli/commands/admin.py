"""`cubarium admin`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cubarium.cli.data_folder import PlaceType, existing, place_option
from cubarium.cli.moderation import COMMANDS
from cubarium.core.errors import CubariumError

if TYPE_CHECKING:
    from cubarium.database.site_place import Place

table_argument = click.argument("table", metavar="TABLE")


@click.group("admin", no_args_is_help=True)
def command() -> None:
    """Look after a server and its data folder. Most commands also work while the server runs."""


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@place_option
def backup_command(file: Path, place: "Place") -> None:
    """Copy the database to FILE, whole and consistent, even while the server runs; the copy of a
    PostgreSQL database is an SQLite file too. It holds everything a server needs, including the key
    that signs cookies: guard it like the database."""
    from cubarium.database.copies import back_up

    back_up(existing(place), file)
    click.echo(f"The tables are in {file}.")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@place_option
@click.option("--force", is_flag=True, help="Replace existing tables.")
def restore_command(file: Path, place: "Place", *, force: bool) -> None:
    """Replace the tables of the data folder, or of the database, with those of FILE. The server
    must not be running."""
    from cubarium.database.copies import restore

    restored = restore(place, file, force=force)
    click.echo(f"The tables of {file} are in {place}.")
    if restored.kept is not None:
        click.echo(f"The tables that were there before are in {restored.kept}.")
    if not restored.has_key:
        click.echo(
            f"{file} was made by an older Cubarium and holds no key: browsers have lost their "
            "seats, but private links and tokens still work."
        )


@command.command("move")
@place_option
@click.option(
    "--to",
    "target",
    required=True,
    type=PlaceType(),
    help="An empty PostgreSQL database, postgresql://user@host/name, or a new folder.",
)
@click.option("--rehearse", "rehearses", is_flag=True, help="Try it; nothing changes.")
def move_command(place: "Place", target: "Place", *, rehearses: bool) -> None:
    """Move all tables to another place: from the data folder to PostgreSQL, or back. Everything is
    compared there before it stays. The server must not be running, except for a rehearsal; from
    then on it is started on the new place, and refuses the old one."""
    from cubarium.cli.output import status_line
    from cubarium.database.relocation import move, rehearse

    existing(place)
    with status_line() as line:
        found = (rehearse if rehearses else move)(place, target, line.update)
    told = f"{found['tables']} tables with {found['events']} events"
    if rehearses:
        click.echo(f"{told} can be moved to {target}. Nothing has changed.")
        return
    click.echo(f"{told} are in {target} now. A server refuses {place} from now on.")


@command.command("check")
@place_option
def check_command(place: "Place") -> None:
    """Check that everything is in order, reading every game; the server may be running. The exit
    code is 1 if something is wrong."""
    from cubarium.cli.output import status_line
    from cubarium.server.inspection import faults

    with status_line() as line:
        found = list(faults(existing(place), lambda what: line.update(f"Checking {what}")))
    for fault in found:
        click.echo(fault)
    if found:
        raise SystemExit(1)
    click.echo("All is well.")


@command.command("upgrade")
@place_option
def upgrade_command(place: "Place") -> None:
    """Make the tables of a new database, or bring those of an older version to the form of this
    one. A server does so when it starts, if its login may; where it may not, the owner does it."""
    from cubarium.database.database import prepared

    prepared(place).dispose()
    click.echo(f"{place} has the form of this version.")


@command.command("tables")
@place_option
def tables_command(place: "Place") -> None:
    """How many tables there are, and the newest ones."""
    from cubarium.database.admin import overview

    counts, newest = overview(existing(place))
    for status, count in sorted(counts.items()):
        click.echo(f"{count} {status}")
    for row in newest:
        names = ", ".join("free" if one is None else one[0] for one in row.seated)
        click.echo(f"{row.id}  {row.status:<8} {row.game:<8} {names}")


@command.command("close")
@table_argument
@place_option
def close_command(table: str, place: "Place") -> None:
    """End the game at TABLE without a winner. It can still be looked at."""
    from cubarium.database.admin_commands import AdminCommand

    _give(existing(place), AdminCommand.CLOSE, table)
    click.echo(f"{table} is closed.")


@command.command("delete")
@table_argument
@place_option
def delete_command(table: str, place: "Place") -> None:
    """Delete TABLE and everything that belongs to it."""
    from cubarium.database.admin_commands import AdminCommand

    _give(existing(place), AdminCommand.DELETE, table)
    click.echo(f"{table} is deleted.")


@command.command("retain")
@click.option(
    "--days", type=click.IntRange(min=1), required=True, help="Keep tables that are younger."
)
@place_option
def retain_command(days: int, place: "Place") -> None:
    """Delete tables where nothing has happened for this many days."""
    from cubarium.database.admin import give, stale
    from cubarium.database.admin_commands import DONE, AdminCommand

    existing(place)
    answers = give(place, AdminCommand.DELETE, stale(place, days))
    click.echo(f"Tables deleted: {answers.count(DONE)}.")


for one in COMMANDS:
    command.add_command(one)


def _give(place: "Place", kind: str, table: str) -> None:
    """Let the server do it if it is running, else do it here."""
    from cubarium.database import admin
    from cubarium.database.admin_commands import DONE, OVER, AdminCommand

    (answer,) = admin.give(place, AdminCommand(kind), [table])
    if answer == OVER:
        raise CubariumError(f"the game at {table} is over already")
    if answer != DONE:
        raise CubariumError(f"there is no table {table}")
