"""`cubarium probe`."""

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from cubarium import catalog
from cubarium.analysis.probed_position import ProbedPosition
from cubarium.cli.output import json_option
from cubarium.cli.render.probed_position import print_probed, print_probed_json
from cubarium.cli.table_options import game_of, solved_game_argument, solver_options
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from cubarium.core.solver import ValueSource


@click.command("probe")
@solved_game_argument
@click.argument("position", required=False)
@solver_options
@click.option(
    "--table",
    "path",
    type=click.Path(path_type=Path),
    help="A tablebase that `cubarium solve --table` has written. Usually the one that comes with "
    "the program (the usual board with up to eight cubes), or GAME.table in the folder of "
    "tablebases, which CUBARIUM_TABLES may name.",
)
@click.option(
    "--check",
    type=click.IntRange(min=1),
    help="Check that the values of this many random positions of the tablebase follow from their "
    "moves.",
)
@json_option
def command(
    name: str,
    position: str | None,
    players: int | None,
    path: Path | None,
    check: int | None,
    *,
    as_json: bool,
    **options: str | None,
) -> None:
    """The exact value of POSITION (without it: the start) and of every move there: a fact, not an
    estimate."""
    from cubarium.solve.sources import known_file, value_source

    game = game_of(name, players, options)
    catalog.require_solver(game.name)
    table = path or known_file(game)
    if table is None:
        raise CubariumError(_no_table(game))
    prober = value_source(game, table)
    if check is not None:
        _print_audit(prober, check)
        return
    state = game.initial() if position is None else game.whole_position(position)
    probed = ProbedPosition.of(game, prober, state, game.seat_names[state.to_move])
    if as_json:
        print_probed_json(probed)
    else:
        print_probed(probed)


def _no_table(game: AnyGame) -> str:
    from cubarium.solve.sources import tables_folder

    text = (
        f"there is no tablebase at hand for this table of {game.name}: "
        f"`cubarium solve {game.name} --table FILE` makes one"
    )
    if not catalog.has_rotations(game.name):
        return text
    return f"{text}, and {game.name}.table in {tables_folder()} is found by itself"


def _print_audit(prober: "ValueSource", check: int) -> None:
    from cubarium.solve.sources import audited

    wrong = audited(prober, check, Random())
    for text in wrong:
        click.echo(f"Wrong: {text}")
    click.echo(f"{counted(check, 'position')} checked: {counted(len(wrong), 'fault')}.")
    if wrong:
        sys.exit(1)
