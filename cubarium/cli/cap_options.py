"""The options of `cubarium serve` that say how much one guest, and one address, may have."""

from collections.abc import Callable
from functools import wraps
from typing import Final

import click

HELPS: Final = {
    "engine_tables": "Games with engines that one guest may have at a time; usually 12.",
    "engine_tables_of_address": "The same for one address; usually 60.",
    "open_tables": "Tables of one guest that may wait for people; usually 20.",
    "open_tables_of_address": "The same for one address; usually 60.",
    "studies": "Analyses, reviews and hints that one guest may ask for at a time; usually 2.",
    "studies_of_address": "The same for one address; usually 8.",
    "studies_waiting": "The same for all guests, beside those that are answered; usually 32.",
}


def cap_options(command: Callable[..., None]) -> Callable[..., None]:
    """One option for each cap, as one argument `caps`; and a profile that sets some of them."""

    @wraps(command)
    def called(*values: object, **named: object) -> None:
        from cubarium.server.people.caps import Caps

        given = {name: named.pop(name) for name in HELPS}
        caps = Caps(**{name: value for name, value in given.items() if isinstance(value, int)})
        command(*values, caps=caps, **named)

    made: Callable[..., None] = called
    for name, text in reversed(HELPS.items()):
        option = f"--{name.replace('_', '-')}"
        made = click.option(option, type=click.IntRange(min=1), help=text)(made)
    return click.option(
        "--behind-one-address",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_set_profile,
        help="Many people share one address, as in a school: what holds for an address is set for "
        "thirty classes, unless another option says how much.",
    )(made)


def _set_profile(context: click.Context, parameter: click.Parameter, value: bool) -> None:  # noqa: FBT001
    """The profile's numbers become the defaults of the other options, if no file has others."""
    del parameter
    if value:
        from cubarium.server.people.caps import BEHIND_ONE_ADDRESS

        context.default_map = {**BEHIND_ONE_ADDRESS, **(context.default_map or {})}
