"""`cubarium analyse`."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from cubarium import catalog
from cubarium.cli.files import STANDARD_INPUT
from cubarium.cli.option_types import finite
from cubarium.cli.output import json_option, plain_option
from cubarium.cli.render.analysis import INTERRUPTED, analyse_position
from cubarium.cli.render.review import Wanted, review_file
from cubarium.cli.table_options import complete_game_or_file, game_of, table_options
from cubarium.cli.warm_up import wait_for
from cubarium.core.engine import Analyst, Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame

SUFFIXES = (".txt", ".json")
FOR_A_POSITION, FOR_A_MOVE = 5.0, 1.0
LINES = 3


@click.command("analyse")
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="[GAME] [POSITION|FILE]",
    shell_complete=complete_game_or_file,
)
@table_options
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    callback=finite,
    help=f"Think for so long; usually {FOR_A_POSITION:g}, in a file {FOR_A_MOVE:g} for each move.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Search so many nodes instead.")
@click.option(
    "--lines", type=click.IntRange(min=1), help=f"Show so many best moves; usually {LINES}."
)
@click.option("--threads", type=click.IntRange(min=1), default=1, help="So many cores; usually 1.")
@click.option("--memory", type=click.IntRange(min=1), metavar="MB", help="Use so much at most.")
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="Solved positions: a table that `cubarium solve --table` has written.",
)
@click.option("--game", "number", type=click.IntRange(min=1), help="This game of the file.")
@click.option("--from", "first", type=click.IntRange(min=1), help="From this move of the file on.")
@click.option("--to", "last", type=click.IntRange(min=1), help="Up to this move.")
@click.option("--seat", metavar="NAME", help="Only the moves of this seat.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the values into this SVG file.")
@click.option("--force", is_flag=True, help="Replace the file of --plot if it is there.")
@json_option
@plain_option
def command(
    words: tuple[str, ...],
    players: int | None,
    seconds: float | None,
    nodes: int | None,
    lines: int | None,
    threads: int,
    memory: int | None,
    table: Path | None,
    number: int | None,
    first: int | None,
    last: int | None,
    seat: str | None,
    plot: Path | None,
    *,
    force: bool,
    as_json: bool,
    plain: bool,
    **options: str | None,
) -> None:
    """The best moves of a POSITION of GAME (the start, if none is said), or a review of the game
    recorded in FILE, move by move.

    What is proved is told apart from what is estimated. Ctrl-C stops, and shows what is known.
    The moves of a FILE are counted one by one, whoever makes them.
    """
    name, text, file = _meant(words)
    wanted = Wanted(number, first, last, seat, plot, force)
    usual = FOR_A_POSITION if file is None else FOR_A_MOVE
    limit = Limit(usual if seconds is None and nodes is None else seconds, nodes)

    def analyst(game: AnyGame) -> Analyst:
        from cubarium.engines import registry

        try:
            wait_for(registry.warm(game), lambda said: click.echo(f"{said} ...", err=True))
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        return registry.analyst(game, threads, memory, table)

    if file is not None:
        _refuse({"--players": players, "--lines": lines, **options}, "positions, not for files")
        sys.exit(review_file(file, name, wanted, analyst, limit, as_json=as_json, plain=plain))
    assert name is not None
    _refuse(wanted.said(), "recorded games: say a file")
    game = game_of(name, players, options)
    best = LINES if lines is None else lines
    sys.exit(analyse_position(game, text, analyst, limit, best, as_json=as_json, plain=plain))


def _meant(words: tuple[str, ...]) -> tuple[str | None, str | None, Path | None]:
    """The game, the position, the file: those that are said."""
    if len(words) > 2:
        raise CubariumError(
            "expected a game, and a position or a file; a position with spaces belongs in quotes"
        )
    *before, last = words
    name = before[0].lower() if before else None
    if name is not None:
        catalog.info(name)
    elif last.lower() in catalog.names():
        return last, None, None
    if _is_file(last):
        return name, None, Path(last)
    if name is None:
        right = ", ".join(catalog.names())
        raise CubariumError(f"there is no game and no file {last!r}; the games: {right}")
    return name, last, None


def _is_file(word: str) -> bool:
    path = Path(word)
    if path == STANDARD_INPUT or path.suffix.lower() in SUFFIXES:
        return True
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False  # too long for a file's name, or with signs that none can have


def _refuse(said: Mapping[str, object], whose: str) -> None:
    """Refuse options that are for something else."""
    for option, value in said.items():
        if value is not None and value is not False:
            raise CubariumError(f"--{option.removeprefix('--').replace('_', '-')} is for {whose}")
