"""The commands of `cubarium admin` that are about people: who may come in, and what they leave."""

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from cubarium.cli.data_folder import existing, place_option
from cubarium.core.errors import CubariumError

if TYPE_CHECKING:
    from cubarium.database.site_place import Place

whom_argument = click.argument("whom", metavar="WHOM")
SHORT = 12
"""Characters of a guest's hash that are printed."""


@click.command("find")
@click.argument("text")
@place_option
def find_command(text: str, place: "Place") -> None:
    """The seats of people: by the name of a table, a part of a person's name, or the beginning of a
    guest's hash. Prints table, status, seat, name and the hashes of the seat's guests; those whose
    keys were taken away in brackets."""
    from cubarium.database.admin import find

    found = find(existing(place), text)
    for one in found:
        revoked = (f"({guest[:SHORT]})" for guest in one.revoked)
        guests = " ".join((*(guest[:SHORT] for guest in one.guests), *revoked))
        click.echo(f"{one.table}  {one.status:<8} {one.game:<8} {one.seat} {one.name}  {guests}")
    if not found:
        click.echo("Nothing was found.")


@click.command("ban")
@whom_argument
@click.option("--why", default="", help="For yourself: nobody else is told.")
@click.option("--days", type=click.IntRange(min=1), help="For so many days; usually for good.")
@click.option("--yes", is_flag=True, help="Do not ask, however many that are.")
@place_option
def ban_command(whom: str, why: str, days: int | None, place: "Place", *, yes: bool) -> None:
    """Let WHOM in no more: an address (203.0.113.7), a network (2001:db8::/48), or a guest by the
    beginning of its hash, as `find` prints it. Whoever is connected is sent away."""
    from cubarium.database.admin import ban
    from cubarium.database.bans import doubt

    come_from = os.environ.get("SSH_CONNECTION", "").partition(" ")[0]
    why_not = None if yes else doubt(whom, come_from)
    if why_not is not None:
        if not is_asked():
            raise CubariumError(f"{why_not}: no one is banned; say --yes if all of it is meant")
        click.confirm(f"{why_not}. Is all of it meant?", abort=True)
    click.echo(f"{_shown(ban(existing(place), whom, why, days))} is banned.")


@click.command("unban")
@whom_argument
@place_option
def unban_command(whom: str, place: "Place") -> None:
    """Let WHOM in again."""
    from cubarium.database.admin import unban

    found = unban(existing(place), whom)
    if found is None:
        raise CubariumError(f"{whom} is not banned")
    click.echo(f"{_shown(found)} is let in again.")


@click.command("bans")
@place_option
def bans_command(place: "Place") -> None:
    """Who is banned, until when, and why."""
    from cubarium.database.admin import current_bans

    for one in current_bans(existing(place)):
        day = "for good" if one.until is None else f"until {_day(one.until)}"
        click.echo(f"{_shown(one.whom)}  {day}  {one.why}".rstrip())


@click.command("kick")
@whom_argument
@place_option
def kick_command(whom: str, place: "Place") -> None:
    """End the connections of WHOM. They may come back."""
    from cubarium.database.admin import give, resolve
    from cubarium.database.admin_commands import DONE, AdminCommand

    existing(place)
    found = resolve(place, whom)
    (answer,) = give(place, AdminCommand.KICK, [""], found)
    if answer != DONE:
        raise CubariumError(f"{whom} is not connected")
    click.echo(f"{_shown(found)} is sent away.")


@click.command("revoke")
@click.argument("table", metavar="TABLE")
@click.argument("guest", metavar="GUEST")
@place_option
def revoke_command(table: str, guest: str, place: "Place") -> None:
    """Take the keys of GUEST at TABLE away: links and devices with them hold no seat any more."""
    from cubarium.database.admin import give
    from cubarium.database.admin_commands import DONE, AdminCommand
    from cubarium.database.bans import GUEST

    if not GUEST.fullmatch(guest):
        raise CubariumError(f"{guest} is no guest: find prints them, give 8 characters or more")
    (answer,) = give(existing(place), AdminCommand.REVOKE, [table], guest)
    if answer != DONE:
        raise CubariumError(f"{guest} has no key at {table}")
    click.echo(f"{guest} has no key at {table} any more.")


@click.group("chat")
def chat_group() -> None:
    """What was said at tables."""


@chat_group.command("list")
@click.argument("table", metavar="TABLE")
@place_option
def list_command(table: str, place: "Place") -> None:
    """What was said at TABLE, with the numbers of the lines."""
    from cubarium.database.admin import chat_of

    lines = chat_of(existing(place), table)
    if lines is None:
        raise CubariumError(f"there is no table {table}")
    for line, guest in lines:
        if line.text:
            who = line.seat if line.seat is not None else f"{line.name} ({guest[:SHORT]})"
            click.echo(f"{line.number}  {who}  {line.text}")


@chat_group.command("delete")
@click.argument("table", metavar="TABLE")
@click.argument("number", type=click.IntRange(1, 2**31 - 1))
@place_option
def hush_command(table: str, number: int, place: "Place") -> None:
    """Delete line NUMBER of the chat at TABLE."""
    from cubarium.database.admin import give
    from cubarium.database.admin_commands import DONE, AdminCommand

    (answer,) = give(existing(place), AdminCommand.HUSH, [table], str(number))
    if answer != DONE:
        raise CubariumError(f"there is no line {number} at {table}")
    click.echo(f"Line {number} of {table} is deleted.")


@click.command("forget")
@click.argument("guest", metavar="GUEST")
@place_option
def forget_command(guest: str, place: "Place") -> None:
    """Delete everything of GUEST: tables of theirs alone, and at tables of others too, their name,
    words and keys. Games that go on are called off."""
    from cubarium.database.admin import give, resolve
    from cubarium.database.admin_commands import AdminCommand
    from cubarium.database.bans import network

    existing(place)
    if network(guest) is not None:
        raise CubariumError(f"{guest} is an address: name a guest, find prints them")
    (answer,) = give(place, AdminCommand.FORGET, [""], resolve(place, guest))
    click.echo(f"Tables where something was deleted: {answer}.")


COMMANDS = (
    find_command,
    ban_command,
    unban_command,
    bans_command,
    kick_command,
    revoke_command,
    chat_group,
    forget_command,
)


def is_asked() -> bool:
    """Is a person there who can answer?"""
    return sys.stdin.isatty()


def _shown(whom: str) -> str:
    """A guest by the beginning of its hash, an address as it is."""
    return whom if "." in whom or ":" in whom else whom[:SHORT]


def _day(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d}"
