"""What a card may ask of a board: each way to show it, as places to be taken and to be empty.

A card is shown by a placement in a view, and each of its squares by one of the four cubes on its
line of sight, with nothing nearer. So a way asks for some cubes of certain colours, for the cubes
below them of any colour, and for places that stay empty, with all above them. An arrangement shows
a card just when it meets one of the card's ways; two ways go together when no place is both taken
and empty, or of two colours.
"""

from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import Card, placements
from cubarium.games.cubeo.geometry import LEVELS, PLACES, SIGHTS, TURNS, column_and_level, place_at

Places = int
"""A set of places as bits."""


class Demand(NamedTuple):
    """One way to show a card."""

    taken: Places
    empty: Places
    colours: tuple[Places, ...]
    """By colour, the places that must show it; the other taken ones may have any."""

    @property
    def cubes(self) -> int:
        """How many cubes it takes by itself."""
        return self.taken.bit_count()


def _stack(place: int, *, upwards: bool) -> Places:
    """A place, with all above it or all below it."""
    column, level = column_and_level(place)
    levels = [other for other in LEVELS if (other >= level if upwards else other <= level)]
    return sum(1 << place_at(column, other) for other in levels)


WITH_BELOW = tuple(_stack(place, upwards=False) for place in range(PLACES))
WITH_ABOVE = tuple(_stack(place, upwards=True) for place in range(PLACES))
NOTHING = Demand(0, 0, (0,) * len(COLOURS))


def _asked(before: Demand, line: tuple[int, ...], colour: int) -> list[Demand]:
    """The ways to show one more square: each cube on its line of sight, nothing nearer."""
    found = []
    empty = before.empty
    others = [*before.colours]
    own = others.pop(colour)
    first, last = others[:colour], others[colour:]
    shown = reduce(or_, others)
    for place in line:
        taken = before.taken | WITH_BELOW[place]
        if not taken & empty and not shown >> place & 1:
            found.append(Demand(taken, empty, (*first, own | 1 << place, *last)))
        empty |= WITH_ABOVE[place]
    return found


@cache
def demands(card: Card) -> tuple[Demand, ...]:
    """All ways to show a card, those with the fewest cubes first."""
    every: set[Demand] = set()
    for lines in SIGHTS.values():
        for placement in placements(card):
            ways = [NOTHING]
            for cell, colour in sorted(placement):
                number = COLOURS.index(colour)
                ways = [way for before in ways for way in _asked(before, lines[cell], number)]
            every.update(ways)
    return tuple(sorted(every, key=lambda way: (way.taken.bit_count(), way)))


def _after_a_turn(place: int) -> int:
    column, level = column_and_level(place)
    return place_at(TURNS[1][column], level)


AFTER_A_TURN = tuple(map(_after_a_turn, range(PLACES)))


def _turned(places: Places) -> Places:
    """Places after a quarter turn of the board."""
    after = 0
    while places:
        after |= 1 << AFTER_A_TURN[places.bit_length() - 1]
        places &= ~(1 << places.bit_length() - 1)
    return after


def is_first_turning(way: Demand) -> bool:
    """Is a way the first of its four turnings? A turned board shows the same cards, so a search
    may leave out the others of one card."""
    other = way
    for _ in range(3):
        other = Demand(
            _turned(other.taken), _turned(other.empty), tuple(map(_turned, other.colours))
        )
        if other < way:
            return False
    return True
