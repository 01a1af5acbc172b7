"""The types of options: numbers on the command line."""

import math

import click

from cubarium.cli.terminal.save_files import NO_LIMIT


class CountType(click.ParamType[str]):
    """A number, `lowest` or more, or `none`; as text."""

    name = "count"

    def __init__(self, lowest: int) -> None:
        self.lowest = lowest

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value).lower()
        if text != NO_LIMIT and not (text.isdecimal() and int(text) >= self.lowest):
            self.fail(f"expected {self.lowest} or more, or none; not {text}", param, ctx)
        return text


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A callback that refuses endless numbers of seconds."""
    del ctx, param
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("expected a number of seconds")
    return value
