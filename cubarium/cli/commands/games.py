"""`cubarium games`."""

import click

from cubarium import catalog
from cubarium.cli.output import json_option, print_indented, print_json
from cubarium.core.info import as_text, either


@click.command("games")
@json_option
def command(*, as_json: bool) -> None:
    """List the games, with their players and options."""
    entries = [catalog.info(name) for name in catalog.names()]
    if as_json:
        from cubarium.schema.game_entry import game_entry

        print_json([game_entry(info) for info in entries])
        return
    for info in entries:
        click.echo(f"{info.name}: {info.title}, {either(info.players)} players")
        print_indented(info.summary)
        for option in info.options:
            flag, default = option.name.replace("_", "-"), as_text(option.default)
            text = f"--{flag}: {option.help} {option.describe()}. Default: {default}."
            print_indented(text)
        print_indented(info.credit)
