"""`cubarium probe`."""

from pathlib import Path

import click

from cubarium import catalog
from cubarium.cli.output import json_option, print_json
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.errors import CubariumError
from cubarium.core.turn import Ended


@click.command("probe")
@game_argument
@click.argument("position", required=False)
@table_options
@click.option(
    "--table",
    "path",
    type=click.Path(path_type=Path),
    help="A table that `cubarium solve --table` has written. Without it: the one that comes with "
    "the program, for the usual board with up to eight cubes.",
)
@json_option
def command(
    name: str,
    position: str | None,
    players: int | None,
    path: Path | None,
    *,
    as_json: bool,
    **options: str | None,
) -> None:
    """The exact value of POSITION (the start, if none is said) and of every move there: a fact, not
    an estimate."""
    from cubarium.solve.prober import Prober

    game = game_of(name, players, options)
    index = catalog.index(game.name)
    prober = Prober(game, index, path or index.OPENINGS)
    state = game.initial() if position is None else game.whole_position(position)
    value = prober.value(state)
    if value is None:
        raise CubariumError(
            f"the table reaches up to {prober.reach} cubes; "
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
    for said in ("win", "draw", "loss", "unknown"):
        found = [move for move, one in moves.items() if one == said]
        if found:
            click.echo(f"{said}: {' '.join(found)}")
