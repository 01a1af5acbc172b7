"""Finds the numbers of the levels: python -m scripts.grades quixo 2. See docs/strength.md. With
`--check 2 8` it measures those that there are, here levels 2 to 8 against the one below.

Level 1 is given. Each level above it thinks more, and errs so often that it scores about what is
wanted against the level below. Contests are on packed states, which is quicker than at a table.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random
from typing import Any

import numpy as np

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.levels import SEES_THREATS, Level, strength
from cubarium.core.operations import CHANCE, ENDED, PackedState
from cubarium.search.engine import SearchEngine
from cubarium.search.kernel_calls import key_of, seat_to_move, share_of, successor
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.root import SearchRoot
from scripts.fit.games import random_act

PLIES = 400
REPETITIONS = 3
OPENING = 2
TWO_SIDES = (100, 300, 1_000, 5_000, 30_000)
SEATS = (30, 100, 300, 1_000, 4_000)
BISECTIONS = 5
MEMORY = 4.0
MANY_NODES = 7
MUCH_MEMORY = 16.0
"""Megabytes, as much as the table server gives: for levels from this one on, which need it."""
BELOW_THREATS = 0.79
"""What is wanted of the level below the one that sees threats, which is a big step."""


class Table:
    """Contests at one table."""

    def __init__(self, name: str, players: int) -> None:
        options = {"neutrals": "random"} if (name, players) == ("cubulus", 2) else {}
        self.game: AnyGame = catalog.load(name, players, **options)
        self.kernel = catalog.kernel(self.game)
        self.two_sided = self.game.sides == 2

    def player(self, number: int, level: Level, seed: int) -> SearchEngine:
        return SearchEngine(
            f"level{number}",
            strength=strength(level, number),
            rng=Random(seed),
            memory=MEMORY if number < MANY_NODES else MUCH_MEMORY,
        )

    def opening(self, rng: Random) -> PackedState:
        state = self.kernel.pack(self.game.initial())
        left = 0 if self.game.has_secrets else OPENING
        while True:
            seat = seat_to_move(state)
            if seat != CHANCE and not left:
                return state
            left -= seat != CHANCE
            state = successor(state, random_act(state, rng))

    def play(self, seated: list[SearchEngine], state: PackedState, rng: Random) -> list[float]:
        """One game; the shares of the seats."""
        seen: Counter[Any] = Counter()
        seats = range(self.game.players)
        for _ in range(PLIES):
            while seat_to_move(state) == CHANCE:
                state = successor(state, random_act(state, rng))
            seat = seat_to_move(state)
            if seat == ENDED:
                return [share_of(state, other) for other in seats]
            over = NO_KEYS
            if not self.game.has_secrets:
                seen[key_of(state)] += 1
                if max(seen.values()) >= REPETITIONS:
                    break
                often = [key for key, count in seen.items() if count + 1 >= REPETITIONS]
                over = np.array(often, np.uint64) if often else NO_KEYS
            root = SearchRoot(self.game, self.kernel, None, state, over)
            act, _, _ = seated[seat].choose(root, Limit())
            state = successor(state, act)
        return [1 / self.game.players] * self.game.players

    def pair(self, high: SearchEngine, low: SearchEngine, seed: int) -> float:
        """The score of the first one: two sides, or each alone in every seat."""
        start = self.opening(Random(seed))
        teams = self.game.teams
        won = {high: 0.0, low: 0.0}
        groups = [
            [s for s, team in enumerate(teams) if team == which] for which in sorted({*teams})
        ]
        for group in groups:
            for alone, others in ((high, low), (low, high)):
                seated = [alone if s in group else others for s in range(len(teams))]
                shares = self.play(seated, start, Random(seed))
                won[alone] += sum(shares[s] for s in group) / len(groups)
        return 0.5 + (won[high] - won[low]) / 2

    def score(
        self, high: SearchEngine, low: SearchEngine, pairs: int, seed: int
    ) -> tuple[float, float]:
        """The mean, and half the width of its 95% interval."""
        scores = []
        for number in range(pairs):
            scores.append(self.pair(high, low, seed + number))
            so_far = f"{high.name} over {low.name}, pair {number + 1}: {np.mean(scores):.1%}"
            print(so_far, end="\r", file=sys.stderr, flush=True)
        return float(np.mean(scores)), float(1.96 * np.std(scores) / np.sqrt(len(scores)))


def check(table: Table, numbers: range, pairs: int, seed: int) -> None:
    """Each level against the one below, as they are."""
    game = table.game
    for number in numbers:
        high, low = (
            table.player(one, catalog.levels(game.spec)[one - 1], seed - 1 + one)
            for one in (number, number - 1)
        )
        score, wide = table.score(high, low, pairs, seed)
        what = f"{game.name} {game.players}: level {number} over {number - 1}"
        print(f"{what}: {score:.1%} ± {wide:.1%} ({pairs} pairs)", flush=True)


def find(table: Table, first: Level, wanted: float, pairs: int) -> None:
    """Look for the rate of errors of each level."""
    begun = time.perf_counter()
    levels = [first]
    for number, nodes in enumerate(TWO_SIDES if table.two_sided else SEATS, start=2):
        low_errors, high_errors = 0.0, 1.0
        below = table.player(number - 1, levels[-1], 1)
        best, told = Level(nodes, 0.0), ""
        for _ in range(BISECTIONS):
            errors = (low_errors + high_errors) / 2
            tried = Level(nodes, round(errors, 2))
            score, wide = table.score(table.player(number, tried, 2), below, pairs, 1)
            if score < (BELOW_THREATS if number == SEES_THREATS - 1 else wanted):
                high_errors = errors
            else:
                low_errors, best, told = errors, tried, f"{score:.1%} ± {wide:.1%}"
        score, wide = table.score(table.player(number, best, 3), below, 2 * pairs, 1000)
        what = f"{table.game.name} {table.game.players} level {number}: {best}, {told}"
        spent = time.perf_counter() - begun
        print(f"{what}; again {score:.1%} ± {wide:.1%}; {spent:.0f} s", flush=True)
        levels.append(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("players", type=int)
    parser.add_argument("--pairs", type=int, default=80)
    parser.add_argument("--wanted", type=float, default=0.70)
    parser.add_argument("--first", type=float, nargs=2, default=(0, 0.3))
    parser.add_argument("--check", type=int, nargs=2, metavar=("LOW", "HIGH"))
    parser.add_argument("--seed", type=int, default=1, help="the first opening of a check")
    given = parser.parse_args()
    table = Table(given.name, given.players)
    if given.check:
        check(table, range(given.check[0], given.check[1] + 1), given.pairs, given.seed)
    else:
        find(table, Level(int(given.first[0]), given.first[1]), given.wanted, given.pairs)


if __name__ == "__main__":
    main()
