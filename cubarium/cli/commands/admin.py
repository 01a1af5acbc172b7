"""`cubarium admin`."""

from pathlib import Path

import click

from cubarium.cli.commands.serve import data_option
from cubarium.cli.data_folder import data_folder, existing
from cubarium.cli.moderation import COMMANDS
from cubarium.core.errors import CubariumError

table_argument = click.argument("table", metavar="TABLE")


@click.group("admin", no_args_is_help=True)
def command() -> None:
    """Look after a server and its data folder. Most commands also work while the server runs."""


@command.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@data_option
def backup_command(file: Path, data: Path | None) -> None:
    """Copy the database to FILE, whole and consistent, even while the server runs. The copy holds
    everything a server needs, including the key that signs cookies: guard it like the database."""
    from cubarium.store.admin import back_up

    back_up(existing(data), file)
    click.echo(f"The tables are in {file}.")


@command.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
@click.option("--force", is_flag=True, help="Replace existing tables.")
def restore_command(file: Path, data: Path | None, *, force: bool) -> None:
    """Replace the tables of the data folder with those of FILE. The server must not be running."""
    from cubarium.store.admin import restore

    folder = data_folder() if data is None else data
    restored = restore(folder, file, force=force)
    click.echo(f"The tables of {file} are in {folder}.")
    if restored.kept is not None:
        click.echo(f"The tables that were there before are in {restored.kept}.")
    if not restored.has_key:
        click.echo(
            f"{file} was made by an older Cubarium and holds no key: browsers have lost their "
            "seats, but private links and tokens still work."
        )


@command.command("check")
@data_option
def check_command(data: Path | None) -> None:
    """Check that everything is in order, reading every game; the server may be running. The exit
    code is 1 if something is wrong."""
    from cubarium.cli.output import status_line
    from cubarium.server.inspection import faults

    with status_line() as line:
        found = list(faults(existing(data), lambda what: line.update(f"Checking {what}")))
    for fault in found:
        click.echo(fault)
    if found:
        raise SystemExit(1)
    click.echo("All is well.")


@command.command("tables")
@data_option
def tables_command(data: Path | None) -> None:
    """How many tables there are, and the newest ones."""
    from cubarium.store.admin import overview

    counts, newest = overview(existing(data))
    for status, count in sorted(counts.items()):
        click.echo(f"{count} {status}")
    for row in newest:
        names = ", ".join("free" if one is None else one[0] for one in row.seated)
        click.echo(f"{row.id}  {row.status:<8} {row.game:<8} {names}")


@command.command("close")
@table_argument
@data_option
def close_command(table: str, data: Path | None) -> None:
    """End the game at TABLE without a winner. It can still be looked at."""
    from cubarium.store.admin_commands import AdminCommand

    _give(existing(data), AdminCommand.CLOSE, table)
    click.echo(f"{table} is closed.")


@command.command("delete")
@table_argument
@data_option
def delete_command(table: str, data: Path | None) -> None:
    """Delete TABLE and everything that belongs to it."""
    from cubarium.store.admin_commands import AdminCommand

    _give(existing(data), AdminCommand.DELETE, table)
    click.echo(f"{table} is deleted.")


@command.command("retain")
@click.option(
    "--days", type=click.IntRange(min=1), required=True, help="Keep tables that are younger."
)
@data_option
def retain_command(days: int, data: Path | None) -> None:
    """Delete tables where nothing has happened for this many days."""
    from cubarium.store.admin import give, stale
    from cubarium.store.admin_commands import DONE, AdminCommand

    folder = existing(data)
    answers = give(folder, AdminCommand.DELETE, stale(folder, days))
    click.echo(f"Tables deleted: {answers.count(DONE)}.")


for one in COMMANDS:
    command.add_command(one)


def _give(folder: Path, kind: str, table: str) -> None:
    """Let the server do it if it is running, else do it here."""
    from cubarium.store import admin
    from cubarium.store.admin_commands import DONE, OVER, AdminCommand

    (answer,) = admin.give(folder, AdminCommand(kind), [table])
    if answer == OVER:
        raise CubariumError(f"the game at {table} is over already")
    if answer != DONE:
        raise CubariumError(f"there is no table {table}")
