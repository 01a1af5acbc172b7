"""Solves puzzles exactly: the least number of cubes, proved, or an honest "not proved"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from cubarium import extras
from cubarium.games.cubeo import COLOURS, CUBES
from cubarium.games.cubeo.cards import Board, Card
from cubarium.games.cubeo.geometry import COLUMN_NAMES, SIDE, place_at
from cubarium.games.cubeo.puzzles.demands import Demand, demands

STEPS = 5_000
"""Between two looks at the clock: well under a tenth of a second."""

Progress = Callable[[int, float], None]
"""Told the number of cubes that is being tried, and how much of it is done."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a set of cards."""

    at_least: int
    """No arrangement has fewer cubes: that is proved."""
    board: Board | None
    """An arrangement that shows them all, if one was found."""

    @property
    def par(self) -> int | None:
        """The least number of cubes, if it is proved."""
        return self.at_least if self.board is not None else None


def solve(
    cards: Sequence[Card], seconds: float | None = None, progress: Progress | None = None
) -> Answer:
    """Look for an arrangement with ever more cubes. What is found first has the least number.
    Raises MissingExtra."""
    extras.require("engines")
    from cubarium.games.cubeo.puzzles.search import Search, Status  # loads numba

    end = None if seconds is None else monotonic() + seconds
    most = max(demands(card)[0].cubes for card in cards)
    while True:
        search = Search(cards, most)
        while search.go_on(STEPS) is Status.RUNNING:
            if progress is not None:
                progress(most, search.progress)
            if end is not None and monotonic() > end:
                return Answer(most, None)
        if search.status is Status.FOUND:
            return Answer(most, arranged(search.demand()))
        most += 1


def arranged(demand: Demand) -> Board:
    """An arrangement that meets a demand; where any colour will do, one that is left."""
    left = {colour: CUBES - demand.colours[at].bit_count() for at, colour in enumerate(COLOURS)}

    def cube(place: int) -> str:
        for at, colour in enumerate(COLOURS):
            if demand.colours[at] >> place & 1:
                return colour
        colour = max(left, key=left.__getitem__)
        left[colour] -= 1
        return colour

    return tuple(
        tuple(
            cube(place_at(column, level))
            for level in range(SIDE)
            if demand.taken >> place_at(column, level) & 1
        )
        for column in range(len(COLUMN_NAMES))
    )
