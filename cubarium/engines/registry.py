"""Engines by name. Whatever they search with is loaded when one is made."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from threading import Thread
from typing import Final

from cubarium import catalog, extras
from cubarium.core import levels
from cubarium.core.engine import Analyst, Engine
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.solver import ValueSource
from cubarium.engines.hosted_programs import hosted_programs
from cubarium.engines.ugi_engine import UgiEngine
from cubarium.search.rules_search import RulesSearch

LEVEL: Final = "level"
FULL: Final = "engine"
RANDOM: Final = "random"
NAMES: Final = (*(f"{LEVEL}{number}" for number in levels.NUMBERS), FULL, RANDOM)
USUAL: Final = f"{LEVEL}2"
LOWEST: Final = f"{LEVEL}1"
CHOICE: Final = f"{NAMES[0]} to {LEVEL}{levels.NUMBERS[-1]}, {FULL}, {RANDOM}"
"""All names in short."""
SECONDS: Final = 1.0
"""How long the engine thinks where nobody gives a limit."""


def engine(
    name: str,
    game: AnyGame,
    rng: Random | None = None,
    *,
    threads: int = 1,
    memory: float | None = None,
) -> Engine:
    """An engine for a game by its name: `level1` to `level8`, `engine` (as well as it can in the
    time that it is given), `random`, or a program that is hosted here. Raises InvalidOption, and
    MissingExtra."""
    rng = rng or Random()
    check_name(name)
    if is_hosted(name):
        return UgiEngine(hosted_programs()[name], game, rng.getrandbits(31))
    if name == RANDOM:
        from cubarium.search.random_engine import RandomEngine

        return RandomEngine(rng)
    number = None if name == FULL else int(name.removeprefix(LEVEL))
    seconds = SECONDS if number is None else None
    if not catalog.has_kernel(game.name):
        return RulesSearch(name, rng, number and levels.ROLLOUTS[number - 1], seconds)
    extras.require("engines")
    from cubarium.search.engine import SearchEngine

    knows_openings = number is None or number >= levels.KNOWS_OPENINGS
    return SearchEngine(
        name,
        strength=None if number is None else strength(game, number),
        rng=rng,
        threads=threads,
        memory=memory,
        prober=_prober(game) if knows_openings else None,
        default_seconds=seconds,
    )


def strength(game: AnyGame, number: int) -> levels.Strength:
    """The handicap of a level of a game, by its number from 1 to 8."""
    return levels.strength(catalog.levels(game.spec)[number - 1], number)


def names() -> tuple[str, ...]:
    """All engines that can be named here, with the foreign programs that a server hosts."""
    return (*NAMES, *hosted_programs())


def is_hosted(name: str) -> bool:
    """Is it a foreign program that a server hosts?"""
    return name in hosted_programs()


def is_search(name: str) -> bool:
    """Is it one of our own that search, and so have something to compile and to say?"""
    return name != RANDOM and not is_hosted(name)


def check_name(name: str) -> None:
    """Raises InvalidOption if there is no such engine."""
    if name not in names():
        raise InvalidOption(f"there is no engine {name!r}; the engines: {', '.join(names())}")


def can_think(game: AnyGame) -> bool:
    """Can engines other than `random` play this game here? They need the extra `engines` where
    the game has a kernel; where it has none, the rules are enough."""
    return not catalog.has_kernel(game.name) or extras.is_installed("engines")


def require(game: AnyGame, name: str = FULL) -> None:
    """Raises MissingExtra if this engine can't play this game here."""
    if is_search(name) and not can_think(game):
        extras.require("engines")


def title(name: str) -> str:
    """How an engine is called at a table: Level 3, Engine, Random."""
    hosted = hosted_programs().get(name)
    return _title(name) if hosted is None else hosted.title


def titles() -> Mapping[str, str]:
    """All engines that can be named here, and how they are called at a table."""
    return {**_TITLES, **{name: hosted.title for name, hosted in hosted_programs().items()}}


def _title(name: str) -> str:
    number = name.removeprefix(LEVEL)
    return f"Level {number}" if number != name else name.capitalize()


_TITLES: Final = {name: _title(name) for name in NAMES}


def analyst(
    game: AnyGame, threads: int = 1, memory: float | None = None, tablebase: Path | None = None
) -> Analyst:
    """Who compares moves at this table; `memory` is in MB, None: as much as is usual; `tablebase`:
    a file of solved positions, None: the one that comes with the program. Raises CubariumError."""
    if not catalog.has_kernel(game.name):
        if tablebase is not None:
            catalog.require_solver(game.name)
        return RulesSearch(FULL, Random(0))
    extras.require("engines")
    from cubarium.search.engine import SearchEngine

    prober = _prober(game, tablebase)
    return SearchEngine(FULL, threads=threads, memory=memory, prober=prober)


def warm(game: AnyGame) -> Thread:
    """Load and compile in the background what the engines need at this table. Raises
    MissingExtra."""
    require(game)

    def compile_all() -> None:
        if catalog.has_kernel(game.name):  # else nothing is compiled
            from cubarium.search.engine import SearchEngine

            SearchEngine(prober=_prober(game)).make_ready(game)

    thread = Thread(target=compile_all, daemon=True)
    thread.start()
    return thread


def _prober(game: AnyGame, tablebase: Path | None = None) -> ValueSource | None:
    """Solved positions: those in a file, or those that are at hand, if any."""
    if tablebase is None and game.name not in catalog.solvable():
        return None
    from cubarium.solve.sources import known_source, value_source

    return known_source(game) if tablebase is None else value_source(game, tablebase)
