"""`cubarium perft`."""

import time
from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING, TypeAlias

import click

from cubarium import catalog, extras
from cubarium.cli.output import game_json, json_option, print_json
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.game import AnyGame
from cubarium.search.perft import perft_by_rules

if TYPE_CHECKING:
    from rich.progress import Progress

SHALLOW = 2  # up to here the readable rules are quicker than loading the kernel
Counter: TypeAlias = Callable[[object, int], int]


@click.command("perft")
@game_argument
@click.argument("depth", type=click.IntRange(min=0, max=20))
@table_options
@click.option("--position", help="Start from this position.")
@click.option("--divide", is_flag=True, help="Print a count for each first move.")
@click.option(
    "--reading",
    type=click.Choice(["auto", "rules", "kernel"]),
    default="auto",
    show_default=True,
    help="Which reading of the rules counts: the readable one, or the compiled one (of the extra "
    "`engines`). auto: whichever is quicker here.",
)
@json_option
def command(
    name: str,
    depth: int,
    players: int | None,
    position: str | None,
    reading: str,
    *,
    divide: bool,
    as_json: bool,
    **options: str | None,
) -> None:
    """Count the sequences of exactly DEPTH moves. A game that ended earlier counts nothing."""
    game = game_of(name, players, options)
    state = game.initial() if position is None else game.whole_position(position)
    if reading == "auto":
        has_kernel = catalog.has_kernel(game.name) and extras.is_installed("engines")
        reading = "kernel" if has_kernel and depth > SHALLOW else "rules"
    count = _interruptible(_counter(game, reading))
    if reading == "kernel":
        count(state, 1)  # compiles, outside of the measured time
    begun = time.perf_counter()
    acts = (*game.moves(state), *game.draws(state)) if depth else ()
    with _progress() as progress:
        parts = {
            game.write(act): count(game.play(state, act), depth - 1)
            for act in progress.track(acts, description=f"perft {depth}")
        }
    total = sum(parts.values()) if depth else 1
    seconds = time.perf_counter() - begun
    if as_json:
        print_json(
            game_json(game)
            | {
                "position": game.text(state),
                "depth": depth,
                "reading": reading,
                "count": total,
                "seconds": round(seconds, 3),
            }
            | ({"divide": parts} if divide else {})
        )
        return
    for move, part in parts.items() if divide else ():
        click.echo(f"{move} {part}")
    click.echo(f"{total}")


def _progress() -> "Progress":
    """How many of the first moves are counted, and how long the rest may take: on a terminal only,
    and gone afterwards."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    out = Console(stderr=True)
    return Progress(*columns, console=out, transient=True, disable=not out.is_terminal)


def _interruptible(count: Counter) -> Counter:
    """Count in a thread of its own: compiled code does not notice Ctrl-C, a waiting thread does."""

    def counted(state: object, depth: int) -> int:
        found: list[int] = []
        worker = Thread(target=lambda: found.append(count(state, depth)), daemon=True)
        worker.start()
        while worker.is_alive():
            worker.join(0.1)
        return found[0]

    return counted


def _counter(game: AnyGame, reading: str) -> Counter:
    if reading == "rules":
        return lambda state, depth: perft_by_rules(game, state, depth)
    kernel = catalog.kernel(game)
    from cubarium.search.perft_kernel import perft_by_kernel

    return lambda state, depth: perft_by_kernel(kernel, kernel.pack(state), depth)
