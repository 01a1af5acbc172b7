"""The counts behind the evaluations, against plain counts over all lines and moves."""

from dataclasses import replace
from math import comb
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.core.game import AnyGame
from cubarium.games.cage import evaluation, pairs
from cubarium.games.cage.geometry import LINES
from cubarium.games.cage.shapes import CLASSES, SHAPES, shape_of
from tests.laws.test_evaluation import features, wins_at_once
from tests.tables import states


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


def turns(game: AnyGame) -> list[Any]:
    """Positions of random games in which a seat moves."""
    found = [state for seed in range(12) for state in states(game, seed)[4::5]]
    return [state for state in found if isinstance(game.turn(state), ToMove)]


@pytest.mark.parametrize("options", [{"one_colour": True}, {"players": 3}, {"players": 4}])
def test_pairs_are_counted(options: dict[str, Any]) -> None:
    game = catalog.load("cage", **options)
    kernel = catalog.kernel(game)
    out = np.zeros(100, np.int64)
    most = int(pairs.MOST)
    several = 0
    for state in turns(game):
        features(kernel.pack(state), state.to_move, out)
        for step in range(game.players):
            *found, cubes = counted(game, state, (state.to_move + step) % game.players)
            numbers = out[4 * step : 4 * step + 4] % pairs.WIDTH
            shift = [kind * (most + 1) for kind in range(pairs.KINDS + 1)]
            assert list(numbers - shift) == [*(min(n, most) for n in found), cubes]
            several += sum(found[:2]) > 1
    assert several


def test_every_shape_has_a_number() -> None:
    assert len({*SHAPES.tolist()}) == len(SHAPES) == sum(comb(24, count) for count in range(5))
    for number, places in enumerate(SHAPES[::7]):
        assert shape_of(np.uint64(places)) == 7 * number


def threats(game: AnyGame, state: Any, seat: int) -> int:
    """How many columns, twists and flips would bring this seat a line if it were to move, whatever
    the last action was; a column counts once for each of its colours."""
    free = replace(state, to_move=seat, forbidden=None)
    ends = (game.turn(game.play(free, move)) for move in game.moves(free))
    return sum(isinstance(end, Ended) and end.outcome.winners == {seat} for end in ends)


def test_threats_are_counted() -> None:
    game = catalog.load("cage", 2)
    kernel = catalog.kernel(game)
    out = np.zeros(100, np.int64)
    some = 0
    for state in turns(game):
        if wins_at_once(game, state, state.to_move):
            continue
        count = features(kernel.pack(state), 0, out)
        expected = threats(game, state, 1 - state.to_move)
        found = out[count - 1] - 2 * CLASSES
        assert found == min(expected, evaluation.MOST_THREATS)
        some += expected > 0
    assert some
