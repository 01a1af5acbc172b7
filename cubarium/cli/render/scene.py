"""A whole scene on the console: board, sights, cards and what there is to say."""

from rich.console import Console

from cubarium.cli.render.board import draw
from cubarium.cli.render.cards import draw_cards, draw_sights, say_cards
from cubarium.cli.render.sentences import say_notes
from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene


def print_scene(out: Console, game: AnyGame, scene: Scene, *, ascii_only: bool) -> None:
    """All that the scene's viewer may see."""
    board = draw(scene, ascii_only=ascii_only, width=out.width)
    for picture in (board, draw_sights(scene, out.width), draw_cards(scene, out.width)):
        if picture:
            out.print(picture, end="", soft_wrap=True)
    for line in (*say_cards(scene), *say_notes(game, scene)):
        out.print(line, markup=False)
