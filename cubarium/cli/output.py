"""Where output goes: a console for people, JSON for programs."""

import json
import os
import shutil
import sys
import textwrap
from pathlib import Path
from typing import Any

import click
from rich.console import Console

plain_option = click.option(
    "--plain", is_flag=True, help="Plain ASCII: no colours, no drawn lines."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, for programs.")


def console(*, plain: bool) -> Console:
    """A console that colours only where colours can be seen."""
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]  # unknown, not nothing
    return Console(
        no_color=plain,
        highlight=False,
        soft_wrap=not sys.stdout.isatty(),  # lines are broken for people, not for programs
        color_system=None if plain else "auto",
    )


def print_page(out: Console, page: str) -> None:
    """A page of Markdown: set and paged for people, as it is for programs."""
    if not out.is_terminal or out.no_color:
        click.echo(page)
        return
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "FRX")  # colours as they are; no paging of what fits
    with out.pager(styles=True):
        out.print(Markdown(page))


def print_indented(text: str) -> None:
    """A paragraph set in by four; its lines are broken for people, not for programs."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else len(text) + 8
    click.echo(textwrap.fill(text, width, initial_indent="    ", subsequent_indent="    "))


def ordinal(number: int) -> str:
    """first, second, third, 4th, …"""
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def counted(number: int, noun: str) -> str:
    """1 card, 2 cards."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def ascii_only(*, plain: bool) -> bool:
    """Are drawn lines unwanted, or impossible?"""
    encoding = (sys.stdout.encoding or "ascii").lower()
    return plain or not encoding.startswith("utf")


def program() -> str:
    """How to call this program again: by name where the shell finds it, else by its path."""
    name = Path(sys.argv[0]).name
    found = shutil.which(name)
    return name if found and Path(found).samefile(sys.argv[0]) else sys.argv[0]


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))
