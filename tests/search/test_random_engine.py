"""The player without a plan."""

from random import Random

import pytest

from cubarium.core import Estimate, Limit, ToMove
from cubarium.core.game import AnyGame
from cubarium.match.match import Match
from cubarium.search.random_engine import RandomEngine
from tests.tables import for_tables


@pytest.mark.compiled
@for_tables()
def test_it_plays_whole_games_from_its_story_alone(game: AnyGame) -> None:
    def moves(seed: int) -> list[str]:
        rng = Random(seed)
        player = RandomEngine(rng)
        match = Match.open(game)
        match = match.after(match.draw(rng))
        while isinstance(match.turn, ToMove):
            seat = match.turn.seat
            (thought,) = player.think(game, match.story(seat), Limit())
            assert isinstance(thought.value, Estimate)
            assert sum(thought.value.shares) == pytest.approx(1)
            match = match.after(match.move(seat, game.write(thought.best), rng))
        assert match.outcome is not None
        return [game.write(step.act) for step in match.steps]

    one = moves(1)
    assert moves(1) == one
    assert moves(2) != one
