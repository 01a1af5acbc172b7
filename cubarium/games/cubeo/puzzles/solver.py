"""Solves puzzles exactly: the least number of cubes, proved, or an honest "not proved"."""

from collections.abc import Sequence
from time import monotonic

from cubarium import extras
from cubarium.core.puzzles import PuzzleAnswer, PuzzleProgress
from cubarium.games.cubeo import COLOURS, CUBES
from cubarium.games.cubeo.cards import Board, Card
from cubarium.games.cubeo.geometry import COLUMN_NAMES, SIDE, place_at
from cubarium.games.cubeo.puzzles.demands import Demand, demands

STEPS = 5_000
"""Between two looks at the clock: well under a tenth of a second."""


def solve(
    cards: Sequence[Card], seconds: float | None = None, progress: PuzzleProgress | None = None
) -> PuzzleAnswer:
    """Look for an arrangement with ever more cubes. What is found first has the least number.
    Raises MissingExtra."""
    extras.require("engines")
    from cubarium.games.cubeo.puzzles.search import Search, SearchStatus  # loads numba

    end = None if seconds is None else monotonic() + seconds
    most = max(demands(card)[0].cubes for card in cards)
    while True:
        search = Search(cards, most)
        while search.go_on(STEPS) is SearchStatus.RUNNING:
            if progress is not None:
                progress(most, search.progress)
            if end is not None and monotonic() > end:
                return PuzzleAnswer(most, None)
        if search.status is SearchStatus.FOUND:
            return PuzzleAnswer(most, arranged(search.demand()))
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
