"""The engines that a worker keeps from one job to the next, and the event that stops a job."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Event
from typing import Any, Final

from cubarium import catalog
from cubarium.core.engine import Analyst, Engine, Limit
from cubarium.core.info import GameSpec
from cubarium.engines import registry
from cubarium.lru import Lru

MAX_ENGINES: Final = 6
"""That are kept."""


class EngineCache:
    """`memory`: megabytes for each engine."""

    def __init__(self, memory: float) -> None:
        self.stopped = Event()
        """Set when the job at hand is no longer wanted."""
        self._memory = memory
        self._engines: Lru[tuple[GameSpec, str], tuple[Any, Random]] = Lru(MAX_ENGINES)

    def engine(self, spec: GameSpec, name: str, seed: int) -> Engine:
        """An engine by its name, with this seed, and ready: its clock shows thinking alone. Raises
        InvalidOption."""
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
        engine = registry.engine(name, catalog.game(spec), rng, memory=self._memory)
        if registry.is_search(name):
            registry.warm(catalog.game(spec)).join()
        return engine

    def limit(self, limit: Limit) -> Limit:
        """The limit, with the stop event."""
        return replace(limit, stopped=self.stopped)

    def _found(
        self, key: tuple[GameSpec, str], make: Callable[[Random], Any]
    ) -> tuple[Any, Random]:
        found = self._engines.get(key)
        if found is None:
            rng = Random()
            found = self._engines[key] = make(rng), rng
        return found
