"""Makes a suite: `python -m scripts.suites quixo 2 > tests/suites/quixo-2.txt`.

The same call makes the same file. Counts go to the standard error.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from cubarium import catalog
from scripts.suites.entries import PLIES, Entry, written
from scripts.suites.games import game_of
from scripts.suites.prover import Prover, TooDear

WANTED = {1: 8, 3: 40, 5: 50, 7: 60, -2: 10, -4: 36, -6: 44}
"""How many positions by distance, losses below 0. The usual ones: a win comes with a move of the
winner."""
ODDITIES = 4
"""As many as turn up, at the most, of each distance at which the loser must make the winner's
line."""
LAST = 12
"""Of each game only so many positions at the end are looked at, and at the most EACH taken."""
EACH = 2
DULL = 1 / 3
"""A win is dull if a greater part of the moves wins."""
BUDGET = 200_000_000
SEED = 7


def proved(prover: Prover, states: list[Any]) -> Iterator[tuple[int, Any]]:
    """The states whose value can be proved, with their distance."""
    for state in states:
        prover.left = BUDGET
        try:
            distance = prover.verdict(prover.kernel.pack(state), PLIES)
        except TooDear:
            continue
        if distance:
            yield distance, state


def entry(prover: Prover, distance: int, state: Any) -> Entry | None:
    """The line of a state; none if it is dull or too dear."""
    game = prover.game
    if distance < 0:
        return Entry(game.text(state), won=False, plies=-distance)
    prover.left = BUDGET
    try:
        wins = prover.wins(prover.kernel.pack(state), PLIES)
    except TooDear:
        return None
    names = game.actions()
    moves = {names[action]: plies for action, plies in wins.items()}
    assert min(moves.values()) == distance
    if len(moves) > DULL * len(game.moves(state)):
        return None
    return Entry(game.text(state), won=True, plies=distance, moves=moves)


def suite(prover: Prover) -> Iterator[tuple[int, Entry]]:
    """Entries with their distances, until there are as many as are wanted."""
    rng = Random(SEED)
    missing = Counter({d: WANTED.get(d, ODDITIES) for d in range(-PLIES, PLIES + 1) if d})
    seen = set()
    while any(missing[d] for d in WANTED):
        states = [state for state in game_of(prover, rng) if prover.game.between(state)]
        found = sorted(proved(prover, states[-LAST:]), key=lambda one: -missing[one[0]])
        taken = 0
        for distance, state in found:
            name = prover.name(prover.kernel.pack(state))
            if taken == EACH or not missing[distance] or name in seen:
                continue
            seen.add(name)
            made = entry(prover, distance, state)
            if made:
                taken += 1
                missing[distance] -= 1
                print(f"\r{dict(sorted(missing.items()))} ", end="", file=sys.stderr)
                yield distance, made


def main() -> None:
    """Write the suite of one table."""
    name, players = sys.argv[1:]
    prover = Prover(catalog.load(name, int(players)))
    entries = sorted(suite(prover), key=lambda one: (abs(one[0]), -one[0]))
    print(file=sys.stderr)
    sys.stdout.write(written(prover.game, (made for _, made in entries)))


if __name__ == "__main__":
    main()
