"""Checks random positions of a tablebase by the readable rules.

Where games can go round in circles this is necessary for the values to be right, not sufficient:
see checker.py."""

from random import Random

from cubarium.core.solver import WinDrawLoss
from cubarium.core.turn import Ended
from cubarium.solve.prober import Prober

FIRST = 0
"""The seat to move in the positions of a numbering."""


def audited(prober: Prober, count: int, rng: Random) -> list[str]:
    """The positions, of this many, whose value does not follow from those of their moves."""
    game, cells = prober.game, prober.cells
    within = [
        (a, b)
        for a, b in prober.tablebase.classes
        if a + b == cells or ((b, a) in prober.tablebase and (b, a + 1) in prober.tablebase)
    ]
    wrong = []
    for _ in range(count):
        a, b = rng.choice(within)
        chosen = rng.sample(range(cells), a + b)
        me, op = (sum(1 << cell for cell in part) for part in (chosen[:a], chosen[a:]))
        state = prober.index.state(prober.size, me, op)
        turn = game.turn(state)
        if isinstance(turn, Ended):
            due = WinDrawLoss.WIN if FIRST in turn.outcome.winners else WinDrawLoss.LOSS
        else:
            due = _due({prober.value(game.play(state, move)) for move in game.moves(state)})
        if prober.value(state) != due:
            wrong.append(game.text(state))
    return wrong


def _due(replies: set[WinDrawLoss | None]) -> WinDrawLoss:
    """The value that follows from those after all moves."""
    if WinDrawLoss.LOSS in replies:
        return WinDrawLoss.WIN
    return WinDrawLoss.DRAW if WinDrawLoss.DRAW in replies else WinDrawLoss.LOSS
