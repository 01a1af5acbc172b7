"""`cubarium show`."""

import click

from cubarium.analysis.position import view_position
from cubarium.cli.output import (
    ascii_only,
    console,
    game_json,
    json_option,
    plain_option,
    print_json,
)
from cubarium.cli.render.scene import print_scene
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.render.scene_text import turn_text

NOBODY = "none"


@click.command("show")
@game_argument
@click.argument("position", required=False)
@table_options
@click.option(
    "--seat", metavar="NAME|none", help="The seat that looks at it; usually the one to move."
)
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
    """A position of GAME: the board, whose turn it is, the legal moves.

    POSITION is the text of a position (as `show` prints it), or of a view in a game with hidden
    cards; without it, the start is shown.
    """
    game = game_of(name, players, options)
    viewed = view_position(game, position, seat=_seat(game, seat), spectator=seat == NOBODY)
    scene = viewed.scene
    if as_json:
        from cubarium.analysis import schemas

        print_json(game_json(game) | dict(schemas.position(viewed)))
        return
    out = console(plain=plain)
    print_scene(out, game, scene, ascii_only=ascii_only(plain=plain))
    out.print(turn_text(game, scene), markup=False)
    out.print(viewed.text, style="dim", markup=False)


def _seat(game: AnyGame, name: str | None) -> Seat | None:
    """The seat of this name; None: no seat."""
    if name is None or name == NOBODY:
        return None
    if name not in game.seat_names:
        right = ", ".join((*game.seat_names, NOBODY))
        raise CubariumError(f"--seat may be {right}; not {name}")
    return game.seat_names.index(name)
