"""Games that an engine plays against itself, and what came of their positions."""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import CHANCE, ENDED, PackedState, features, sample
from cubarium.jit import compiled
from cubarium.search.alphabeta import AlphaBeta, PrincipalVariation
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import seat_to_move, share_of, successor
from cubarium.search.mcts import Mcts, RootMoveStatistics
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.root import SearchRoot
from cubarium.search.score import PROVED
from cubarium.search.searcher import Searcher, best_finding

LONGEST = 300
OPENING = 12
MISTAKES = 0.08
MOST_PATTERNS = 64


@compiled
def _patterns(state: PackedState, seat: int, out: Any) -> int:
    return features(state, seat, out)


@compiled
def _picked(state: PackedState, rng: np.uint64) -> Any:
    act, _ = sample(state, rng)
    return act


def random_act(state: PackedState, rng: Random) -> int:
    """What a random player, or chance, does."""
    return int(_picked(state, np.uint64(rng.getrandbits(63) | 1)))


class Played:
    """Plays games of one table, and keeps their positions."""

    def __init__(self, game: AnyGame, nodes: int, seed: int) -> None:
        self.game = game
        self.kernel = catalog.kernel(game)
        self.nodes = nodes
        self.rng = Random(seed)
        self.rows: list[NDArray[np.int64]] = []
        self.results: list[float] = []
        self.seats = range(game.players)
        self.two_sided = game.sides == 2
        self.searcher: Searcher = AlphaBeta(memory=2) if self.two_sided else Mcts(memory=16)

    def search_root(self, root: PackedState) -> SearchRoot:
        return SearchRoot(self.game, self.kernel, None, root, NO_KEYS)

    def one(self) -> None:
        """One game: a random opening, a mistake now and then, to the end or a proof."""
        state = self.kernel.pack(self.game.initial())
        seen: list[tuple[NDArray[np.int64], int]] = []
        opening = self.rng.randrange(OPENING)
        shares = [1 / self.game.players] * self.game.players
        ply = 0
        while ply < LONGEST:
            seat = seat_to_move(state)
            if seat == ENDED:
                shares = [share_of(state, other) for other in range(self.game.players)]
                break
            if seat == CHANCE:
                state = successor(state, random_act(state, self.rng))
                continue
            act, proved = self.best(state)
            if proved is not None:
                shares = proved
                break
            seen += self.looked_at(state, seat)
            ply += 1
            random = ply < opening or self.rng.random() < MISTAKES
            state = successor(state, random_act(state, self.rng) if random else act)
        for row, seat in seen:
            teams = self.game.teams
            self.rows.append(row)
            self.results.append(sum(shares[s] for s in self.seats if teams[s] == teams[seat]))

    def best(self, state: PackedState) -> tuple[int, list[float] | None]:
        """The act that the engine likes best, and the shares if all is proved."""
        found = best_finding(self.searcher, self.search_root(state), Clock(Limit(nodes=self.nodes)))
        shares = None
        if isinstance(found, PrincipalVariation) and abs(found.score) > PROVED:
            teams, ours = self.game.teams, self.game.teams[seat_to_move(state)]
            size = self.game.players / 2
            shares = [float((team == ours) == (found.score > 0)) / size for team in teams]
        elif isinstance(found, RootMoveStatistics) and found.winner is not None:
            shares = [float(seat == found.winner) for seat in self.seats]
        return found.actions[0], shares

    def looked_at(self, state: PackedState, seat: int) -> list[tuple[NDArray[np.int64], int]]:
        """The patterns of a position: for the mover, or for every seat."""
        found = []
        for viewer in [seat] if self.two_sided else range(self.game.players):
            out = np.zeros(MOST_PATTERNS, np.int64)
            found.append((out[: _patterns(state, viewer, out)], viewer))
        return found


def positions(
    game: AnyGame, nodes: int, games: int, seed: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The patterns of the positions of so many games, and the results."""
    played = Played(game, nodes, seed)
    for _ in range(games):
        played.one()
    return np.array(played.rows), np.array(played.results)
