"""Looks at random positions of a table by the readable rules.

Where games can go round in circles this is necessary for the values to be right, not sufficient:
see checker.py."""

from random import Random

from cubarium.core.turn import Ended
from cubarium.solve.prober import Prober


def audited(prober: Prober, count: int, rng: Random) -> list[str]:
    """The positions, of so many, whose value does not follow from those of their moves."""
    game, cells = prober.game, prober.cells
    within = [
        (a, b)
        for a, b in prober.table.classes
        if a + b == cells or ((b, a) in prober.table and (b, a + 1) in prober.table)
    ]
    wrong = []
    for _ in range(count):
        a, b = rng.choice(within)
        chosen = rng.sample(range(cells), a + b)
        me, op = (sum(1 << cell for cell in part) for part in (chosen[:a], chosen[a:]))
        state = prober.index.state(prober.size, me, op)
        turn = game.turn(state)
        if isinstance(turn, Ended):
            due = "win" if state.to_move in turn.outcome.winners else "loss"
        else:
            replies = {prober.value(game.play(state, move)) for move in game.moves(state)}
            due = "win" if "loss" in replies else "draw" if "draw" in replies else "loss"
        if prober.value(state) != due:
            wrong.append(game.text(state))
    return wrong
