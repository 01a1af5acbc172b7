"""A whole scene on the console: board, sights, cards and notes."""

from rich.console import Console

from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene
from cubarium.render.board_text import draw
from cubarium.render.card_text import cards_text, draw_cards, draw_sights
from cubarium.render.scene_text import notes_text


def print_scene(out: Console, game: AnyGame, scene: Scene, *, ascii_only: bool) -> None:
    """Print everything that the scene's viewer may see."""
    board = draw(scene, ascii_only=ascii_only, width=out.width)
    for picture in (board, draw_sights(scene, out.width), draw_cards(scene, out.width)):
        if picture:
            out.print(picture, end="", soft_wrap=True)
    for line in (*cards_text(scene), *notes_text(game, scene)):
        out.print(line, markup=False)
