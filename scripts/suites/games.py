"""Games that lead to tense positions: players that see a few plies, and are blind beyond."""

from random import Random
from typing import Any

from cubarium.core.operations import ENDED, PackedState, turn
from scripts.suites.prover import Prover, TooDear

SIGHTS = (1, 2, 3, 4, 5)
"""How many plies ahead a team may see a win; it sees a loss that is one ply nearer."""
LONGEST = 120
BUDGET = 3_000_000


def game_of(prover: Prover, rng: Random) -> list[Any]:
    """The states of one game, up to the last before the end; none if it does not end."""
    sights = [rng.choice(SIGHTS) for _ in set(prover.game.teams)]
    state = prover.game.initial()
    path: list[Any] = []
    for _ in range(LONGEST):
        packed = prover.kernel.pack(state)
        seat = int(turn(packed))
        if seat == ENDED:
            return path
        path.append(state)
        if prover.game.is_turn_boundary(state):
            action = _chosen(prover, packed, sights[prover.game.teams[seat]], rng)
            state = prover.kernel.unpack(prover.after(packed, action))
        else:
            state = prover.game.play(state, rng.choice(prover.game.moves(state)))
    return []


def _chosen(prover: Prover, state: PackedState, sight: int, rng: Random) -> int:
    """The quickest win in sight, else a move that does not lose in sight, else the slowest loss."""
    actions = prover.actions(state)
    rng.shuffle(actions)
    prover.left = BUDGET
    try:
        own = int(prover.teams[int(turn(state))])
        if prover.forced(state, own, sight):
            wins = prover.wins(state, sight)
            return min((action for action in actions if action in wins), key=wins.__getitem__)
        losses = {}
        for action in actions:
            lost = prover.distance(prover.after(state, action), 1 - own, sight - 1)
            if lost is None:
                return action
            losses[action] = lost
        return max(losses, key=losses.__getitem__)
    except TooDear:
        return actions[0]
