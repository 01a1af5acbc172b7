"""The options that choose a table: the game, its players, its options. The same everywhere."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import click
from click.shell_completion import CompletionItem

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.info import Option, either

C = TypeVar("C", bound=Callable[..., object])


def _options(games: Sequence[str]) -> dict[str, list[tuple[str, Option]]]:
    """By name of an option, the games that have it."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for name in games:
        info = catalog.info(name)
        for option in info.options:
            found.setdefault(option.name, []).append((info.title, option))
    return found


def _players_help(games: Sequence[str]) -> str:
    entries = map(catalog.info, games)
    return "; ".join(f"{info.title}: {either(info.players)}" for info in entries)


def table_options(command: C) -> C:
    """Give a command --players and every option of every game."""
    return _with_options(command, catalog.names(), _players_help(catalog.names()))


def solver_options(command: C) -> C:
    """Give a command --players and the options of games that can be solved, with two players."""
    games = catalog.solvable()
    return _with_options(
        command, games, "; ".join(f"{catalog.info(one).title}: 2" for one in games)
    )


def _with_options(command: C, games: Sequence[str], players: str) -> C:
    for name, users in reversed(_options(games).items()):
        texts = [f"{title}: {option.help} {option.describe()}." for title, option in users]
        flags = sorted({f"--{name.replace('_', '-')}", f"--{name}"})
        command = click.option(*flags, name, metavar="VALUE", help=" ".join(texts))(command)
    return click.option("--players", type=int, help=f"Number of players. {players}.")(command)


def game_argument(command: C) -> C:
    """Give a command the argument GAME."""
    return click.argument("name", metavar="GAME", shell_complete=complete_game)(command)


def solved_game_argument(command: C) -> C:
    """The same for games that can be solved."""

    def complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
        del ctx, param
        return _begun(catalog.solvable(), begun)

    return click.argument("name", metavar="GAME", shell_complete=complete)(command)


def complete_game(ctx: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin like this, for a shell."""
    del ctx, param
    return _begun(catalog.names(), begun)


def complete_game_or_file(
    ctx: click.Context, param: click.Parameter, begun: str
) -> list[CompletionItem]:
    """The same, and files, which the shell knows."""
    names = complete_game(ctx, param, begun)
    return [*map(CompletionItem, names), CompletionItem(begun, type="file")]


def _begun(names: Sequence[str], begun: str) -> list[str]:
    return [name for name in names if name.startswith(begun.lower())]


def game_of(name: str, players: int | None, options: Mapping[str, str | None]) -> AnyGame:
    """The game at the chosen table."""
    given = {option: value for option, value in options.items() if value is not None}
    return catalog.load(name.lower(), players, **given)
