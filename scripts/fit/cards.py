"""The weights of Cube O', from games that the engine plays against itself.

First, how soon is a card fulfilled that is so near? Counted, for its holder being to move or not.
Added to the cards that are fulfilled already, these chances are a seat's prospects. Then, what are
prospects worth? A logistic regression of the result tells, for one's own and for those of the
others, whose cards are guesses here as they are in the search.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.operations import CHANCE, ENDED, PackedState, determinize, features
from cubarium.games.cubeo.cards import CARDS
from cubarium.games.cubeo.lookup import MOST_SHOWN, MOVERS, NEARNESS, SEAT_WIDTH
from cubarium.jit import compiled
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import seat_to_move, share_of, successor
from cubarium.search.mcts import Mcts
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.root import SearchRoot
from cubarium.search.searcher import best_finding
from scripts.fit.games import MISTAKES, random_act

ROUNDS = 2
"""A card is fulfilled soon if it is within so many turns of every seat."""
PRIOR = 20.0
"""As if so many cards of every nearness had done as cards do on average."""
TIE_BREAK = 5 / 3
"""A card that decides a tie-break is worth so much more; there are too few to count."""
NEAR = MOST_SHOWN + 1
STEPS = 30

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@compiled
def _looked_at(state: PackedState, seat: int, rng: np.uint64, out: Any) -> int:
    guess, _ = determinize(state, seat, rng)
    return features(guess, seat, out)


@dataclass
class Found:
    """What games tell. Rows of patterns with what the viewer got; cards in hands, by their number
    among a seat's weights, with whether they were fulfilled soon."""

    rows: list[Numbers] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    soon: list[bool] = field(default_factory=list)

    def add(self, other: "Found") -> None:
        self.rows += other.rows
        self.results += other.results
        self.cards += other.cards
        self.soon += other.soon


def collected(game: AnyGame, nodes: int, games: int, seed: int) -> Found:
    """What so many games tell."""
    rng = Random(seed)
    engine = Mcts(memory=4)
    found = Found()
    for _ in range(games):
        _play(game, engine, nodes, rng, found)
    return found


def _play(game: AnyGame, engine: Mcts, nodes: int, rng: Random, found: Found) -> None:
    kernel = catalog.kernel(game)
    state = kernel.pack(game.initial())
    seats = range(game.players)
    turns = 0
    viewers: list[int] = []
    waiting: list[tuple[int, int, int, int]] = []  # turn, seat, card, number
    shown: dict[tuple[int, int], int] = {}
    while seat_to_move(state) != ENDED:
        seat = seat_to_move(state)
        act = random_act(state, rng)
        if seat != CHANCE:
            before = kernel.unpack(state)
            if game.is_turn_boundary(before) and before.tie is None:
                turns += 1
                for viewer in seats:
                    row = np.zeros(1 + 4 * game.players, np.int64)
                    _looked_at(state, viewer, np.uint64(rng.getrandbits(63) | 1), row)
                    found.rows.append(row)
                    viewers.append(viewer)
                    for card, number in zip(before.hands[viewer], row[2:5], strict=False):
                        at = int(number) - MOVERS
                        waiting.append((turns, viewer, CARDS.index(card), at))
            if rng.random() >= MISTAKES:
                here = SearchRoot(game, kernel, None, state, NO_KEYS)
                act = best_finding(engine, here, Clock(Limit(nodes=nodes))).actions[0]
        state = successor(state, act)
        for other in seats:
            for card in kernel.unpack(state).fulfilled[other]:
                shown.setdefault((other, CARDS.index(card)), turns)
    found.results += [share_of(state, viewer) for viewer in viewers]
    for turn, seat, card, number in waiting:
        found.cards.append(number)
        found.soon.append(shown.get((seat, card), 10**6) < turn + ROUNDS * game.players)


def chances(found: Found) -> Floats:
    """By number among a seat's weights: how often such a card is fulfilled soon."""
    cards, soon = np.array(found.cards), np.array(found.soon, float)
    often = np.bincount(cards, minlength=SEAT_WIDTH).astype(float)
    done = np.bincount(cards, weights=soon, minlength=SEAT_WIDTH)
    both = np.zeros(SEAT_WIDTH)
    for begin in (NEAR, NEAR + NEARNESS):
        these = slice(begin, begin + NEARNESS)
        usual = done[these].sum() / max(often[these].sum(), 1.0)
        both[these] = (done[these] + PRIOR * usual) / (often[these] + PRIOR)
    return both


def fitted(found: Found, players: int) -> tuple[Floats, float]:
    """The weights (log odds) of a table, and the mean loss per position."""
    prospects = chances(found)
    prospects[:NEAR] = np.arange(NEAR)
    tie = slice(NEAR + 2 * NEARNESS + 1, SEAT_WIDTH)
    rows, results = np.array(found.rows), np.array(found.results)
    by_seat = (rows[:, 1:] - MOVERS) % SEAT_WIDTH
    each = prospects[by_seat].reshape(len(rows), players, 4).sum(axis=2)
    movers = np.eye(players)[rows[:, 0]]
    inputs = np.column_stack((movers, each[:, 0], each[:, 1:].sum(axis=1)))
    solution, loss = logistic(inputs, results)
    prospects[tie] = TIE_BREAK * prospects[NEAR : NEAR + 2 * NEARNESS]
    weights = np.zeros(MOVERS + players * SEAT_WIDTH)
    weights[:players] = solution[:players]
    for seat in range(players):
        begin = MOVERS + seat * SEAT_WIDTH
        weights[begin : begin + SEAT_WIDTH] = prospects * solution[-2 if seat == 0 else -1]
    return weights, loss


def logistic(inputs: Floats, results: Floats) -> tuple[Floats, float]:
    """The weights of a few inputs, by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    chance = np.full(len(results), 0.5)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (results - chance)
        curve = inputs.T @ (inputs * (chance * (1 - chance))[:, None])
        weights += np.linalg.solve(curve, slope)
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    loss = -float(np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance)))
    return weights, loss
