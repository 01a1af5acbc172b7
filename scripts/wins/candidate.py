"""A position with a win that only one move begins: looked for, and proved."""

from dataclasses import dataclass
from typing import Any

from cubarium.core.engine import Limit
from cubarium.core.solver import ValueSource, WinDrawLoss
from cubarium.core.turn import Ended
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


def candidate(
    wins: ForcedWins, source: ValueSource | None, state: Any, plies: int
) -> Candidate | None:
    """The puzzle in a position with a win in so many plies; None: another move wins as well."""
    game = wins.game
    packed = wins.kernel.pack(state)
    texts = game.actions()
    wins.limit(Limit(nodes=UNIQUENESS))
    first = wins.within(packed, plies)
    assert first is not None
    if wins.within(packed, plies + 2, [first]) is not None:
        return None
    known = others(source, game, state, texts[first])
    if known:
        return None
    wins.limit(Limit(nodes=UNIQUENESS))
    line = tuple(texts[action] for action in wins.line(packed, plies))
    assert len(line) == plies
    wins.limit(Limit())
    wins.forget()
    wins.plies(packed, plies)
    return Candidate(game.text(state), plies, line, wins.clock.nodes, known is not None)


def others(source: ValueSource | None, game: Any, state: Any, first: str) -> list[str] | None:
    """The moves but the first one that win, however late; None: not all of them are known."""
    if source is None or source.value(state) is None:
        return None
    found = []
    for move in game.moves(state):
        after = game.play(state, move)
        if game.write(move) == first or isinstance(game.turn(after), Ended):
            continue
        value = source.value(after)
        if value is None:
            return None
        if value is WinDrawLoss.LOSS:
            found.append(game.write(move))
    return found


def found_in(
    wins: ForcedWins, source: ValueSource | None, path: list[Any], *, longer: bool
) -> list[Candidate]:
    """The puzzles in the positions of a game, the last ones looked at longer if that is said."""
    made = []
    end = len(path) - END if longer else len(path)
    for at, state in enumerate(path):
        try:
            known = source is not None and source.value(state) is WinDrawLoss.WIN
            nodes = LONG_LOOK if known or at >= end else SHORT_LOOK
            plies = distance(wins, wins.kernel.pack(state), nodes)
            one = None if plies is None else candidate(wins, source, state, plies)
        except TooDear:
            continue
        if one is not None:
            made.append(one)
    return made
