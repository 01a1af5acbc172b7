"""Games that are nearly over: played at random, and cut shortly before their end."""

from random import Random
from typing import Any, NamedTuple

import pytest

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, ToDraw, ToMove

LONGEST = 500
SEATS = {"quixo": (2, 4), "cage": (2, 3, 4), "cubulus": (2, 3), "cubeo": (2, 3, 4)}
TABLES = [(name, count) for name, counts in SEATS.items() for count in counts]


def games(*quick: str) -> list[Any]:
    """All games; but for these they are only wanted long."""
    return [name if name in quick else pytest.param(name, marks=pytest.mark.soak) for name in SEATS]


def fullest(*quick: str) -> list[Any]:
    """All tables; but for the fullest of these games they are only wanted long."""
    return [
        (name, count)
        if name in quick and count == max(SEATS[name])
        else pytest.param(name, count, marks=pytest.mark.soak)
        for name, count in TABLES
    ]


class Ending(NamedTuple):
    """A position, and moves that end the game."""

    game: AnyGame
    position: str
    moves: tuple[str, ...]


def ending(name: str, players: int, moves: int) -> Ending:
    """The last moves of a random game. Chance may have a word in between: then they are advice."""
    game = catalog.load(name, players)
    for seed in range(50):
        found = _cut(game, Random(seed), moves)
        if found is not None:
            return found
    raise AssertionError(f"no short game of {name} was found")


def _cut(game: AnyGame, rng: Random, moves: int) -> Ending | None:
    state, history = game.initial(), list[tuple[Any, Any]]()
    while len(history) < LONGEST:
        turn = game.turn(state)
        if isinstance(turn, Ended):
            mine = [at for at, (before, _) in enumerate(history) if _moves(game, before)]
            start = mine[-moves]
            acts = tuple(game.write(act) for before, act in history[start:] if _moves(game, before))
            # winners alone, and no chance: then the end is known
            calm = len(acts) == len(history) - start or game.has_secrets
            if calm and len(turn.outcome.winners) in range(1, game.players):
                return Ending(game, game.text(history[start][0]), acts)
            return None
        if isinstance(turn, ToDraw):
            draws = game.draws(state)
            act = rng.choices(list(draws), list(draws.values()))[0]
        else:
            act = rng.choice(game.moves(state))
        history.append((state, act))
        state = game.play(state, act)
    return None


def _moves(game: AnyGame, state: Any) -> bool:
    return isinstance(game.turn(state), ToMove)
