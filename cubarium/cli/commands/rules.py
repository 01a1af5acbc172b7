"""`cubarium rules`."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import click

from cubarium import catalog
from cubarium.cli.output import console, plain_option, print_page
from cubarium.cli.table_options import game_argument


def rules_page(name: str) -> str:
    """The rules page of a game. An installed package carries it; a source tree has it in docs."""
    catalog.info(name)
    packaged: Traversable = resources.files("cubarium") / "pages" / "rules" / f"{name}.md"
    source = Path(__file__).parents[3] / "docs" / "rules" / f"{name}.md"
    return (packaged if packaged.is_file() else source).read_text("utf-8")


@click.command("rules")
@game_argument
@plain_option
def command(name: str, *, plain: bool) -> None:
    """The rules of GAME, in a few minutes of reading."""
    print_page(console(plain=plain), rules_page(name))
