"""The options that say which table: the game, its players, its options. The same everywhere."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.info import Option, either

C = TypeVar("C", bound=Callable[..., Any])


def _options() -> dict[str, list[tuple[str, Option]]]:
    """Option name -> the games that have it."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for name in catalog.names():
        info = catalog.info(name)
        for option in info.options:
            found.setdefault(option.name, []).append((info.title, option))
    return found


def _players_help() -> str:
    games = (catalog.info(name) for name in catalog.names())
    return "; ".join(f"{info.title}: {either(info.players)}" for info in games)


def table_options(command: C) -> C:
    """Give a command --players and every option of every game."""
    for name, users in reversed(_options().items()):
        texts = [f"{title}: {option.help} {option.describe()}." for title, option in users]
        flags = sorted({f"--{name.replace('_', '-')}", f"--{name}"})
        command = click.option(*flags, name, metavar="VALUE", help=" ".join(texts))(command)
    return click.option("--players", type=int, help=f"Number of players. {_players_help()}.")(
        command
    )


def game_argument(command: C) -> C:
    """Give a command the argument GAME."""
    return click.argument("name", metavar="GAME")(command)


def game_of(name: str, players: int | None, options: Mapping[str, str | None]) -> AnyGame:
    """The game at the table that was asked for."""
    said = {option: value for option, value in options.items() if value is not None}
    return catalog.load(name.lower(), players, **said)
