"""Games between engines of middling strength: they see threats, and err."""

from random import Random
from typing import Any

from cubarium import catalog
from cubarium.core.engine import Limit, Story
from cubarium.core.game import AnyGame
from cubarium.core.levels import strength
from cubarium.core.turn import Ended, ToMove
from cubarium.search.engine import SearchEngine

LEVELS = (2, 3, 4, 5, 6)
LONGEST = 150


def played_game(game: AnyGame, rng: Random) -> list[Any]:
    """The states of one game in which a seat has its turn, up to the last before the end."""
    table = catalog.levels(game.spec)
    numbers = [rng.choice(LEVELS) for _ in range(game.players)]
    engines = [
        SearchEngine(strength=strength(table[number - 1], number), rng=rng, memory=16)
        for number in numbers
    ]
    state: Any = game.initial()
    path: list[Any] = []
    while len(path) < LONGEST:
        turn = game.turn(state)
        if isinstance(turn, Ended):
            return path
        assert isinstance(turn, ToMove)
        if not game.is_turn_boundary(state):
            state = game.play(state, rng.choice(game.moves(state)))
            continue
        path.append(state)
        view = game.view(state, turn.seat)
        story = Story(turn.seat, view, start=view)
        *_, thought = engines[turn.seat].think(game, story, Limit())
        state = game.play(state, thought.best)
    return []
