"""`cubarium games`."""

import click

from cubarium import catalog
from cubarium.analysis.schemas import info_as_json
from cubarium.cli.output import json_option, print_indented, print_json
from cubarium.core.info import as_text, either


@click.command("games")
@json_option
def command(*, as_json: bool) -> None:
    """List the games, with their players and options."""
    entries = [catalog.info(name) for name in catalog.names()]
    if as_json:
        print_json([info_as_json(info) for info in entries])
        return
    for info in entries:
        click.echo(f"{info.name}: {info.title}, {either(info.players)} players")
        print_indented(info.summary)
        for option in info.options:
            flag, default = option.name.replace("_", "-"), as_text(option.default)
            text = f"--{flag}: {option.help} {option.describe()}. Default: {default}."
            print_indented(text)
        print_indented(info.credit)
