"""Random games by the thousand: how they end, how long they are, and what was done in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from cubarium import catalog, extras
from cubarium.core.action_ids import action_id, legal_ids, reward_of, shares
from cubarium.core.chance import drawn
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Outcome, ToMove

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

CHANCE: Final = -1
LONGEST: Final = 10_000


@dataclass(frozen=True, eq=False)
class Trajectories:
    """What was done in every game: game `g` has the acts `offsets[g]` to `offsets[g + 1]`."""

    actions: NDArray[np.int16]
    """Action ids."""
    seats: NDArray[np.int8]
    """Who did it; -1: chance."""
    offsets: NDArray[np.int64]

    def game(self, number: int) -> NDArray[np.int16]:
        """The action ids of one game."""
        return self.actions[self.offsets[number] : self.offsets[number + 1]]


@dataclass(frozen=True, eq=False)
class Simulation:
    """How random games went."""

    returns: NDArray[np.float32]
    """By game and seat; 0 for those that were stopped."""
    lengths: NDArray[np.int32]
    """Acts of seats and of chance."""
    finished: NDArray[np.bool_]
    """False: stopped because it was too long."""
    trajectories: Trajectories | None = None


def simulate(
    game: AnyGame,
    n: int,
    seed: int = 0,
    *,
    start: object = None,
    trajectories: bool = False,
    limit: int = LONGEST,
    threads: int | None = None,
) -> Simulation:
    """Play n random games, from the usual start or from a state; the same seed gives the same
    games, on however many threads. Raises InvalidOption, and MissingExtra."""
    seeds = game_seeds(n, seed)
    if limit < 1:
        raise InvalidOption(f"a game has one act at least; not {limit}")
    state = game.initial() if start is None else start
    if not catalog.has_kernel(game.name):
        return _by_rules(game, state, seeds, limit, trajectories=trajectories)
    from cubarium.search.simulation_kernel import random_games, write_games
    from cubarium.search.threads import SliceRunner, cores

    root = catalog.kernel(game).pack(state)
    runner = SliceRunner(n, threads or cores())
    lengths, finished = np.zeros(n, np.int32), np.zeros(n, np.bool_)
    won = np.full((n, game.players), 1 / game.players)
    runner.run(lambda *part: random_games(root, seeds, limit, lengths, won, finished, *part))
    kept = None
    if trajectories:
        kept = _empty(lengths)
        arrays = (kept.offsets, kept.actions, kept.seats)
        runner.run(lambda *part: write_games(root, seeds, *arrays, *part))
    rewarded = (game.players * won - 1) / (game.sides - 1)  # as in action_ids.reward_of
    return Simulation(rewarded.astype(np.float32), lengths, finished, kept)


def action_mask(game: AnyGame, state: object) -> NDArray[np.bool_]:
    """By action id: may it be done now, by the seat to move or by chance?"""
    mask = np.zeros(len(game.actions()), np.bool_)
    mask[legal_ids(game, state)] = True
    return mask


def game_seeds(n: int, seed: int) -> NDArray[np.uint64]:
    """A generator's state for each of n games, never 0. Raises InvalidOption."""
    if n < 1:
        raise InvalidOption(f"there must be one game at least; not {n}")
    if seed < 0:
        raise InvalidOption(f"a seed is a whole number from 0; not {seed}")
    high = 2**63 - 1
    return np.random.default_rng(seed).integers(1, high, n, np.uint64)


def _empty(lengths: NDArray[np.int32]) -> Trajectories:
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    total = int(offsets[-1])
    return Trajectories(np.zeros(total, np.int16), np.zeros(total, np.int8), offsets)


def _by_rules(
    game: AnyGame, start: object, seeds: NDArray[np.uint64], limit: int, *, trajectories: bool
) -> Simulation:
    """The same by the readable rules, for games without a kernel."""
    played = [_played(game, start, Random(int(seed)), limit) for seed in seeds]
    lengths = np.array([len(acts) for acts, _ in played], np.int32)
    returns = np.array(
        [
            [0.0] * game.players
            if outcome is None
            else [reward_of(game, share) for share in shares(game, outcome)]
            for _, outcome in played
        ],
        np.float32,
    )
    finished = np.array([outcome is not None for _, outcome in played])
    kept = None
    if trajectories:
        kept = _empty(lengths)
        every = [act for acts, _ in played for act in acts]
        kept.seats[:] = [seat for seat, _ in every]
        kept.actions[:] = [number for _, number in every]
    return Simulation(returns, lengths, finished, kept)


def _played(
    game: AnyGame, state: object, rng: Random, limit: int
) -> tuple[Sequence[tuple[int, int]], Outcome | None]:
    """One random game: its acts, and how it ended."""
    acts: list[tuple[int, int]] = []
    while not isinstance(turn := game.turn(state), Ended):
        if len(acts) == limit:
            return acts, None
        if isinstance(turn, ToMove):
            seat, act = turn.seat, rng.choice(game.moves(state))
        else:
            seat, act = CHANCE, drawn(game, state, rng)
        acts.append((seat, action_id(game, act)))
        state = game.play(state, act)
    return acts, turn.outcome
