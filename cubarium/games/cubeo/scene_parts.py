"""What scenes of Cube O' have in common: places, cubes, cards and the five views."""

from collections.abc import Iterator

from cubarium.core.scene import Item, Near, Place, Sight, Square
from cubarium.games.cubeo import cards
from cubarium.games.cubeo.cards import DECK, Board, Card
from cubarium.games.cubeo.geometry import (
    PLACES,
    SIDE,
    Cell,
    column_and_level,
    file_and_rank,
    place_at,
    place_name,
)

COLOUR_NAMES = {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}


def places() -> tuple[Place, ...]:
    """All places of the board."""
    found = []
    for place in range(PLACES):
        column, level = column_and_level(place)
        file, rank = file_and_rank(column)
        found.append(Place(place_name(place), file, rank, level))
    return tuple(found)


def cubes(board: Board, twins: frozenset[int] = frozenset()) -> Iterator[Item]:
    """The cubes on a board; halves of twins are written small."""
    for column, colours in enumerate(board):
        for level, colour in enumerate(colours):
            place = place_at(column, level)
            name = place_name(place)
            if place in twins:
                yield Item(name, "twin", name, colour.lower(), COLOUR_NAMES[colour])
            else:
                yield Item(name, "cube", name, colour, COLOUR_NAMES[colour])


def squares(card: Card) -> tuple[Square, ...]:
    """The picture on a card."""
    return tuple(Square(x, y, colour, COLOUR_NAMES[colour]) for x, y, colour in DECK[card])


def across_and_up(cell: Cell) -> tuple[int, int]:
    """Where a cell of a view is."""
    return cell % SIDE, cell // SIDE


def near(card: Card, board: Board) -> Near:
    """How near a card is to being fulfilled."""
    best = cards.nearest(card, board)
    return Near(best.seen, best.view, tuple(map(across_and_up, best.cells)))


def sights(board: Board) -> tuple[Sight, ...]:
    """The five views."""
    return tuple(
        Sight(
            name,
            SIDE,
            SIDE,
            tuple(
                Square(*across_and_up(cell), colour, COLOUR_NAMES[colour])
                for cell, colour in sorted(picture)
            ),
        )
        for name, picture in cards.pictures(board).items()
    )
