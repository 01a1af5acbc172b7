"""The boards of a game as pictures: one of them, or all of them one after another."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw

from cubarium.core.scene import Item, Scene
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match
from cubarium.render.board_picture import draw_board
from cubarium.render.palette import GROUND, INK, QUIET
from cubarium.server.pictures.fonts import font_for

Form: TypeAlias = Literal["gif", "webp"]

SIZE: Final = 480
STILL: Final = 2
"""A still is so many times as large as a picture of a film."""
FINE: Final = 2
"""Drawn so many times as large, then made smaller: edges are smooth."""
FOOT: Final = 40
"""Pixels for words below the board."""
PACE, END = 700, 3000
"""Milliseconds for a board, and for the last one."""
MOST: Final = 400
"""Boards in a film; of a longer game the last ones."""


def still(match: Match, at: int | None = None) -> bytes:
    """The board of a finished match after so many acts (None: all), as a PNG."""
    scenes = list(_scenes(match))
    scene, words = scenes[-1 if at is None else at]
    packed = BytesIO()
    _drawn(scene, words, STILL).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def film(match: Match, form: Form) -> bytes:
    """All boards of a finished match; what changes nothing on the board is left out."""
    shown: list[tuple[Scene, str]] = []
    for scene, words in _scenes(match):
        if shown and _pieces(shown[-1][0]) == _pieces(scene):
            shown.pop()
        shown.append((scene, words))
    first, *others = (_drawn(scene, words, 1) for scene, words in shown[-MOST:])
    times = [PACE] * len(others) + [END]
    packed = BytesIO()
    if form == "gif":
        frames = [one.quantize(64, dither=Image.Dither.NONE) for one in (first, *others)]
        frames[0].save(
            packed, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0
        )
    else:
        first.save(
            packed, "WEBP", save_all=True, append_images=others, duration=times, loop=0, quality=75
        )
    return packed.getvalue()


def _scenes(match: Match) -> Iterator[tuple[Scene, str]]:
    """The board before each act and at the end, with what led to it. Nothing is hidden any more."""
    game = match.game
    last, words = None, game.spec.info.title
    for number, step in enumerate(match.steps, 1):
        yield game.scene(game.opened(step.before, None), last), words
        if isinstance(step.event, Moved | Drawn):
            text = game.write(step.act)
            words = f"{number}. {text}"
            if isinstance(step.event, Moved):
                last = step.act
    yield game.scene(game.opened(match.state, None), last), words


def _pieces(scene: Scene) -> list[Item]:
    """What is on the board itself."""
    places = {place.id for place in scene.places}
    return [item for item in scene.items if item.place in places]


def _drawn(scene: Scene, words: str, scale: int) -> Image.Image:
    large = FINE * scale
    image = Image.new("RGB", (SIZE * large, (SIZE + FOOT) * large), GROUND)
    pen = ImageDraw.Draw(image)
    edge = 16 * large
    draw_board(pen, scene, (edge, edge, SIZE * large - edge, SIZE * large - edge))
    middle = (SIZE + FOOT / 2 - 6) * large
    pen.text((edge, middle), words, INK, font_for(words, 20 * large), anchor="lm")
    name = "Cubarium"
    pen.text((SIZE * large - edge, middle), name, QUIET, font_for(name, 16 * large), anchor="rm")
    return image.reduce(FINE)
