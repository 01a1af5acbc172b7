"""`cubarium analyse`."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from cubarium import catalog
from cubarium.cli.analysis import AnalysisSettings, analyse_position
from cubarium.cli.option_types import finite
from cubarium.cli.output import json_option, plain_option
from cubarium.cli.record_files import STANDARD_INPUT
from cubarium.cli.review import ReviewSelection, review_file
from cubarium.cli.signals import INTERRUPTED
from cubarium.cli.table_options import complete_game_or_file, game_of, table_options
from cubarium.cli.terminal.warm_up import wait_for
from cubarium.core.engine import Analyst, Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame

SUFFIXES = (".txt", ".json")
SECONDS_FOR_POSITION, SECONDS_FOR_MOVE = 5.0, 1.0
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
    help=f"Time to think: usually {SECONDS_FOR_POSITION:g}, in a file {SECONDS_FOR_MOVE:g} a move.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Search this many nodes instead.")
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    help=f"Show this many of the best moves; usually {LINES}.",
)
@click.option(
    "--threads", type=click.IntRange(min=1), default=1, help="Number of cores; usually 1."
)
@click.option(
    "--memory", type=click.IntRange(min=1), metavar="MB", help="Use no more memory than this."
)
@click.option(
    "--table",
    type=click.Path(path_type=Path),
    help="Solved positions: a tablebase that `cubarium solve --table` has written.",
)
@click.option(
    "--game", "number", type=click.IntRange(min=1), help="The number of the game in the file."
)
@click.option("--from", "first", type=click.IntRange(min=1), help="The first move to review.")
@click.option("--to", "last", type=click.IntRange(min=1), help="The last move to review.")
@click.option("--seat", metavar="NAME", help="Review only the moves of this seat.")
@click.option("--plot", type=click.Path(path_type=Path), help="Plot the values in this SVG file.")
@click.option("--force", is_flag=True, help="Replace the file of --plot if it exists.")
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
    """Find the best moves in a POSITION of GAME (without POSITION: the start), or review the game
    recorded in FILE move by move.

    Proofs and estimates are told apart. Ctrl-C stops the search, and shows what is known so far.
    The moves of a FILE are counted one by one, whoever makes them.
    """
    name, text, file = _parse(words)
    selection = ReviewSelection(number, first, last, seat, plot, force)
    usual = SECONDS_FOR_POSITION if file is None else SECONDS_FOR_MOVE
    limit = Limit(usual if seconds is None and nodes is None else seconds, nodes)

    def analyst(game: AnyGame) -> Analyst:
        from cubarium.engines import registry

        try:
            wait_for(registry.warm(game), lambda text: click.echo(f"{text} ...", err=True))
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
        return registry.analyst(game, threads, memory, table)

    settings = AnalysisSettings(analyst, limit, as_json, plain)
    if file is not None:
        _refuse({"--players": players, "--lines": lines, **options}, "positions, not for files")
        sys.exit(review_file(file, name, selection, settings))
    assert name is not None
    _refuse(selection.options(), "recorded games: name a file")
    game = game_of(name, players, options)
    best = LINES if lines is None else lines
    sys.exit(analyse_position(game, text, best, settings))


def _parse(words: tuple[str, ...]) -> tuple[str | None, str | None, Path | None]:
    """The game, the position and the file, as far as they are given."""
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
        return False  # too long for a file name, or with characters that none can have


def _refuse(given: Mapping[str, object], whose: str) -> None:
    """Refuse options that are for something else."""
    for option, value in given.items():
        if value is not None and value is not False:
            raise CubariumError(f"--{option.removeprefix('--').replace('_', '-')} is for {whose}")
