"""What is played at once for a fit: a part of the games, as a job for an executor."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.engines.executor import Executor
from scripts.fit import cards
from scripts.fit.games import positions

R = TypeVar("R")

TABLES: dict[str, dict[str, tuple[int, dict[str, str]]]] = {
    "quixo": {f"2-{size}": (2, {"size": str(size)}) for size in (3, 4, 5)} | {"4-5": (4, {})},
    "cage": {"2-3": (2, {}), "3-2": (3, {}), "4-1": (4, {}), "2-1": (2, {"one_colour": "true"})},
    "cubulus": {"2": (2, {"neutrals": "random"}), "3": (3, {})},
    "cubeo": {"2": (2, {}), "3": (3, {}), "4": (4, {})},
}
"""By room and name of its weights: players and options."""


def game_of(name: str, which: str) -> AnyGame:
    players, options = TABLES[name][which]
    return catalog.load(name, players, **options)


Part = tuple[str, str, int, int, int]
"""A table, the nodes for a move, how many games, a seed."""


def part(arguments: Part) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    name, which, *rest = arguments
    return positions(game_of(name, which), *rest)


def part_of_cards(arguments: Part) -> cards.Found:
    name, which, *rest = arguments
    return cards.collected(game_of(name, which), *rest)


def in_order(executor: Executor, function: Callable[[Part], R], parts: list[Part]) -> Iterator[R]:
    """The results in the order of the parts, so that the same seed gives the same weights."""
    with closing(executor.run(function, parts)) as finished:
        results = dict(finished)
    return (results[one] for one in parts)
