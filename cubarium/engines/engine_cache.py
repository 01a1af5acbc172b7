"""Where a worker works: the engines that it keeps from one job to the next, and the bell that ends
a job."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from threading import Event
from typing import Any, Final

from cubarium import catalog
from cubarium.core.engine import Analyst, Engine, Limit
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.engines import registry

KEPT: Final = 6
"""So many engines keep their memory; the one that was asked longest ago goes first."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A table in words. Rules do not travel between processes; the words for them do."""

    name: str
    players: int
    options: tuple[tuple[str, str], ...] = ()
    """Names and texts."""

    @classmethod
    def of(cls, game: AnyGame) -> "Rules":
        """The words for a game at its table."""
        options = game.table.options.items()
        return cls(
            game.name, game.players, tuple((name, as_text(value)) for name, value in options)
        )

    def game(self) -> AnyGame:
        """The rules at this table. Raises InvalidOption."""
        return _game(self)


@lru_cache(maxsize=64)
def _game(rules: Rules) -> AnyGame:
    return catalog.load(rules.name, rules.players, **dict(rules.options))


class Desk:
    """`memory`: megabytes for each engine."""

    def __init__(self, memory: float) -> None:
        self.stopped = Event()
        """Set when the job at hand is no longer wanted."""
        self._memory = memory
        self._kept: OrderedDict[tuple[Rules, str], tuple[Any, Random]] = OrderedDict()

    def engine(self, rules: Rules, name: str, seed: int) -> Engine:
        """An engine by its name, with this luck, and ready: whoever takes its time takes the time
        of thinking alone. Raises InvalidOption."""
        engine: Engine
        engine, rng = self._found((rules, name), lambda rng: self._made(rules, name, rng))
        rng.seed(seed)
        return engine

    def analyst(self, rules: Rules) -> Analyst:
        """Who compares moves at a table."""
        analyst: Analyst
        analyst, _ = self._found(
            (rules, ""), lambda _: registry.analyst(rules.game(), memory=self._memory)
        )
        return analyst

    def _made(self, rules: Rules, name: str, rng: Random) -> Engine:
        engine = registry.engine(name, rng, memory=self._memory)
        if name != registry.RANDOM:
            registry.warm(rules.game()).join()
        return engine

    def limit(self, limit: Limit) -> Limit:
        """The limit, and the bell."""
        return replace(limit, stopped=self.stopped)

    def _found(self, key: tuple[Rules, str], make: Callable[[Random], Any]) -> tuple[Any, Random]:
        if key not in self._kept:
            rng = Random()
            self._kept[key] = make(rng), rng
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
