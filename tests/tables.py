"""All tables of all games, found through the catalog, and random walks over them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest

from cubarium import catalog
from cubarium.core import Ended, ToDraw
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text

T = TypeVar("T")

TOYS = ("stones",)
REAL = tuple(name for name in catalog.names() if name not in TOYS)


HURRY = {"cubeo": "draw"}
"""Where random players would dawdle for thousands of moves: the move that brings the end nearer.
They make it every other time that they can."""


LONG = {"cubeo"}
"""Games of hundreds of acts: fewer of them are enough."""


def games(game: AnyGame, count: int) -> range:
    """The seeds of so many random games, of long ones a tenth."""
    return range(count // 10 if game.name in LONG else count)


class Visit(NamedTuple):
    """A state on a walk, the act that leaves it, and the state after it."""

    before: Any
    act: Any
    after: Any


def tables(names: tuple[str, ...]) -> Iterator[AnyGame]:
    """All tables of these games."""
    for name in names:
        yield from map(catalog.seat, catalog.tables(name))


def label(game: AnyGame) -> str:
    options = "-".join(f"{name}={as_text(value)}" for name, value in game.table.options.items())
    return f"{game.name}-{game.players}-{options}"


def for_tables(*names: str, every: bool = False) -> pytest.MarkDecorator:
    """Run a test at all tables of these games (of all games, the toy included); of long games at
    half of them, unless it must be at every table."""
    games = [game for game in tables(names or REAL + TOYS) if every or _usual(game)]
    return pytest.mark.parametrize("game", games, ids=label)


def _usual(game: AnyGame) -> bool:
    """With three players the option of a long game is on, else off."""
    return game.name not in LONG or game.table.options["closed_rows"] == (game.players == 3)


def walk(game: AnyGame, seed: int, most: int = 200) -> Iterator[Visit]:
    """A random game from the start: players and chance alike."""
    rng = Random(seed)
    state = game.initial()
    for _ in range(most):
        turn = game.turn(state)
        if isinstance(turn, Ended):
            return
        if isinstance(turn, ToDraw):
            draws = game.draws(state)
            (act,) = rng.choices(list(draws), list(draws.values()))
        else:
            act = _chosen(game, game.moves(state), rng)
        after = game.play(state, act)
        yield Visit(state, act, after)
        state = after


def _chosen(game: AnyGame, moves: Sequence[Any], rng: Random) -> Any:
    hurry = HURRY.get(game.name)
    quick = [move for move in moves if game.write(move) == hurry] if hurry else []
    return rng.choice(quick if quick and rng.random() < 0.5 else moves)


def states(game: AnyGame, seed: int) -> list[Any]:
    """All states of a random game, the first and the last included."""
    return [game.initial(), *(visit.after for visit in walk(game, seed))]


def some(symmetries: Sequence[T], seed: int, most: int = 12) -> list[T]:
    """The first and some others, where there are many."""
    if len(symmetries) <= most:
        return list(symmetries)
    return [symmetries[0], *Random(seed).sample(symmetries[1:], most - 1)]
