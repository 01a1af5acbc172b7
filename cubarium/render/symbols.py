"""The symbols on pieces, as polygons about 0, 0 of size 1; y goes up."""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import Final, TypeAlias

Polygon: TypeAlias = tuple[tuple[float, float], ...]

_ROUND: Final = 32


def _circle(radius: float) -> Polygon:
    turns = (2 * pi * step / _ROUND for step in range(_ROUND))
    return tuple((radius * cos(turn), radius * sin(turn)) for turn in turns)


def _star() -> Polygon:
    radii = ((0.23, 0.54)[step % 2 == 0] for step in range(10))
    turns = (step * pi / 5 + pi / 2 for step in range(10))
    return tuple(
        (radius * cos(turn), radius * sin(turn)) for radius, turn in zip(radii, turns, strict=True)
    )


def _plus(arm: float = 0.17, end: float = 0.47) -> Polygon:
    quarter = ((arm, arm), (arm, end), (-arm, end))
    found: list[tuple[float, float]] = []
    for _ in range(4):
        found += quarter
        quarter = tuple((-y, x) for x, y in quarter)  # type: ignore[assignment]
    return tuple(found)


def _cross() -> Polygon:
    half = 0.5**0.5
    return tuple((half * (x - y), half * (x + y)) for x, y in _plus(0.12, 0.56))


COLOURS: Final[Mapping[str, Polygon]] = {
    "red": ((0, 0.48), (0.52, -0.42), (-0.52, -0.42)),
    "blue": _circle(0.44),
    "yellow": ((-0.4, 0.4), (0.4, 0.4), (0.4, -0.4), (-0.4, -0.4)),
    "green": ((0, 0.54), (0.46, 0), (0, -0.54), (-0.46, 0)),
    "orange": _plus(),
    "white": _star(),
}
"""Of the colours of pieces."""
SHAPES: Final[Mapping[str, tuple[Polygon, ...]]] = {
    "X": (_cross(),),
    "O": (_circle(0.46), _circle(0.24)),
}
"""Burnt into wood: the second polygon is a hole in the first."""
