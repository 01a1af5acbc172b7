"""How an engine plays below its strength: it errs now and then, and sees only so far."""

from random import Random

import numpy as np

from cubarium.core.levels import Strength
from cubarium.search.lookahead import LETS_WIN, LOSES_NOW, WINS, look_ahead
from cubarium.search.root import SearchRoot


def choices(root: SearchRoot, strength: Strength, rng: Random) -> tuple[int, ...]:
    """The actions that are left to search; a single one is decided already."""
    considered, wins = _considered(root, strength)
    if wins and (strength.takes_wins or rng.random() >= strength.errors):
        return (rng.choice(wins),)
    if rng.random() < strength.errors or not strength.nodes:
        return (rng.choice(considered),)
    return tuple(considered)


def _considered(root: SearchRoot, strength: Strength) -> tuple[list[int], list[int]]:
    """The actions that this strength considers, and those that win in one."""
    actions, signs = look_ahead(root.kernel, root.packed, root.game.teams)
    every = [int(action) for action in actions]
    if root.game.has_secrets:
        return every, []  # what wins depends on cards that are not known
    if len(root.over):
        for at in np.flatnonzero(signs == LETS_WIN):
            if root.ends_after(every[at]):
                signs[at] = 0  # the match ends there, before anybody can win
    wins = [int(action) for action in actions[signs == WINS]]
    safe = [int(action) for action in actions[signs >= 0]]
    alive = [int(action) for action in actions[signs != LOSES_NOW]]
    if strength.sees_threats:
        return safe or alive or every, wins
    return every if strength.nodes else (alive or every), wins
