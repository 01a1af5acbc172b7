"""Where output goes: a console for people, JSON for programs."""

import os
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console

from cubarium.core.game import AnyGame

if TYPE_CHECKING:
    from rich.status import Status

plain_option = click.option(
    "--plain", is_flag=True, help="Plain ASCII: no colours, no drawn lines."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, for programs.")


def console(*, plain: bool) -> Console:
    """A console that colours only where colours can be seen."""
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]  # unknown, not zero
    return Console(
        no_color=plain,
        highlight=False,
        soft_wrap=not sys.stdout.isatty(),  # lines are broken for people, not for programs
        color_system=None if plain else "auto",
    )


def status_line() -> "Status":
    """A line that says how far long work has come: on a terminal only, and gone afterwards."""
    return Console(stderr=True).status("", spinner="line")


def print_page(out: Console, page: str) -> None:
    """A page of Markdown: typeset and paged for people, unchanged for programs."""
    if not out.is_terminal or out.no_color:
        click.echo(page)
        return
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "FRX")  # keep colours; no paging of what fits
    with out.pager(styles=True):
        out.print(Markdown(page))


def print_indented(text: str) -> None:
    """A paragraph indented by four; its lines are broken for people, not for programs."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else len(text) + 8
    click.echo(textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    "))


def ordinal(number: int) -> str:
    """first, second, third, 4th, …"""
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def ascii_only(*, plain: bool) -> bool:
    """Are drawn lines unwanted, or impossible?"""
    encoding = (sys.stdout.encoding or "ascii").lower()
    return plain or not encoding.startswith("utf")


def program() -> str:
    """How to call this program again: by its name if the shell finds it, else by its path."""
    name = Path(sys.argv[0]).name
    found = shutil.which(name)
    return name if found and Path(found).samefile(sys.argv[0]) else sys.argv[0]


def game_json(game: AnyGame) -> dict[str, object]:
    """What every JSON document about a table begins with."""
    return {
        "game": game.name,
        "players": game.players,
        "options": game.spec.option_texts(),
    }


def print_json(data: object) -> None:
    """One JSON document on standard output: dataclasses and models say what they hold."""
    from pydantic_core import to_json

    click.echo(to_json(data, indent=1))
