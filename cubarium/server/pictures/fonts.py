"""Fonts for pictures: the one that comes with the drawing library, which has plain Latin letters,
and for other letters whatever this machine has."""

import unicodedata
from functools import cache
from typing import Final

from PIL import ImageFont

OTHERS: Final = (
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "Arial Unicode.ttf",
    "arial.ttf",
)
"""Looked for where the system keeps its fonts."""


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont | None:
    if name:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            return None
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "the library was built without fonts"
    return font


@cache
def _writes(name: str, sign: str) -> bool:
    """Does a font have a letter?"""
    font = _font(name, 32)
    if font is None:
        return False
    missing, shape = font.getmask("\uffff"), font.getmask(sign)
    return sign.isspace() or (shape.size, bytes(shape)) != (missing.size, bytes(missing))


def _name_for(text: str) -> str | None:
    names = ("", *OTHERS)
    return next((name for name in names if all(_writes(name, sign) for sign in text)), None)


def font_for(text: str, size: int) -> ImageFont.FreeTypeFont:
    """A font that has the letters of a text, if there is one."""
    font = _font(_name_for(text) or "", size)
    assert font is not None
    return font


def readable(text: str, instead: str) -> str:
    """A text as it can be written here: without accents if need be, or something else instead."""
    if _name_for(text) is not None:
        return text
    letters = unicodedata.normalize("NFKD", text)
    bare = "".join(sign for sign in letters if not unicodedata.combining(sign))
    return instead if _name_for(bare) is None else bare
