"""A whole scene on the console: board, sights, cards and notes."""

from rich.console import Console

from cubarium.cli.render.board import draw
from cubarium.cli.render.cards import cards_text, draw_cards, draw_sights
from cubarium.cli.render.scene_text import notes_text
from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene


def print_scene(out: Console, game: AnyGame, scene: Scene, *, ascii_only: bool) -> None:
    """Print everything that the scene's viewer may see."""
    board = draw(scene, ascii_only=ascii_only, width=out.width)
    for picture in (board, draw_sights(scene, out.width), draw_cards(scene, out.width)):
        if picture:
            out.print(picture, end="", soft_wrap=True)
    for line in (*cards_text(scene), *notes_text(game, scene)):
        out.print(line, markup=False)
