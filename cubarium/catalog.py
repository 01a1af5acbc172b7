"""Name -> game. A room is imported only when its game is asked for; rooms of other packages are
found by their entry points."""

import json
import logging
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from itertools import product
from typing import TYPE_CHECKING, Literal, TypeVar, overload

from cubarium import extras
from cubarium.core.course import Course
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.info import GameInfo, GameSpec
from cubarium.core.levels import DEFAULT, Levels
from cubarium.core.observation import VIEW_TEXT, ObservationSpace
from cubarium.core.operations import Kernel
from cubarium.core.puzzles import PuzzleBook
from cubarium.core.room import Part, Room
from cubarium.core.rotation_solver import RotationIndex
from cubarium.core.solver import SolverIndex
from cubarium.core.win_puzzles import Themes, WinPuzzle

if TYPE_CHECKING:  # for the types of `load` alone: nothing is imported before it is asked for
    from cubarium.games.cage import rules as cage
    from cubarium.games.cubeo import rules as cubeo
    from cubarium.games.cubulus import rules as cubulus
    from cubarium.games.quixo import rules as quixo

ROOMS: dict[str, str] = {
    "quixo": "cubarium.games.quixo",
    "cage": "cubarium.games.cage",
    "cubulus": "cubarium.games.cubulus",
    "cubeo": "cubarium.games.cubeo",
}


T = TypeVar("T")
LOG = logging.getLogger(__name__)
GROUP = "cubarium.games"
"""The entry points of games from other packages: NAME = "package.room"."""


@cache
def rooms_outside() -> Mapping[str, Room]:
    """The rooms of other packages by name. What is no room is logged, and left out."""
    found: dict[str, Room] = {}
    for entry in entry_points(group=GROUP):
        try:
            room = entry.load().ROOM
            if room.info.name != entry.name or entry.name in ROOMS:
                raise InvalidOption("its name is taken, or not that of its INFO")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001  (whatever the code of others raises)
            LOG.warning("the game %s (%s) is left out: %s", entry.name, entry.value, error)
        else:
            found[entry.name] = room
    return found


def names() -> tuple[str, ...]:
    """The games there are, in the order of the catalog; those of other packages last."""
    return (*ROOMS, *rooms_outside())


def room(name: str) -> Room:
    """A game's room. Cheap: none of its parts is imported. Raises InvalidOption."""
    if name in ROOMS:
        found: Room = import_module(ROOMS[name]).ROOM
        return found
    if name in rooms_outside():
        return rooms_outside()[name]
    raise InvalidOption(f"there is no game {name!r}; the games: {', '.join(names())}")


def info(name: str) -> GameInfo:
    """A game's entry: players, options, credit. Cheap."""
    return room(name).info


@lru_cache(maxsize=256)
def game(spec: GameSpec) -> AnyGame:
    """The rules of a game as specified; the same object for equal specifications."""
    return room(spec.info.name).rules.load()(spec)


@overload
def load(
    name: Literal["quixo"], players: int | None = None, **options: object
) -> "quixo.Quixo": ...
@overload
def load(name: Literal["cage"], players: int | None = None, **options: object) -> "cage.Cage": ...
@overload
def load(
    name: Literal["cubulus"], players: int | None = None, **options: object
) -> "cubulus.Cubulus": ...
@overload
def load(
    name: Literal["cubeo"], players: int | None = None, **options: object
) -> "cubeo.CubeO": ...
@overload
def load(name: str, players: int | None = None, **options: object) -> AnyGame: ...
def load(name: str, players: int | None = None, **options: object) -> AnyGame:
    """The rules of a game at one table; options by name, as values or as texts."""
    return game(info(name).spec(players, options))


def specs(name: str) -> Iterator[GameSpec]:
    """Every number of players with every listed option; free options by their examples."""
    entry = info(name)
    for players in entry.players:
        values = [
            option.choices.get(players) or option.examples.get(players, (option.default,))
            for option in entry.options
        ]
        for chosen in product(*values):
            names = (option.name for option in entry.options)
            yield entry.spec(players, dict(zip(names, chosen, strict=True)))


def levels(spec: GameSpec) -> Levels:
    """How strong the eight levels are at a table."""
    part = room(spec.info.name).levels
    return DEFAULT if part is None else part.load().get(spec.players, DEFAULT)


def course(name: str) -> Course:
    """Exercises in which the game is learnt; none where its room has none."""
    part = room(name).course
    return () if part is None else part.load()


def with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles for one person."""
    return tuple(name for name in names() if room(name).puzzles is not None)


def puzzles(name: str) -> PuzzleBook:
    """The puzzles of a game, for one person. Raises InvalidOption where there are none."""
    part = room(name).puzzles
    if part is None:
        right = " and ".join(with_puzzles())
        raise InvalidOption(f"there are no puzzles for {name}; there are some for {right}")
    return part.load()


def with_win_puzzles() -> tuple[str, ...]:
    """The games that have find-the-win puzzles."""
    return tuple(name for name in names() if room(name).themes is not None)


def themes(name: str) -> Themes:
    """What the wins of a game are about. Raises InvalidOption where it has none."""
    part = room(name).themes
    if part is None:
        right = ", ".join(with_win_puzzles())
        raise InvalidOption(f"there are no wins to find in {name}; there are some in {right}")
    return part.load()


@cache
def win_puzzles(name: str) -> Mapping[str, WinPuzzle]:
    """The find-the-win puzzles of a game by name, the easy ones first. Raises InvalidOption."""
    themes(name)
    file = room(name).wins
    data = {} if file is None else json.loads(file.read())
    return {
        at: WinPuzzle(**{**one, "name": at, "line": tuple(one["line"])}) for at, one in data.items()
    }


def great_games(name: str) -> str:
    """Games of strong engines that come with the program, as the text of their records; empty:
    there are none."""
    file = room(name).great_games
    return "" if file is None else file.read()


def solvable() -> tuple[str, ...]:
    """The games whose positions are numbered, for the solver."""
    return tuple(
        name for name in names() if room(name).solver_index is not None or has_rotations(name)
    )


def has_rotations(name: str) -> bool:
    """Are the full boards of a game solved, on which rows turn?"""
    return room(name).rotation_index is not None


def require_solver(name: str) -> None:
    """Raises InvalidOption for a game that can't be solved, and MissingExtra."""
    if name not in solvable():
        right = " and ".join(solvable())
        raise InvalidOption(f"there is no solver for {name}; there is one for {right}")
    extras.require("engines")


def solver_index(name: str) -> SolverIndex:
    """The numbering of a game's positions, for the solver. Raises InvalidOption where there is
    none, and MissingExtra."""
    return _numbering(name, room(name).solver_index)


def rotation_index(name: str) -> RotationIndex:
    """The same for a game whose full boards are solved."""
    return _numbering(name, room(name).rotation_index)


def _numbering(name: str, part: Part[T] | None) -> T:
    require_solver(name)
    if part is None:
        raise InvalidOption(f"the positions of {name} are numbered in another way")
    return part.load()


def has_kernel(name: str) -> bool:
    """Is there a compiled reading of a game's rules? Needs nothing installed."""
    return room(name).kernel is not None


def kernel(game: AnyGame) -> Kernel:
    """The compiled reading of the same rules, with its evaluation (imports numba). Raises
    InvalidOption where there is none, and MissingExtra."""
    own = room(game.name)
    if own.kernel is None:
        raise InvalidOption(f"there is no compiled reading of {game.name}: its rules play alone")
    extras.require("engines")
    if own.evaluation is not None:
        own.evaluation.load()
    return own.kernel.load()(game)


def has_observation(name: str) -> bool:
    """Can the kernel of a game say what a seat sees? Needs nothing installed."""
    return has_kernel(name) and room(name).observation is not None


def observation(game: AnyGame) -> ObservationSpace:
    """What a seat sees at a table: what the kernel's `observe` writes (imports numba), or else the
    text of its view. Raises MissingExtra."""
    part = room(game.name).observation
    if part is None:
        return VIEW_TEXT
    extras.require("engines")
    return part.load()(game)
