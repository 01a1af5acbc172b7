"""Where output goes: a console for people, JSON for programs."""

import json
import sys
from typing import Any

import click
from rich.console import Console

plain_option = click.option(
    "--plain", is_flag=True, help="Plain ASCII: no colours, no drawn lines."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, for programs.")


def console(*, plain: bool) -> Console:
    """A console that colours only where colours can be seen."""
    return Console(
        no_color=plain, highlight=False, soft_wrap=True, color_system=None if plain else "auto"
    )


def ascii_only(*, plain: bool) -> bool:
    """Are drawn lines unwanted, or impossible?"""
    encoding = (sys.stdout.encoding or "ascii").lower()
    return plain or not encoding.startswith("utf")


def print_json(data: Any) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))
