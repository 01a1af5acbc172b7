"""`cubarium selfplay`."""

import sys
from pathlib import Path

import click

from cubarium.cli.executor_choice import chosen_executor
from cubarium.cli.option_types import finite
from cubarium.cli.self_play_run import SelfPlayRun
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.engine import Limit
from cubarium.engines import registry


@click.command("selfplay")
@game_argument
@table_options
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The folder to fill.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option(
    "--engine", default="level2", show_default=True, help=f"Who plays: {registry.CHOICE}."
)
@click.option(
    "--seconds", type=click.FloatRange(min=0.001), callback=finite, help="Seconds a move."
)
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes a move.")
@click.option(
    "--random-plies",
    type=click.IntRange(min=0),
    default=4,
    show_default=True,
    help="Random moves at the start of a game.",
)
@click.option(
    "--part", type=click.IntRange(min=1), default=20, show_default=True, help="Games in a file."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["npz", "parquet"]),
    default="npz",
    show_default=True,
    help="NumPy's arrays, or Parquet.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--workers", type=click.IntRange(min=1), help="Processes; usually one for each core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local`: on this machine.")
def command(
    name: str,
    players: int | None,
    out: Path,
    games: int,
    engine: str,
    seconds: float | None,
    nodes: int | None,
    random_plies: int,
    part: int,
    form: str,
    seed: int,
    workers: int | None,
    ray: str | None,
    **options: str | None,
) -> None:
    """Let an engine play GAME against itself, and write every position with its value.

    The folder gets files part-00000.npz (or .parquet) with the columns observation, game, ply,
    seat, action, value (what the seat expected, -1 to 1) and result (what it got), and the records
    of the games as text. A run that was stopped goes on where it was, by the same command.
    """
    game = game_of(name, players, options)
    registry.check_name(engine)
    registry.require(game, engine)
    run = SelfPlayRun(
        game, out, form, games, part, engine, Limit(seconds, nodes), random_plies, seed
    )
    sys.exit(run.play(chosen_executor(workers, ray)))
