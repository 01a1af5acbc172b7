"""`cubarium rules`."""

import click

from cubarium.cli.output import console, plain_option, print_page
from cubarium.cli.table_options import game_argument
from cubarium.rulebook.pages import rules_page


@click.command("rules")
@game_argument
@plain_option
def command(name: str, *, plain: bool) -> None:
    """The rules of GAME, in a few minutes of reading."""
    print_page(console(plain=plain), rules_page(name))
