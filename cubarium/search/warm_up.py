"""Compiling ahead of time what a table's engines need."""

from typing import Any, Final

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import CHANCE, Kernel, PackedState
from cubarium.jit import ENABLED
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import acts_of, key_of, seat_to_move, share_of, successor
from cubarium.search.lookahead import seen_ahead
from cubarium.search.root import NO_KEYS, Situation
from cubarium.search.setup_search import in_a_row

MEGABYTES: Final = 1.0
"""For searches that are only made to be compiled."""
_READY: set[tuple[str, int, str, type[Any]]] = set()


def make_ready(game: AnyGame, search: type[Any]) -> None:
    """Compile what a kind of search needs at this table, once in a process: so that no clock runs
    meanwhile. The search that thinks later is another one, with nothing in its memory."""
    key = (game.name, game.players, game.spec.options_text(), search)
    if ENABLED and key not in _READY:
        warmed(game, search(memory=MEGABYTES))
        _READY.add(key)


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


def _on(kernel: Kernel, state: PackedState) -> PackedState:
    return successor(state, int(acts_of(kernel, state)[0]))


def _think(game: AnyGame, thinker: Any, kernel: Kernel, state: PackedState) -> None:
    here = Situation(game, kernel, kernel.unpack(state), state, NO_KEYS)
    key_of(state)
    share_of(state, seat_to_move(state))  # says nothing before the end, but is compiled
    seen_ahead(kernel, state, game.teams)
    found = thinker.best(here, Clock(Limit(nodes=2)))
    thinker.glance(here, found.acts[0])
