"""Draws the icons of the installed page from its mark: `python -m scripts.icons`."""

import re
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

PUBLIC: Final = Path(__file__).parents[1] / "ui" / "public"
GROUND: Final = "#f6f3ee"
FINE: Final = 8
"""Drawn so many times as large: edges are smooth."""
ICONS: Final = {
    "icon-192.png": (192, 1.0, None),
    "icon-512.png": (512, 1.0, None),
    "maskable-512.png": (512, 0.7, GROUND),
    "touch-180.png": (180, 0.8, GROUND),
}
"""File -> its side, how much of it the mark takes, the ground. Masks cut a fifth off every side."""
WORD: Final = re.compile(r"[MHVhvz]|-?[\d.]+")


def faces(mark: str) -> list[tuple[list[tuple[float, float]], str]]:
    """The polygons of the mark with their colours: its paths have lines alone."""
    found = []
    for path, colour in re.findall(r'<path d="([^"]+)" fill="([^"]+)"', mark):
        points: list[tuple[float, float]] = []
        words = iter(WORD.findall(path))
        for word in words:
            x, y = points[-1] if points else (0.0, 0.0)
            if word == "h":
                points.append((x + float(next(words)), y))
            elif word == "v":
                points.append((x, y + float(next(words))))
            elif word == "H":
                points.append((float(next(words)), y))
            elif word == "V":
                points.append((x, float(next(words))))
            elif word not in "Mz":
                points.append((float(word), float(next(words))))
        found.append((points, colour))
    return found


def icon(mark: str, side: int, share: float, ground: str | None) -> Image.Image:
    """The mark of 32 by 32, in the middle of a square."""
    large = side * FINE
    image = Image.new("RGBA", (large, large), ground or (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    scale, shift = large * share / 32, large * (1 - share) / 2
    for points, colour in faces(mark):
        pen.polygon([(x * scale + shift, y * scale + shift) for x, y in points], colour)
    return image.resize((side, side), Image.Resampling.BOX)


def main() -> None:
    mark = (PUBLIC / "icon.svg").read_text("utf-8")
    (PUBLIC / "icons").mkdir(exist_ok=True)
    for name, (side, share, ground) in ICONS.items():
        icon(mark, side, share, ground).save(PUBLIC / "icons" / name, optimize=True)


if __name__ == "__main__":
    main()
