"""Name -> game. A room is imported only when its game is asked for; rooms of other packages are
found by their entry points."""

import json
import logging
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from itertools import product
from typing import TYPE_CHECKING, Literal, cast, overload

from cubarium import extras
from cubarium.core.course import Course
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.info import GameInfo, GameSpec
from cubarium.core.levels import DEFAULT, Levels, LevelsByPlayers
from cubarium.core.observation import VIEW_TEXT, ObservationSpace
from cubarium.core.operations import Kernel
from cubarium.core.puzzles import PuzzleBook
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


LOG = logging.getLogger(__name__)
GROUP = "cubarium.games"
"""The entry points of games from other packages: NAME = "package.room"."""


@cache
def rooms_outside() -> Mapping[str, str]:
    """The rooms of other packages by name. What is no room is logged, and left out."""
    found: dict[str, str] = {}
    for entry in entry_points(group=GROUP):
        try:
            info = entry.load().INFO
            if info.name != entry.name or entry.name in ROOMS:
                raise InvalidOption("its name is taken, or not that of its INFO")  # noqa: TRY301
        except Exception as error:  # noqa: BLE001  (whatever the code of others raises)
            LOG.warning("the game %s (%s) is left out: %s", entry.name, entry.value, error)
        else:
            found[entry.name] = entry.value
    return found


def names() -> tuple[str, ...]:
    """The games there are, in the order of the catalog; those of other packages last."""
    return (*ROOMS, *rooms_outside())


def _room(name: str) -> str:
    room = ROOMS.get(name) or rooms_outside().get(name)
    if room is None:
        raise InvalidOption(f"there is no game {name!r}; the games: {', '.join(names())}")
    return room


def info(name: str) -> GameInfo:
    """A game's entry: players, options, credit. Cheap."""
    entry: GameInfo = import_module(_room(name)).INFO
    return entry


@lru_cache(maxsize=256)
def game(spec: GameSpec) -> AnyGame:
    """The rules of a game as specified; the same object for equal specifications."""
    made: AnyGame = import_module(f"{_room(spec.info.name)}.rules").make(spec)
    return made


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
    room = f"{_room(spec.info.name)}.levels"
    if find_spec(room) is None:
        return DEFAULT
    by_players: LevelsByPlayers = import_module(room).LEVELS
    return by_players.get(spec.players, DEFAULT)


def course(name: str) -> Course:
    """Exercises in which the game is learnt; none where its room has none."""
    if not _has(name, "course"):
        return ()
    found: Course = import_module(f"{_room(name)}.course").COURSE
    return found


def with_puzzles() -> tuple[str, ...]:
    """The games that have puzzles for one person. Imports none of them."""
    return tuple(name for name in names() if _has(name, "puzzles"))


def puzzles(name: str) -> PuzzleBook:
    """The puzzles of a game, for one person. Raises InvalidOption where there are none."""
    if name not in with_puzzles():
        right = " and ".join(with_puzzles())
        raise InvalidOption(f"there are no puzzles for {name}; there are some for {right}")
    return cast("PuzzleBook", import_module(f"{_room(name)}.puzzles"))


def with_win_puzzles() -> tuple[str, ...]:
    """The games that have find-the-win puzzles. Imports none of them."""
    return tuple(name for name in names() if _has(name, "themes"))


def themes(name: str) -> Themes:
    """What the wins of a game are about. Raises InvalidOption where nobody knows."""
    if name not in with_win_puzzles():
        right = ", ".join(with_win_puzzles())
        raise InvalidOption(f"there are no wins to find in {name}; there are some in {right}")
    return cast("Themes", import_module(f"{_room(name)}.themes"))


@cache
def win_puzzles(name: str) -> Mapping[str, WinPuzzle]:
    """The find-the-win puzzles of a game by name, the easy ones first. Raises InvalidOption."""
    themes(name)
    data = json.loads(files(_room(name)).joinpath("wins.json").read_text("utf-8"))
    return {
        at: WinPuzzle(**{**one, "name": at, "line": tuple(one["line"])}) for at, one in data.items()
    }


def great_games(name: str) -> str:
    """Games of strong engines that come with the program, as the text of their records; empty:
    there are none."""
    file = files(_room(name)).joinpath("great_games.txt")
    return file.read_text("utf-8") if file.is_file() else ""


def solvable() -> tuple[str, ...]:
    """The games whose positions are numbered, for the solver. Imports none of them."""
    return tuple(name for name in names() if _has(name, "solver_index") or has_rotations(name))


def has_rotations(name: str) -> bool:
    """Are the full boards of a game solved, on which rows turn? Imports nothing."""
    return _has(name, "rotation_index")


def _has(name: str, module: str) -> bool:
    return find_spec(f"{_room(name)}.{module}") is not None


def require_solver(name: str) -> None:
    """Raises InvalidOption for a game that can't be solved, and MissingExtra."""
    if name not in solvable():
        right = " and ".join(solvable())
        raise InvalidOption(f"there is no solver for {name}; there is one for {right}")
    extras.require("engines")


def solver_index(name: str) -> SolverIndex:
    """The numbering of a game's positions, for the solver. Raises InvalidOption where there is
    none, and MissingExtra."""
    return cast("SolverIndex", _numbering(name, "solver_index"))


def rotation_index(name: str) -> RotationIndex:
    """The same for a game whose full boards are solved."""
    return cast("RotationIndex", _numbering(name, "rotation_index"))


def _numbering(name: str, module: str) -> object:
    require_solver(name)
    if not _has(name, module):
        raise InvalidOption(f"the positions of {name} are numbered in another way")
    return import_module(f"{_room(name)}.{module}")


def has_kernel(name: str) -> bool:
    """Is there a compiled reading of a game's rules? Needs nothing installed, and imports none."""
    return find_spec(f"{_room(name)}.kernel") is not None


def kernel(game: AnyGame) -> Kernel:
    """The compiled reading of the same rules, with its evaluation (imports numba). Raises
    InvalidOption where there is none, and MissingExtra."""
    room = _room(game.name)
    if not has_kernel(game.name):
        raise InvalidOption(f"there is no compiled reading of {game.name}: its rules play alone")
    extras.require("engines")
    import_module(f"{room}.evaluation")
    made: Kernel = import_module(f"{room}.kernel").make(game)
    return made


def has_observation(name: str) -> bool:
    """Can the kernel of a game say what a seat sees? Needs nothing installed, and imports none."""
    return has_kernel(name) and _has(name, "observation")


def observation(game: AnyGame) -> ObservationSpace:
    """What a seat sees at a table: what the kernel's `observe` writes (imports numba), or else the
    text of its view. Raises MissingExtra."""
    if not has_observation(game.name):
        return VIEW_TEXT
    extras.require("engines")
    space: ObservationSpace = import_module(f"{_room(game.name)}.observation").space(game)
    return space
