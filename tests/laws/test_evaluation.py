"""What a position looks like to a seat: the sum of its weights, fair to both sides, the same for
symmetric tables."""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from hypothesis import given

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.core import operations as op
from cubarium.core.game import AnyGame
from cubarium.jit import compiled
from cubarium.search import score
from cubarium.search.kernel_calls import value_for
from tests.tables import CHOICES, Choices, for_kernels, some, states

ROOMS = Path(__file__).parents[2] / "cubarium" / "games"


@compiled
def features(state: Any, seat: int, out: Any) -> int:
    return op.features(state, seat, out)


def weights(game: AnyGame) -> list[int]:
    """The fitted weights of a table, as they are in the file of its room."""
    path = ROOMS / game.name / "weights.json"
    known: dict[str, list[int]] = json.loads(path.read_text(encoding="utf-8"))
    options = game.spec.options
    colours = 1 if options.get("one_colour") else {2: 3, 3: 2, 4: 1}[game.players]
    which = {
        "quixo": f"{game.players}-{options.get('size')}",
        "cage": f"{game.players}-{colours}",
    }
    return known[which.get(game.name, str(game.players))]


def two_sided(game: AnyGame) -> bool:
    return game.sides == 2 and not game.has_secrets


def looked_at(game: AnyGame, choices: Choices) -> list[Any]:
    """Some positions of a random game in which a seat moves, the last of them too."""
    found = [state for state in states(game, choices) if isinstance(game.turn(state), ToMove)]
    return [*found[:: max(1, len(found) // 6)], found[-1]]


def wins_at_once(game: AnyGame, state: Any, seat: int) -> bool:
    """By the rules: has the seat to move a winning move?"""
    ends = (game.turn(game.play(state, move)) for move in game.moves(state))
    return any(isinstance(end, Ended) and end.outcome.winners == {seat} for end in ends)


@for_kernels()
@given(choices=CHOICES)
def test_an_evaluation_is_the_sum_of_its_weights(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    known = weights(game)
    out = np.zeros(100, np.int64)
    for state in looked_at(game, choices):
        packed = kernel.pack(state)
        mover = game.turn(state).seat  # type: ignore[union-attr]
        for seat in range(game.players):
            count = features(packed, seat, out)
            total = sum(known[number] for number in out[:count])
            if kernel.has_win_in_one and wins_at_once(game, state, mover):
                total = op.WIN_IN_ONE if seat == mover or two_sided(game) else -op.WIN_IN_ONE
            ours = not two_sided(game) or game.teams[seat] == game.teams[mover]
            value = value_for(packed, seat)
            assert value == (total if ours else -total)
            assert abs(value) <= score.MAX_ESTIMATE
            assert abs(value) < op.WIN_IN_ONE or (
                kernel.has_win_in_one and abs(value) == op.WIN_IN_ONE
            )


@for_kernels(where=two_sided)
@given(choices=CHOICES)
def test_what_is_good_for_one_side_is_bad_for_the_other(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    for state in looked_at(game, choices):
        packed = kernel.pack(state)
        values = [value_for(packed, seat) for seat in range(game.players)]
        for seat, other in zip(game.teams, values, strict=True):
            assert other == (values[0] if seat == game.teams[0] else -values[0])


@for_kernels()
@given(choices=CHOICES)
def test_symmetric_positions_look_the_same(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    for state in looked_at(game, choices):
        packed = kernel.pack(state)
        for symmetry in some(game.symmetries(), choices, most=6):
            other = kernel.pack(symmetry.state(state))
            for seat in range(game.players):
                assert value_for(other, symmetry.seats[seat]) == value_for(packed, seat)


@for_kernels()
def test_it_is_no_constant(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    seen = set()
    for seed in range(4):
        late = Random(seed).choice(looked_at(game, seed)[2:])
        seen.add(value_for(kernel.pack(late), 0))
    assert len(seen) > 1
