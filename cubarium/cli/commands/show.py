"""`cubarium show`."""

import click

from cubarium.analysis.position import view_position
from cubarium.analysis.schemas import position_as_json
from cubarium.cli.output import ascii_only, console, json_option, plain_option, print_json
from cubarium.cli.render.scene import print_scene
from cubarium.cli.render.sentences import say_turn
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

NOBODY = "none"


@click.command("show")
@game_argument
@click.argument("position", required=False)
@table_options
@click.option("--seat", metavar="NAME|none", help="Who looks at it; usually who is to move.")
@json_option
@plain_option
def command(
    name: str,
    position: str | None,
    players: int | None,
    seat: str | None,
    *,
    as_json: bool,
    plain: bool,
    **options: str | None,
) -> None:
    """A position of GAME: the board, whose turn it is, what can be done.

    POSITION is a position's text (as `show` prints it), or that of a view where things are hidden;
    without it, the start is shown.
    """
    game = game_of(name, players, options)
    looked = view_position(game, position, seat=_seat(game, seat), spectator=seat == NOBODY)
    scene = looked.scene
    if as_json:
        table = {
            "game": game.name,
            "players": game.players,
            "options": game.spec.option_texts(),
        }
        print_json(table | position_as_json(looked))
        return
    out = console(plain=plain)
    print_scene(out, game, scene, ascii_only=ascii_only(plain=plain))
    out.print(say_turn(game, scene), markup=False)
    out.print(looked.text, style="dim", markup=False)


def _seat(game: AnyGame, name: str | None) -> Seat | None:
    """The seat that is named; None: nobody's."""
    if name is None or name == NOBODY:
        return None
    if name not in game.seat_names:
        right = ", ".join((*game.seat_names, NOBODY))
        raise CubariumError(f"--seat may be {right}; not {name}")
    return game.seat_names.index(name)
