"""A position with a win that only one move begins: looked for, and proved."""

from dataclasses import dataclass
from typing import Any

from cubarium.core.engine import Limit
from cubarium.search.forced_win import ForcedWins, TooDear

DISTANCES = (3, 5, 7, 9, 11)
"""Plies of the wins that make a puzzle: two to six moves of one's own."""
SHORT_LOOK = 60_000
"""Nodes to look for a win, in any position and in the last ones of some games."""
LONG_LOOK = 4_000_000
END = 7
UNIQUENESS = 60_000_000
"""Nodes to prove that no other move wins."""


@dataclass(frozen=True)
class Candidate:
    """What a puzzle needs: the position, the plies of its win, the line against the best defence,
    the nodes of a search that knows nothing before, and whether no other move wins at all."""

    position: str
    plies: int
    line: tuple[str, ...]
    nodes: int
    only: bool


def distance(wins: ForcedWins, packed: Any, nodes: int) -> int | None:
    """The plies of the shortest win if the winner makes its last move, and not at once."""
    wins.limit(Limit(nodes=nodes))
    if wins.within(packed, 1) is not None:
        return None
    for plies in DISTANCES:
        if wins.within(packed, plies) is not None:
            return plies if wins.within(packed, plies - 1) is None else None
    return None


def candidate(wins: ForcedWins, state: Any, plies: int, *, only: bool = False) -> Candidate | None:
    """The puzzle in a position with a win in so many plies; None: another move wins as well.
    `only`: it is known that none does, however late."""
    game = wins.game
    packed = wins.kernel.pack(state)
    texts = game.actions()
    wins.limit(Limit(nodes=UNIQUENESS))
    first = wins.within(packed, plies)
    assert first is not None
    if not only and wins.within(packed, plies + 2, [first]) is not None:
        return None
    line = tuple(texts[action] for action in wins.line(packed, plies))
    assert len(line) == plies
    wins.limit(Limit())
    wins.forget()
    wins.plies(packed, plies)
    return Candidate(game.text(state), plies, line, wins.clock.nodes, only)


def found_in(wins: ForcedWins, path: list[Any], *, longer: bool) -> list[Candidate]:
    """The puzzles in the positions of a game, the last ones looked at longer if that is said."""
    made = []
    end = len(path) - END if longer else len(path)
    for at, state in enumerate(path):
        try:
            nodes = LONG_LOOK if at >= end else SHORT_LOOK
            plies = distance(wins, wins.kernel.pack(state), nodes)
            one = None if plies is None else candidate(wins, state, plies)
        except TooDear:
            continue
        if one is not None:
            made.append(one)
    return made
