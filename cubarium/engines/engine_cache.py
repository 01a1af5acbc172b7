"""Where a worker works: the engines that it keeps from one job to the next, and the bell that ends
a job."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any, Final

from cubarium import catalog
from cubarium.core.engine import Analyst, Engine, Limit
from cubarium.core.info import GameSpec
from cubarium.engines import registry

KEPT: Final = 6
"""So many engines keep their memory; the one that was asked longest ago goes first."""


class Desk:
    """`memory`: megabytes for each engine."""

    def __init__(self, memory: float) -> None:
        self.stopped = Event()
        """Set when the job at hand is no longer wanted."""
        self._memory = memory
        self._kept: OrderedDict[tuple[GameSpec, str], tuple[Any, Random]] = OrderedDict()

    def engine(self, spec: GameSpec, name: str, seed: int) -> Engine:
        """An engine by its name, with this luck, and ready: whoever takes its time takes the time
        of thinking alone. Raises InvalidOption."""
        engine: Engine
        engine, rng = self._found((spec, name), lambda rng: self._made(spec, name, rng))
        rng.seed(seed)
        return engine

    def analyst(self, spec: GameSpec) -> Analyst:
        """Who compares moves at a table."""
        analyst: Analyst
        analyst, _ = self._found(
            (spec, ""), lambda _: registry.analyst(catalog.game(spec), memory=self._memory)
        )
        return analyst

    def _made(self, spec: GameSpec, name: str, rng: Random) -> Engine:
        engine = registry.engine(name, rng, memory=self._memory)
        if name != registry.RANDOM:
            registry.warm(catalog.game(spec)).join()
        return engine

    def limit(self, limit: Limit) -> Limit:
        """The limit, and the bell."""
        return replace(limit, stopped=self.stopped)

    def _found(
        self, key: tuple[GameSpec, str], make: Callable[[Random], Any]
    ) -> tuple[Any, Random]:
        if key not in self._kept:
            rng = Random()
            self._kept[key] = make(rng), rng
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
