"""A picture for a link: a board at the left, words at the right."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw

from cubarium.core.scene import Scene
from cubarium.render.board_picture import draw_board
from cubarium.render.palette import ACCENT, GROUND, INK, PIECES, QUIET, Colour
from cubarium.server.pictures.fonts import font_for

WIDTH, HEIGHT = 1200, 630
FINE: Final = 2
"""Drawn so many times as large, then made smaller: edges are smooth."""
TEXT: Final = 690, 1150
"""Where words begin and end."""
SMALLEST: Final = 24
"""Words that are still too long end in dots."""


@dataclass(frozen=True)
class Line:
    """Somebody at the table: colours or a sign, a name; `active`: it is their turn, or they won."""

    colours: tuple[str, ...]
    sign: str
    name: str
    active: bool = False


@dataclass(frozen=True)
class Poster:
    """What is in a picture."""

    title: str
    status: str
    lines: tuple[Line, ...] = ()
    scenes: tuple[Scene, ...] = ()
    """One board, or four."""


def draw(poster: Poster) -> bytes:
    """The picture as a PNG."""
    image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), GROUND)
    pen = ImageDraw.Draw(image)
    for scene, (left, top, right, bottom) in zip(
        poster.scenes, _boxes(len(poster.scenes)), strict=True
    ):
        draw_board(pen, scene, (left * FINE, top * FINE, right * FINE, bottom * FINE))
    words = _Words(pen)
    words.write(poster.title, 120, 68, INK)
    words.write(poster.status, 216, 36, ACCENT)
    for at, line in enumerate(poster.lines):
        words.seat(line, 300 + at * 62)
    words.write("Cubarium", 545, 30, QUIET)
    small = image.reduce(FINE).quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    packed = BytesIO()
    small.save(packed, "PNG")
    return packed.getvalue()


def _boxes(count: int) -> list[tuple[int, int, int, int]]:
    if count == 1:
        return [(50, 55, 630, 575)]
    return [
        (50 + 300 * (at % 2), 45 + 280 * (at // 2), 320 + 300 * (at % 2), 305 + 280 * (at // 2))
        for at in range(count)
    ]


class _Words:
    """Writes lines of text, which end where the picture does."""

    def __init__(self, pen: ImageDraw.ImageDraw) -> None:
        self._pen = pen

    def write(self, text: str, top: int, size: int, colour: Colour, left: int = TEXT[0]) -> None:
        font, room = font_for(text, size * FINE), (TEXT[1] - left) * FINE
        if font.getlength(text) > room:
            size = max(SMALLEST, int(size * room / font.getlength(text)))
            font = font_for(text, size * FINE)
        whole = text
        while font.getlength(text) > room:
            whole = whole[:-1]
            text = f"{whole.rstrip()}…"
        self._pen.text((left * FINE, top * FINE), text, colour, font, anchor="lm")

    def seat(self, line: Line, top: int) -> None:
        left = TEXT[0]
        for colour in line.colours:
            self._chip(left, top, colour)
            left += 34
        if not line.colours:
            self.write(line.sign, top, 34, INK)
            left += 44
        if line.active:
            place = (TEXT[0] - 22, top - 22, TEXT[0] - 14, top + 22)
            self._pen.rounded_rectangle([part * FINE for part in place], 4 * FINE, ACCENT)
        self.write(line.name, top, 34, INK, left + 8)

    def _chip(self, left: int, top: int, colour: str) -> None:
        place = [part * FINE for part in (left, top - 14, left + 28, top + 14)]
        self._pen.rounded_rectangle(place, 6 * FINE, PIECES[colour], INK, FINE)
