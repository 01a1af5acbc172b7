"""A scene as pixels."""

from cubarium import extras
from cubarium.core.scene import Scene
from cubarium.render.board_picture import draw_board
from cubarium.render.palette import GROUND

FINE = 2
"""Drawn so many times as large, then made smaller: edges are smooth."""
EDGE = 8


def draw_pixels(scene: Scene, size: int) -> tuple[bytes, int]:
    """The board as rows of red, green and blue, and how many pixels a side has. Raises
    MissingExtra."""
    extras.require("research")
    from PIL import Image, ImageDraw

    large = size * FINE
    image = Image.new("RGB", (large, large), GROUND)
    edge = EDGE * FINE
    draw_board(ImageDraw.Draw(image), scene, (edge, edge, large - edge, large - edge))
    return image.reduce(FINE).tobytes(), size
