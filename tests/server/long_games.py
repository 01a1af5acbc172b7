"""Moves of a long game, known before it begins."""

from functools import cache
from random import Random

from cubarium import catalog
from cubarium.core.turn import Ended


@cache
def quixo_moves(count: int) -> tuple[str, ...]:
    """This many moves of Quixo between two seats; the game goes on after them."""
    game, rng, found = catalog.load("quixo", 2), Random(1), list[str]()
    state = game.initial()
    while len(found) < count:
        move = rng.choice(game.moves(state))
        after = game.play(state, move)
        if not isinstance(game.turn(after), Ended):
            found.append(game.write(move))
            state = after
    return tuple(found)
