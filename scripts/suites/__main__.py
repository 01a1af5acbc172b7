"""Makes a suite: `python -m scripts.suites quixo 2 > tests/suites/quixo-2.txt`.

The same call makes the same file. Counts go to the standard error.
"""

import sys
from collections import defaultdict
from random import Random
from typing import Any

from cubarium import catalog
from cubarium.core.operations import ENDED, turn
from scripts.suites.crowded import crowded
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


def distance(prover: Prover, state: Any) -> int:
    """Of a win, or minus that of a loss; 0 if neither can be proved, or the game is over."""
    packed = prover.kernel.pack(state)
    prover.left = BUDGET
    try:
        return 0 if turn(packed) == ENDED else prover.verdict(packed, PLIES)
    except TooDear:
        return 0


def entry(prover: Prover, state: Any, plies: int) -> Entry | None:
    """The line of a state; none if it is dull or too dear."""
    game = prover.game
    if plies < 0:
        return Entry(game.text(state), won=False, plies=-plies)
    prover.left = BUDGET
    try:
        wins = prover.wins(prover.kernel.pack(state), PLIES)
    except TooDear:
        return None
    names = game.actions()
    moves = {names[action]: at for action, at in wins.items()}
    assert min(moves.values()) == plies
    if len(moves) > DULL * len(game.moves(state)):
        return None
    return Entry(game.text(state), won=True, plies=plies, moves=moves)


class Suite:
    """Entries by distance, as many as are wanted, no two of them symmetric."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.entries: defaultdict[int, list[Entry]] = defaultdict(list)
        self.seen: set[tuple[int, int]] = set()

    def missing(self, plies: int) -> int:
        """How many are still wanted."""
        return WANTED.get(plies, ODDITIES) - len(self.entries[plies])

    def take(self, state: Any, plies: int) -> bool:
        """Take a state, if it is wanted and not dull."""
        name = self.prover.name(self.prover.kernel.pack(state))
        if not self.missing(plies) or name in self.seen:
            return False
        self.seen.add(name)
        made = entry(self.prover, state, plies)
        if made:
            self.entries[plies].append(made)
        return made is not None

    def play(self) -> None:
        """Play games until there are enough of the usual ones."""
        rng = Random(SEED)
        while any(map(self.missing, WANTED)):
            states = [s for s in game_of(self.prover, rng) if self.prover.game.is_turn_boundary(s)]
            found = [(state, distance(self.prover, state)) for state in states[-LAST:]]
            taken = 0
            known = [one for one in found if one[1]]
            for state, plies in sorted(known, key=lambda one: -self.missing(one[1])):
                taken += taken < EACH and self.take(state, plies)
            print(f"\r{self} ", end="", file=sys.stderr)

    def look_for_oddities(self) -> None:
        """Take those that the crowded positions hold."""
        for state in crowded(self.prover.game):
            plies = distance(self.prover, state)
            if plies and plies not in WANTED:
                self.take(state, plies)
        print(f"\r{self} ", file=sys.stderr)

    def __str__(self) -> str:
        return " ".join(f"{plies}:{len(made)}" for plies, made in sorted(self.entries.items()))


def main() -> None:
    """Write the suite of one table."""
    name, players = sys.argv[1:]
    prover = Prover(catalog.load(name, int(players)))
    suite = Suite(prover)
    suite.play()
    suite.look_for_oddities()
    order = sorted(suite.entries, key=lambda plies: (abs(plies), -plies))
    sys.stdout.write(written(prover.game, (made for at in order for made in suite.entries[at])))


if __name__ == "__main__":
    main()
