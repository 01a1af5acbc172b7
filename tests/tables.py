"""All tables of all games, found through the catalog, and random walks over them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pytest
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.core import Ended, ToDraw
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.match.match import Match
from tests.real_games import REAL_GAMES

T = TypeVar("T")

SOAKING = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
"""Is everything wanted, however long it takes?"""

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
        yield from map(catalog.game, catalog.specs(name))


def label(game: AnyGame) -> str:
    options = "-".join(f"{name}={as_text(value)}" for name, value in game.spec.options.items())
    return f"{game.name}-{game.players}-{options}"


def for_tables(*names: str, every: bool = False) -> pytest.MarkDecorator:
    """Run a test at all tables of these games (of all games, the toy included): at those that tell
    most, and at the others if there is time. With `every`, only the repetitions of long games wait
    for that."""
    return pytest.mark.parametrize(
        "game", [_param(game, every=every) for game in tables(names or REAL + TOYS)]
    )


def for_kernels(
    *, every: bool = False, where: Callable[[AnyGame], bool] = lambda _: True
) -> pytest.MarkDecorator:
    """The same for tests that compile something for each table; only for tables of which something
    is true."""
    return pytest.mark.parametrize(
        "game",
        [_param(game, *compiling(game), every=every) for game in tables(REAL) if where(game)],
    )


def _param(game: AnyGame, *marks: pytest.MarkDecorator, every: bool) -> Any:
    quick = _usual if every else _telling
    return pytest.param(game, id=label(game), marks=marks if quick(game) else pytest.mark.soak)


def compiling(game: AnyGame) -> tuple[pytest.MarkDecorator, ...]:
    """The mark of a table whose kernel is not that of one which `scripts.warm_up` prepares."""
    options = game.spec.options
    variants = (options.get("size", 5) != 5, options.get("one_colour"))
    return (pytest.mark.plain,) if any(variants) or options.get("neutrals") == "random" else ()


def _usual(game: AnyGame) -> bool:
    """With three players the option of a long game is on, else off."""
    return game.name not in LONG or game.spec.options["closed_rows"] == (game.players == 3)


def _telling(game: AnyGame) -> bool:
    """One table for each way to play: no small boards, no layouts that only begin later, and of
    tables that differ in their numbers of seats alone not the last."""
    options = game.spec.options
    telling = {
        "quixo": options.get("size") == 5,
        "cage": game.players == 2 or options.get("colours") != "usual",
        "cubulus": options.get("neutrals") in ("placed", "random"),
        "cubeo": game.players < 4 and _usual(game),
    }
    return telling.get(game.name, True)


MOST: Final = 200
"""Acts of a walk, at most."""
Choices: TypeAlias = int | bytes
"""Which way a walk goes: two bytes for each step, or the seed of random numbers."""
WALKS: Final = (bytes(2 * MOST), *(Random(n).randbytes(2 * MOST) for n in (1, 2)))
"""The walks that every law watches: without the JIT the first of them alone."""
CHOICES: Final = (
    st.binary(min_size=2 * MOST, max_size=2 * MOST) if SOAKING else st.sampled_from(WALKS)
)
"""Walks that hypothesis takes; it shrinks them towards the real game of their table."""


def real_game(seed: int, *, hurried: bool = False) -> bytes:
    """Choices that walks are mixed with, so that the simplest walk is a game like others."""
    choices = bytearray(Random(seed).randbytes(2 * MOST))
    if hurried:  # the last bit of a choice says whether the seat dawdles
        choices[1::2] = bytes(byte & 0xFE for byte in choices[1::2])
    return bytes(choices)


def generator(choices: Choices) -> np.uint64:
    """The state of a kernel's generator of random numbers, made of the same choices."""
    return np.uint64(Random(choices).getrandbits(62) + 1)


def state_of(match: Match) -> Any:
    """The state of a match: its type is known to those who know the game."""
    return match.state


def walk(
    game: AnyGame, choices: Choices, most: int = MOST, *, real: bytes | None = None
) -> Iterator[Visit]:
    """A game from the start, players and chance alike, as these choices have it, mixed with the
    real game of the table, or with another one."""
    if isinstance(choices, int):
        way: _Chance | _Told = _Chance(choices)
    else:
        way = _Told(choices, _real_game_of(game) if real is None else real)
    state = game.initial()
    for _ in range(most):
        turn = game.turn(state)
        if isinstance(turn, Ended):
            return
        if isinstance(turn, ToDraw):
            act = way.draw(game.draws(state))
        else:
            moves, hurry = game.moves(state), HURRY.get(game.name)
            act = way.move(moves, [move for move in moves if hurry and game.write(move) == hurry])
        after = game.play(state, act)
        yield Visit(state, act, after)
        state = after


def _real_game_of(game: AnyGame) -> bytes:
    known = REAL_GAMES.get(label(game))
    return real_game(known.seed, hurried=known.hurried) if known else real_game(0)


class _Chance:
    """Random numbers."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def draw(self, draws: Mapping[Any, int]) -> Any:
        (act,) = self._rng.choices(list(draws), list(draws.values()))
        return act

    def move(self, moves: Sequence[Any], quick: Sequence[Any]) -> Any:
        return self._rng.choice(quick if quick and self._rng.random() < 0.5 else moves)


class _Told:
    """Two bytes for each choice, mixed with those of a real game."""

    def __init__(self, choices: bytes, real: bytes) -> None:
        mixed = bytes(one ^ other for one, other in zip(choices, real, strict=True))
        self._numbers = (int.from_bytes(mixed[at : at + 2]) for at in range(0, len(mixed) - 1, 2))

    def draw(self, draws: Mapping[Any, int]) -> Any:
        each = [draw for draw, weight in draws.items() for _ in range(weight)]
        return each[next(self._numbers) % len(each)]

    def move(self, moves: Sequence[Any], quick: Sequence[Any]) -> Any:
        number, dawdles = divmod(next(self._numbers), 2)
        chosen = moves if dawdles or not quick else quick
        return chosen[number % len(chosen)]


def states(game: AnyGame, choices: Choices) -> list[Any]:
    """All states of a game, the first and the last included."""
    return [game.initial(), *(visit.after for visit in walk(game, choices))]


def every(step: int, things: Sequence[T]) -> Sequence[T]:
    """One of so many things is enough, unless everything is wanted."""
    return things if SOAKING else things[::step]


def some(symmetries: Sequence[T], choices: Choices, most: int = 12) -> list[T]:
    """The first and some others, where there are many."""
    if len(symmetries) <= most:
        return list(symmetries)
    return [symmetries[0], *Random(choices).sample(symmetries[1:], most - 1)]
