"""What chance does, by weight."""

from random import Random
from typing import TypeVar

from cubarium.core.game import Game
from cubarium.core.turn import ToDraw

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


def drawn(game: Game[S, M, V], state: S, rng: Random) -> M:
    """One of the draws of a state in which it is chance's turn."""
    draws = game.draws(state)
    (act,) = rng.choices([*draws], [*draws.values()])
    return act


def past_chance(game: Game[S, M, V], state: S, rng: Random) -> S:
    """The state when chance has acted: a seat is to move, or it is over."""
    while isinstance(game.turn(state), ToDraw):
        state = game.play(state, drawn(game, state, rng))
    return state
