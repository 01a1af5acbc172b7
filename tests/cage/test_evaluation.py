"""The counts behind the evaluation, against a plain count over all lines."""

from typing import Any

import numpy as np

from cubarium import catalog
from cubarium.cage.geometry import LINES
from cubarium.cage.tables import MOST_PAIRS, PAIR_KINDS, WIDTH
from cubarium.core import ToMove
from cubarium.core.game import AnyGame
from tests.laws.test_evaluation import patterns
from tests.tables import for_tables, states


def counted(game: Any, state: Any, seat: int) -> list[int]:
    """Ready, hanging and closed pairs of a seat, and its cubes."""
    at = {
        layer * 8 + column: colour
        for column, cubes in enumerate(state.columns)
        for layer, colour in enumerate(cubes)
    }
    stock = game.stock
    found = [0, 0, 0, 0]
    for colour in game.colours[seat]:
        used = list(at.values()).count(colour)
        found[3] += used
        for line in LINES:
            if [at.get(place) for place in line].count(colour) != 2:
                continue
            (third,) = [place for place in line if at.get(place) != colour]
            if third in at:
                found[2] += 1
            elif (third < 8 or third - 8 in at) and used < stock:
                found[0] += 1
            else:
                found[1] += 1
    return found


@for_tables("cage")
def test_pairs_are_counted(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    out = np.zeros(100, np.int64)
    several = 0
    for seed in range(12):
        for state in states(game, seed)[4::5]:
            turn = game.turn(state)
            if not isinstance(turn, ToMove):
                continue
            patterns(kernel.pack(state), turn.seat, out)
            for step in range(game.players):
                expected = counted(game, state, (turn.seat + step) % game.players)
                numbers = out[4 * step : 4 * step + 4] % WIDTH
                shift = [kind * (MOST_PAIRS + 1) for kind in range(PAIR_KINDS + 1)]
                assert list(numbers - shift) == [min(n, MOST_PAIRS) for n in expected[:3]] + [
                    expected[3]
                ]
                several += sum(expected[:2]) > 1
    assert several
