"""Checks random full boards of a tablebase by the readable rules.

A value must follow from those after all moves, and plies too. Plies that follow everywhere prove
the values; values alone do not, where games can go round in circles: so boards are also judged by
a search to a few plies' depth that knows no tablebase: see checker.py."""

from random import Random

import numpy as np

from cubarium.core.solver import WinDrawLoss
from cubarium.core.turn import Ended
from cubarium.solve.rotations.checker import DEEPEST, UNDECIDED, decided
from cubarium.solve.rotations.prober import RotationProber

FIRST = 0
"""The seat to move in the positions of a numbering."""


def random_state(prober: RotationProber, rng: Random) -> object:
    """A full board, with a forbidden rotation half of the time."""
    facts = prober.orbits.facts
    cells = rng.sample(range(facts.cells), 2 * facts.balls)
    me, op = (
        sum(1 << cell for cell in part) for part in (cells[: facts.balls], cells[facts.balls :])
    )
    forbidden = rng.randrange(len(facts.rows)) if rng.random() < 0.5 else -1
    return prober.index.state(me, op, forbidden)


def audited(prober: RotationProber, count: int, rng: Random) -> list[str]:
    """The positions, of this many, whose value or plies do not follow from those of their moves, or
    are not what a plain search finds."""
    states = [random_state(prober, rng) for _ in range(count)]
    wrong = [
        state
        for state in states
        if (prober.value(state), prober.plies(state)) != _due(prober, state)
        or not _agrees(prober, state)
    ]
    return [prober.game.text(state) for state in wrong]


def _agrees(prober: RotationProber, state: object) -> bool:
    """Does a plain search of a few plies find what the tablebase says?"""
    words = prober.index.words(state)
    assert words is not None
    me, op = (np.array([word], np.uint32) for word in words[:2])
    (found,) = decided(prober.orbits.facts, me, op, np.array(words[2:])).tolist()
    plies = prober.plies(state)
    if found == UNDECIDED:
        return plies is None or plies > DEEPEST
    value = WinDrawLoss.WIN if found > 0 else WinDrawLoss.LOSS
    return prober.value(state) is value and (plies is None or plies == abs(found) - 1)


def _due(prober: RotationProber, state: object) -> tuple[WinDrawLoss, int | None]:
    game = prober.game
    has_plies = prober.tablebase.plies
    turn = game.turn(state)
    if isinstance(turn, Ended):
        won = FIRST in turn.outcome.winners
        return WinDrawLoss.WIN if won else WinDrawLoss.LOSS, 0 if has_plies else None
    after = [game.play(state, move) for move in game.moves(state)]
    values = [prober.value(reply) for reply in after]
    if WinDrawLoss.LOSS in values:
        value = WinDrawLoss.WIN
    else:
        value = WinDrawLoss.DRAW if WinDrawLoss.DRAW in values else WinDrawLoss.LOSS
    if not has_plies or value is WinDrawLoss.DRAW:
        return value, None
    lost = value is WinDrawLoss.LOSS
    plies = [
        prober.plies(reply) or 0
        for reply, known in zip(after, values, strict=True)
        if lost or known is WinDrawLoss.LOSS
    ]
    return value, 1 + (max(plies) if lost else min(plies))
