"""A scene as an SVG: the board in space as in the other pictures, whose turn it is, and below it
what the viewer holds."""

from collections.abc import Sequence
from html import escape
from typing import Final

from cubarium.core.game import AnyGame
from cubarium.core.scene import Card, Scene
from cubarium.render.board_picture import Box, Pixel, draw_board
from cubarium.render.card_text import cards_text
from cubarium.render.palette import GROUND, INK, PIECES, QUIET, WOOD, Colour
from cubarium.render.scene_text import notes_text, turn_text

SIZE: Final = 420
EDGE: Final = 14
LINE: Final = 20
SQUARE: Final = 16
FONT: Final = "ui-sans-serif, system-ui, sans-serif"


def draw_svg(game: AnyGame, scene: Scene, size: int = SIZE) -> str:
    """A scene of a game as an SVG, `size` pixels wide."""
    pen = SvgPen()
    draw_board(pen, scene, (EDGE, EDGE, SIZE - EDGE, SIZE - EDGE))
    top = float(SIZE)
    for text in (*cards_text(scene), *notes_text(game, scene)):
        pen.text((EDGE, top), text, QUIET)
        top += LINE
    own = [card for card in scene.cards if card.near is not None]
    names = {item.id: item.symbol for item in scene.items}
    left = float(EDGE)
    for card in own:
        left += _draw_card(pen, names[card.id], card, (left, top)) + 2 * SQUARE
    if own:
        top += LINE + SQUARE * max(_height(card) for card in own)
    words = turn_text(game, scene)
    pen.text((EDGE, top + LINE / 2), words, INK)
    title = f"{game.spec.info.title}: {words}"
    return pen.document(SIZE, round(top + 1.5 * LINE), size, title)


def _height(card: Card) -> int:
    return 1 + max(square.y for square in card.squares)


def _draw_card(pen: "SvgPen", name: str, card: Card, corner: Pixel) -> float:
    """A card with its name, from its upper left corner; how wide it is."""
    left, top = corner
    pen.text((left, top), name, QUIET)
    rows = _height(card)
    for square in card.squares:
        x = left + square.x * SQUARE
        y = top + LINE / 2 + (rows - 1 - square.y) * SQUARE
        corners = [(x, y), (x + SQUARE, y), (x + SQUARE, y + SQUARE), (x, y + SQUARE)]
        pen.polygon(corners, PIECES.get(square.colour, WOOD), GROUND)
    return SQUARE * (1 + max(square.x for square in card.squares))


class SvgPen:
    """Draws what a board needs, as the elements of an SVG."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def polygon(self, xy: Sequence[Pixel], /, fill: Colour, outline: Colour | None) -> None:
        stroke = "" if outline is None else f' stroke="{_hex(outline)}"'
        self._parts.append(f'<polygon points="{_points(xy)}" fill="{_hex(fill)}"{stroke}/>')

    def line(self, xy: Sequence[Pixel], /, fill: Colour, width: int, joint: str | None) -> None:
        join = "" if joint is None else ' stroke-linejoin="round"'
        self._parts.append(
            f'<polyline points="{_points(xy)}" fill="none" stroke="{_hex(fill)}" '
            f'stroke-width="{width}"{join}/>'
        )

    def ellipse(self, xy: Box, /, fill: Colour | None, outline: Colour | None, width: int) -> None:
        left, top, right, bottom = xy
        stroke = "" if outline is None else f' stroke="{_hex(outline)}" stroke-width="{width}"'
        inside = "none" if fill is None else _hex(fill)
        self._parts.append(
            f'<ellipse cx="{(left + right) / 2:.1f}" cy="{(top + bottom) / 2:.1f}" '
            f'rx="{(right - left) / 2:.1f}" ry="{(bottom - top) / 2:.1f}" fill="{inside}"{stroke}/>'
        )

    def text(self, at: Pixel, words: str, fill: Colour) -> None:
        """A line of words, from the left."""
        self._parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" fill="{_hex(fill)}" font-size="13" '
            f'font-family="{FONT}" dominant-baseline="middle">{escape(words)}</text>'
        )

    def document(self, width: int, height: int, shown: int, title: str) -> str:
        """The whole SVG; `shown` is its width in pixels."""
        tall = round(shown * height / width)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{shown}" height="{tall}" role="img"><title>{escape(title)}</title>'
            f'<rect width="{width}" height="{height}" fill="{_hex(GROUND)}"/>'
            f"{''.join(self._parts)}</svg>"
        )


def _points(xy: Sequence[Pixel]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in xy)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
