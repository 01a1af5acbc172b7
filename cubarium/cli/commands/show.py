"""`cubarium show`."""

from dataclasses import asdict
from typing import Any

import click

from cubarium.cli.output import ascii_only, console, json_option, plain_option, print_json
from cubarium.cli.picture import draw, say_notes, say_turn
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, ToMove, Turn


@click.command("show")
@game_argument
@click.argument("position", required=False)
@table_options
@json_option
@plain_option
def command(
    name: str,
    position: str | None,
    players: int | None,
    *,
    as_json: bool,
    plain: bool,
    **options: str | None,
) -> None:
    """A position of GAME: the board, whose turn it is, what can be done.

    POSITION is a position's text (as `show` prints it); without it, the start is shown.
    """
    game = game_of(name, players, options)
    state = game.initial() if position is None else game.position(position)
    scene = game.scene(game.view(state, None))
    if as_json:
        print_json(
            {
                "game": game.name,
                "players": game.players,
                "options": dict(game.table.options),
                "position": game.text(state),
                "turn": turn_as_json(game, scene.turn),
                "moves": [game.write(move) for move in game.moves(state)],
                "scene": {**asdict(scene), "turn": None} | {"turn": turn_as_json(game, scene.turn)},
            }
        )
        return
    out = console(plain=plain)
    picture = draw(scene, ascii_only=ascii_only(plain=plain), width=out.width)
    out.print(picture, end="", soft_wrap=True)
    for line in (*say_notes(game, scene), say_turn(game, scene)):
        out.print(line, markup=False)
    out.print(game.text(state), style="dim")


def turn_as_json(game: AnyGame, turn: Turn) -> dict[str, Any]:
    """Whose turn it is, as plain data."""
    if isinstance(turn, Ended):
        outcome = turn.outcome
        return {
            "ended": True,
            "winners": sorted(outcome.winners),
            "reason": str(outcome.reason),
            "scores": outcome.scores,
        }
    if isinstance(turn, ToMove):
        return {"ended": False, "seat": turn.seat, "name": game.seat_names[turn.seat]}
    return {"ended": False, "seat": None, "to": turn.to}
