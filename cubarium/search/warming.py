"""Compiling ahead of time what a table's engines need."""

from typing import Any

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import CHANCE, Kernel, Packed
from cubarium.search.caution import seen_ahead
from cubarium.search.clock import Clock
from cubarium.search.planning import in_a_row
from cubarium.search.situation import NO_KEYS, Situation
from cubarium.search.steps import acts_of, key_of, seat_to_move, successor


def warmed(game: AnyGame, thinker: Any) -> None:
    """Think a little at the start of the game, and after a layout where it begins with one."""
    kernel = catalog.kernel(game)
    state = kernel.pack(game.initial())
    while seat_to_move(state) == CHANCE:
        state = _on(kernel, state)
    _think(game, thinker, kernel, state)
    if in_a_row(kernel, state):
        seat = seat_to_move(state)
        while seat_to_move(state) == seat:
            state = _on(kernel, state)
        _think(game, thinker, kernel, state)


def _on(kernel: Kernel, state: Packed) -> Packed:
    return successor(state, int(acts_of(kernel, state)[0]))


def _think(game: AnyGame, thinker: Any, kernel: Kernel, state: Packed) -> None:
    here = Situation(game, kernel, kernel.unpack(state), state, NO_KEYS)
    key_of(state)
    seen_ahead(kernel, state, game.teams)
    found = thinker.best(here, Clock(Limit(nodes=2)))
    thinker.glance(here, found.acts[0])
