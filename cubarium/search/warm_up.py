"""Compiling ahead of time what a table's engines need."""

from collections.abc import Callable
from typing import Final, TypeAlias

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.operations import CHANCE, Kernel, PackedState
from cubarium.jit import ENABLED
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import key_of, legal_actions, seat_to_move, share_of, successor
from cubarium.search.lookahead import look_ahead
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.root import SearchRoot
from cubarium.search.searcher import Searcher, best_finding
from cubarium.search.setup_search import moves_again

MakesSearcher: TypeAlias = Callable[..., Searcher]
MEGABYTES: Final = 1.0
"""For searches that are only made to be compiled."""
_READY: set[tuple[GameSpec, MakesSearcher]] = set()


def make_ready(game: AnyGame, search: MakesSearcher) -> None:
    """Compile what a kind of search needs at this table, once in a process: so that no clock runs
    meanwhile. The search that thinks later is another one, with an empty transposition table."""
    key = (game.spec, search)
    if ENABLED and key not in _READY:
        warmed(game, search(memory=MEGABYTES))
        _READY.add(key)


def warmed(game: AnyGame, searcher: Searcher) -> None:
    """Search a little at the start of the game, and after a layout where it begins with one."""
    kernel = catalog.kernel(game)
    state = kernel.pack(game.initial())
    while seat_to_move(state) == CHANCE:
        state = _first_child(kernel, state)
    _search(game, searcher, kernel, state)
    if moves_again(kernel, state):
        seat = seat_to_move(state)
        while seat_to_move(state) == seat:
            state = _first_child(kernel, state)
        _search(game, searcher, kernel, state)


def _first_child(kernel: Kernel, state: PackedState) -> PackedState:
    return successor(state, int(legal_actions(kernel, state)[0]))


def _search(game: AnyGame, searcher: Searcher, kernel: Kernel, state: PackedState) -> None:
    root = SearchRoot(game, kernel, kernel.unpack(state), state, NO_KEYS)
    key_of(state)
    share_of(state, seat_to_move(state))  # says nothing before the end, but is compiled
    look_ahead(kernel, state, game.teams)
    found = best_finding(searcher, root, Clock(Limit(nodes=2)))
    searcher.static_evaluation(root, found.actions[0])
