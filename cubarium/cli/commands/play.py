"""`cubarium play`."""

import sys
from pathlib import Path
from random import Random

import click

from cubarium import extras
from cubarium.cli.option_types import CountType, finite
from cubarium.cli.output import ascii_only, console, plain_option
from cubarium.cli.table_options import complete_game, table_options
from cubarium.cli.terminal.match_repl import MatchRepl
from cubarium.cli.terminal.match_setup import (
    check_seats,
    new_match,
    players_named,
    resumed_match,
)
from cubarium.cli.terminal.seats import CHOICE, seated
from cubarium.core.errors import CubariumError
from cubarium.core.levels import NUMBERS
from cubarium.engines import registry


@click.command("play")
@click.argument("name", metavar="GAME", required=False, shell_complete=complete_game)
@table_options
@click.option(
    "--seats",
    metavar="WHO,WHO,…",
    help=f"Who sits where, in turn order: {CHOICE}. "
    f"Usually you sit in the first seat, and {registry.USUAL} in the others.",
)
@click.option(
    "--level",
    type=click.IntRange(min(NUMBERS), max(NUMBERS)),
    help="You sit in the first seat, and engines of this level in the others. "
    "With --resume: the engines continue at this level.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    callback=finite,
    help=f"How long `{registry.FULL}`, or a program, thinks about a move; "
    f"usually {registry.SECONDS:g}.",
)
@click.option("--position", help="Start from this position.")
@click.option("--resume", type=click.Path(path_type=Path), help="Continue a saved game.")
@click.option("--seed", type=int, help="Makes chance, levels and random players repeatable.")
@click.option(
    "--repetitions",
    type=CountType(lowest=2),
    metavar="N|none",
    help="The game ends when a position comes up this many times; usually 3.",
)
@click.option(
    "--ply-limit",
    type=CountType(lowest=1),
    metavar="N|none",
    help="The game ends after this many turns; usually 400.",
)
@plain_option
def command(
    name: str | None,
    players: int | None,
    seats: str | None,
    level: int | None,
    seconds: float | None,
    position: str | None,
    resume: Path | None,
    seed: int | None,
    repetitions: str | None,
    ply_limit: str | None,
    *,
    plain: bool,
    **options: str | None,
) -> None:
    """Play GAME in the terminal.

    Type a move, or `help` to see what else you can type. Ctrl-C and Ctrl-D leave the table; the
    game is kept, and `--resume FILE` continues it.
    """
    given = {"Repetitions": repetitions, "PlyLimit": ply_limit}
    limits = {tag: text for tag, text in given.items() if text is not None}
    if resume is not None:
        if players is not None or position is not None or any(options.values()):
            raise CubariumError("--resume takes the table and the position from the file")
        match, save_files = resumed_match(resume, name, limits)
    elif name is not None:
        count = players_named(name, seats) if players is None else players
        match, save_files = new_match(name, count, options, position, limits)
    else:
        raise CubariumError("which game? `cubarium games` lists them: cubarium play GAME")
    match = match.after(seated(match, seats, level, save_files.tags))
    check_seats(match, seconds)
    if resume is not None:
        save_files.saved = match
    elif seats is None and level is None and not registry.can_think(match.game):
        click.echo(f"People sit in every seat: {extras.missing('engines')}.", err=True)
    rng = Random(seed)
    repl = MatchRepl(
        match.after(match.draw(rng)),
        rng,
        console(plain=plain),
        save_files,
        seconds=registry.SECONDS if seconds is None else seconds,
        ascii_only=ascii_only(plain=plain),
    )
    sys.exit(repl.run())
