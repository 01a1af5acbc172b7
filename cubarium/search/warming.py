"""Compiling ahead of time what a table's engines need."""

from typing import Any

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import CHANCE
from cubarium.search.caution import seen_ahead
from cubarium.search.clock import Clock
from cubarium.search.situation import NO_KEYS, Situation
from cubarium.search.steps import acts_of, key_of, seat_to_move, successor


def warmed(game: AnyGame, thinker: Any) -> None:
    """Think a little at the start of the game."""
    kernel = catalog.kernel(game)
    state = kernel.pack(game.initial())
    while seat_to_move(state) == CHANCE:
        state = successor(state, int(acts_of(kernel, state)[0]))
    here = Situation(game, kernel, kernel.unpack(state), state, NO_KEYS)
    key_of(state)
    seen_ahead(kernel, state, game.teams)
    found = thinker.best(here, Clock(Limit(nodes=2)))
    thinker.glance(here, found.acts[0])
