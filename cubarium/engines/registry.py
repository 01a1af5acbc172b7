"""The engines of the house, by name. Whatever they search with is loaded when they first think."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, Final

from cubarium import catalog, extras
from cubarium.core.engine import Analyst, Engine, Limit, Story, Thought
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import levels
from cubarium.search.rules_search import RulesSearch

LEVEL: Final = "level"
FULL: Final = "engine"
RANDOM: Final = "random"
NAMES: Final = (*(f"{LEVEL}{number}" for number in levels.NUMBERS), FULL, RANDOM)
USUAL: Final = f"{LEVEL}2"
LOWEST: Final = f"{LEVEL}1"
CHOICE: Final = f"{NAMES[0]} to {LEVEL}{levels.NUMBERS[-1]}, {FULL}, {RANDOM}"
"""All names, said shortly."""
SECONDS: Final = 1.0
"""How long the engine thinks when nobody says."""


def engine(
    name: str, rng: Random | None = None, *, threads: int = 1, memory: float | None = None
) -> Engine:
    """An engine by its name: `level1` to `level8`, `engine` (as well as it can in the time that it
    is given) or `random`. Raises InvalidOption."""
    rng = rng or Random()
    if name == RANDOM:
        from cubarium.search.random_engine import RandomPlayer

        return RandomPlayer(rng)
    if name not in NAMES:
        raise InvalidOption(f"there is no engine {name!r}; the engines: {', '.join(NAMES)}")
    return House(name, rng, threads, memory)


def can_think(game: AnyGame) -> bool:
    """Can engines other than `random` play this game here? They need the extra `engines` where
    the game has a kernel; where it has none, the rules are enough."""
    return not catalog.has_kernel(game.name) or extras.is_installed("engines")


def require(game: AnyGame, name: str = FULL) -> None:
    """Raises MissingExtra if this engine can't play this game here."""
    if name != RANDOM and not can_think(game):
        extras.require("engines")


def title(name: str) -> str:
    """How an engine is called at a table: Level 3, Engine, Random."""
    number = name.removeprefix(LEVEL)
    return f"Level {number}" if number != name else name.capitalize()


def analyst(
    game: AnyGame, threads: int = 1, memory: float | None = None, table: Path | None = None
) -> Analyst:
    """Who compares moves at this table; `memory` is in MB, None: as much as is usual; `table`: a
    file of solved positions, None: the one that comes with the program. Raises CubariumError."""
    if not catalog.has_kernel(game.name):
        if table is not None:
            catalog.index(game.name)
        return RulesSearch(FULL, Random(0))
    made: Analyst = _thinker(game, threads, memory, table=table)
    return made


def warm(game: AnyGame) -> Thread:
    """Load and compile in the background what the engines need at this table. Raises
    MissingExtra."""
    require(game)

    def think() -> None:
        if catalog.has_kernel(game.name):  # else nothing is compiled
            _thinker(game, 1, None).make_ready(game)

    thread = Thread(target=think, daemon=True)
    thread.start()
    return thread


class House:
    """An engine for any table; it is made anew when the table changes."""

    def __init__(self, name: str, rng: Random, threads: int, memory: float | None) -> None:
        self.name = name
        self._rng = rng
        self._threads = threads
        self._memory = memory
        self._table: Any = None
        self._engine: Any = None

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]:
        if self._table != game.spec:
            self._table = game.spec
            self._engine = self._made(game)
        if limit == Limit() and self.name == FULL:
            limit = replace(limit, seconds=SECONDS)
        yield from self._engine.think(game, story, limit)

    def _made(self, game: AnyGame) -> Any:
        full = self.name == FULL
        if not catalog.has_kernel(game.name):
            number = None if full else int(self.name.removeprefix(LEVEL))
            return RulesSearch(self.name, self._rng, number and levels.ROLLOUTS[number - 1])
        if full:
            return _thinker(game, self._threads, self._memory)
        extras.require("engines")
        from cubarium.search.handicap import Levelled, Strength

        number = int(self.name.removeprefix(LEVEL))
        exact = number >= levels.KNOWS_OPENINGS
        thinker = _thinker(game, self._threads, self._memory, exact=exact)
        nodes, errors = levels.grade(game.name, game.players, number)
        strength = Strength(
            nodes, errors, number >= levels.TAKES_WINS, number >= levels.SEES_THREATS
        )
        return Levelled(self.name, thinker, strength, self._rng)


def _thinker(
    game: AnyGame,
    threads: int,
    memory: float | None,
    *,
    exact: bool = True,
    table: Path | None = None,
) -> Any:
    """exact: with the solved openings, or with a table of solved positions, where there are any."""
    extras.require("engines")
    from cubarium.search.engine import Thinker

    prober = _prober(game, table) if exact else None
    return Thinker(game, threads=threads, memory=memory, prober=prober)


def _prober(game: AnyGame, table: Path | None = None) -> Any:
    """Solved positions, where there are any."""
    if table is None:
        try:
            index = catalog.index(game.name)
        except InvalidOption:
            return None
        table = index.openings_of(game)
        if table is None:
            return None
    from cubarium.solve.prober import Prober

    return Prober(game, catalog.index(game.name), table)
