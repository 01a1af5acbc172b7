"""The task cards: their pictures, where these fit into a view, and what can be seen of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.geometry import SIDE, SIGHTS, Cell, Place, column_and_level

Card: TypeAlias = str
"""A card's name; UNKNOWN: one that the viewer may not know."""
Square: TypeAlias = tuple[int, int, str]
Board: TypeAlias = tuple[tuple[str, ...], ...]
"""By column, the colours of its cubes from the bottom up."""
Picture: TypeAlias = frozenset[tuple[Cell, str]]
"""The coloured cells of a view, or those that a card wants to see."""

UNKNOWN = "?"
CELLS = SIDE * SIDE


def _deck() -> dict[Card, tuple[Square, ...]]:
    data = json.loads((Path(__file__).parent / "deck.json").read_text("utf-8"))
    return {name: tuple((x, y, colour) for x, y, colour in data[name]) for name in sorted(data)}


DECK = _deck()
CARDS = tuple(DECK)


def turned(squares: Sequence[Square]) -> tuple[Square, ...]:
    """A picture after a quarter turn, back in its corner."""
    spun = [(y, -x, colour) for x, y, colour in squares]
    left, low = min(x for x, _, _ in spun), min(y for _, y, _ in spun)
    return tuple((x - left, y - low, colour) for x, y, colour in spun)


def turnings(card: Card) -> tuple[tuple[Square, ...], ...]:
    """A card's picture, turned by 0, 90, 180 and 270 degrees."""
    found = [DECK[card]]
    for _ in range(3):
        found.append(turned(found[-1]))
    return tuple(found)


@cache
def placements(card: Card) -> tuple[Picture, ...]:
    """Every way to find a card in a view."""
    return tuple(
        frozenset((x + right + SIDE * (y + up), colour) for x, y, colour in squares)
        for squares in turnings(card)
        for up in range(SIDE - max(y for _, y, _ in squares))
        for right in range(SIDE - max(x for x, _, _ in squares))
    )


@lru_cache(maxsize=4096)
def pictures(board: Board) -> dict[str, Picture]:
    """What is seen from above and from each side: the first cube on every line of sight."""

    def seen(line: Sequence[Place]) -> str:
        for place in line:
            column, level = column_and_level(place)
            if level < len(board[column]):
                return board[column][level]
        return ""

    return {
        view: frozenset((cell, colour) for cell, line in enumerate(lines) if (colour := seen(line)))
        for view, lines in SIGHTS.items()
    }


@dataclass(frozen=True, slots=True)
class Fit:
    """Where most of a card can be seen: which squares of it, in the cells of which view."""

    view: str
    wanted: Picture
    """All squares of the card there."""
    seen: int
    """How many of them are seen."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(sorted(cell for cell, _ in self.wanted))


def nearest(card: Card, board: Board) -> Fit:
    """The best place for a card, the first of the best ones."""
    return max(
        (
            Fit(view, placement, len(placement & picture))
            for view, picture in pictures(board).items()
            for placement in placements(card)
        ),
        key=lambda fit: fit.seen,
    )


def _bits(picture: Picture) -> int:
    """A picture as a number: a bit for every colour in every cell."""
    return sum(1 << COLOURS.index(colour) * CELLS + cell for cell, colour in picture)


@cache
def _wanted(card: Card) -> tuple[int, ...]:
    """Every way to find a card, as numbers."""
    return tuple({_bits(placement) for placement in placements(card)})


_LINES = tuple(
    tuple(tuple(map(column_and_level, line)) for line in lines) for lines in SIGHTS.values()
)
_BIT = {
    colour: tuple(1 << at * CELLS + cell for cell in range(CELLS))
    for at, colour in enumerate(COLOURS)
}


@lru_cache(maxsize=64)
def _shown(board: Board) -> tuple[list[int], int]:
    """The pictures as numbers, and all that is in any of them."""
    heights = [len(column) for column in board]
    highest = max(heights)
    found, union = [], 0
    for lines in _LINES:
        bits = 0
        for cell, line in enumerate(lines):
            if line[-1][1] >= highest:
                break  # the lines of a side go upwards: there is nothing above
            for column, level in line:
                if level < heights[column]:
                    bits |= _BIT[board[column][level]][cell]
                    break
        found.append(bits)
        union |= bits
    return found, union


def fulfilled(card: Card, board: Board) -> bool:
    """Does a view show the card's picture?"""
    return bool(all_fulfilled((card,), board))


def all_fulfilled(cards: Sequence[Card], board: Board) -> list[Card]:
    """Those of some cards whose picture a view shows."""
    shown, union = _shown(board)
    return [card for card in cards if card != UNKNOWN and _is_in(card, shown, union)]


def _is_in(card: Card, shown: Sequence[int], union: int) -> bool:
    """What no views show together, none of them shows."""
    for wanted in [wanted for wanted in _wanted(card) if wanted & union == wanted]:
        for bits in shown:
            if bits & wanted == wanted:
                return True
    return False
