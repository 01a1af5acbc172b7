"""Numbers on the command line."""

import math

import click

from cubarium.cli.save_files import NO_LIMIT


class CountType(click.ParamType[str]):
    """A number from `least` on, or `none`: as a text."""

    name = "count"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value).lower()
        if text != NO_LIMIT and not (text.isdecimal() and int(text) >= self.least):
            self.fail(f"expected a number from {self.least} on, or none; not {text}", param, ctx)
        return text


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A callback for numbers of seconds."""
    del ctx, param
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("expected a number of seconds")
    return value
