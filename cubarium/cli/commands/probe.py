"""`cubarium probe`."""

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from cubarium import catalog
from cubarium.cli.output import counted, json_option, print_json
from cubarium.cli.table_options import game_of, solved_game_argument, solver_options
from cubarium.core.errors import CubariumError
from cubarium.core.turn import Ended

if TYPE_CHECKING:
    from cubarium.solve.prober import Prober


@click.command("probe")
@solved_game_argument
@click.argument("position", required=False)
@solver_options
@click.option(
    "--table",
    "path",
    type=click.Path(path_type=Path),
    help="A tablebase that `cubarium solve --table` has written. Usually the one that comes with "
    "the program, for the usual board with up to eight cubes.",
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
    from cubarium.solve.prober import Prober

    game = game_of(name, players, options)
    index = catalog.solver_index(game.name)
    prober = Prober(game, index, path or index.OPENINGS)
    if check is not None:
        _print_audit(prober, check)
        return
    state = game.initial() if position is None else game.whole_position(position)
    value = prober.value(state)
    if value is None:
        raise CubariumError(
            f"the tablebase reaches up to {prober.reach} cubes; "
            f"`cubarium solve {game.name} --table FILE` makes a larger one"
        )
    opposite = {"win": "loss", "loss": "win", "draw": "draw", None: "unknown"}
    moves = {
        game.write(move): opposite[prober.value(game.play(state, move))]
        for move in game.moves(state)
    }
    if as_json:
        print_json({"position": game.text(state), "value": value, "moves": moves})
        return
    over = ": the game is over" if isinstance(game.turn(state), Ended) else ""
    click.echo(f"A {value} for {game.seat_names[state.to_move]}{over}.")
    for result in ("win", "draw", "loss", "unknown"):
        found = [move for move, one in moves.items() if one == result]
        if found:
            click.echo(f"{result}: {' '.join(found)}")


def _print_audit(prober: "Prober", check: int) -> None:
    from cubarium.solve.audit import audited

    wrong = audited(prober, check, Random())
    for text in wrong:
        click.echo(f"Wrong: {text}")
    click.echo(f"{counted(check, 'position')} checked: {counted(len(wrong), 'fault')}.")
    if wrong:
        sys.exit(1)
