"""`cubarium perft`."""

import time
from collections.abc import Callable
from threading import Thread
from typing import Any

import click

from cubarium import catalog, extras
from cubarium.cli.output import json_option, print_json
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.game import AnyGame
from cubarium.search.perft import perft_by_rules

SHALLOW = 2  # up to here the readable rules are quicker than loading the kernel


@click.command("perft")
@game_argument
@click.argument("depth", type=click.IntRange(min=0, max=20))
@table_options
@click.option("--position", help="Start from this position.")
@click.option("--divide", is_flag=True, help="A count for each first move.")
@click.option(
    "--reading",
    type=click.Choice(["auto", "rules", "kernel"]),
    default="auto",
    show_default=True,
    help="Which reading of the rules counts: the readable one, or the compiled one (of the extra "
    "`engines`). auto: the quicker one that there is.",
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
        able = catalog.has_kernel(game.name) and extras.is_installed("engines")
        reading = "kernel" if able and depth > SHALLOW else "rules"
    count = _interruptible(_counter(game, reading))
    begun = time.perf_counter()
    parts = (
        {
            game.write(act): count(game.play(state, act), depth - 1)
            for act in (*game.moves(state), *game.draws(state))
        }
        if divide and depth
        else {}
    )
    total = sum(parts.values()) if divide and depth else count(state, depth)
    seconds = time.perf_counter() - begun
    if as_json:
        print_json(
            {
                "game": game.name,
                "players": game.players,
                "options": dict(game.table.options),
                "position": game.text(state),
                "depth": depth,
                "reading": reading,
                "count": total,
                "seconds": round(seconds, 3),
            }
            | ({"divide": parts} if divide else {})
        )
        return
    for move, part in parts.items():
        click.echo(f"{move} {part}")
    click.echo(f"{total}")


def _interruptible(count: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
    """Count in a thread of its own: compiled code does not notice Ctrl-C, a waiting one does."""

    def counted(state: Any, depth: int) -> int:
        found: list[int] = []
        worker = Thread(target=lambda: found.append(count(state, depth)), daemon=True)
        worker.start()
        while worker.is_alive():
            worker.join(0.1)
        return found[0]

    return counted


def _counter(game: AnyGame, reading: str) -> Callable[[Any, int], int]:
    if reading == "rules":
        return lambda state, depth: perft_by_rules(game, state, depth)
    kernel = catalog.kernel(game)
    from cubarium.search.perft_kernel import perft_by_kernel

    return lambda state, depth: perft_by_kernel(kernel, kernel.pack(state), depth)
