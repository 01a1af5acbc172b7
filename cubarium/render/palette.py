"""The colours of pictures: those of the page."""

from collections.abc import Mapping
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def _colour(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


GROUND: Final = _colour("#f6f3ee")
INK: Final = _colour("#22201c")
QUIET: Final = _colour("#6b655c")
ACCENT: Final = _colour("#2f6f6a")
AMBER: Final = _colour("#d99a2b")
WOOD: Final = _colour("#e8cfa2")
TRAY: Final = _colour("#4a3b2c")
FLOOR: Final = _colour("#5d4c3a")
WIRE: Final = _colour("#a79f93")
LIGHT: Final = _colour("#f2efe8")
PIECES: Final[Mapping[str, Colour]] = {
    "red": _colour("#c8412f"),
    "blue": _colour("#2b6cb0"),
    "yellow": _colour("#e3b23c"),
    "green": _colour("#3b8f5a"),
    "orange": _colour("#e07b2a"),
    "white": LIGHT,
}


def shaded(colour: Colour, light: float) -> Colour:
    """In more or less light; 1: as it is."""
    red, green, blue = (min(255, round(part * light)) for part in colour)
    return red, green, blue
