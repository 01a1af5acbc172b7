"""A game's room: what a game is, and in which modules its parts are. A part is imported when it is
asked for; what a room does not declare it does not have."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, Final, Generic, TypeVar, cast

from cubarium.core.course import Course
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameInfo, GameSpec
from cubarium.core.levels import LevelsByPlayers
from cubarium.core.observation import ObservationSpace
from cubarium.core.operations import Kernel
from cubarium.core.puzzles import PuzzleBook
from cubarium.core.rotation_solver import RotationIndex
from cubarium.core.solver import SolverIndex
from cubarium.core.win_puzzles import Themes

T = TypeVar("T")


class BrokenRoom(CubariumError):
    """A room that declares what is not there."""


@dataclass(frozen=True)
class Part(Generic[T]):
    """An object of a module, or the module itself if `name` is empty."""

    module: str
    name: str = ""

    def load(self) -> T:
        """Import it. Raises BrokenRoom if there is no such module, or no such object in it."""
        try:
            found = import_module(self.module)
        except ModuleNotFoundError as error:
            if error.name != self.module:
                raise
            raise BrokenRoom(f"there is no module {self.module}") from error
        if self.name and not hasattr(found, self.name):
            raise BrokenRoom(f"there is no {self.name} in {self.module}")
        return cast("T", getattr(found, self.name) if self.name else found)


@dataclass(frozen=True)
class TextFile:
    """A text that comes with a package."""

    package: str
    name: str

    def read(self) -> str:
        """All of it. Raises BrokenRoom if it is not there."""
        file = files(self.package).joinpath(self.name)
        if not file.is_file():
            raise BrokenRoom(f"there is no file {self.name} in {self.package}")
        return file.read_text("utf-8")


@dataclass(frozen=True)
class Room:
    """All that a game offers. Its rules are enough."""

    info: GameInfo
    rules: Part[Callable[[GameSpec], AnyGame]]
    """A function that makes the rules of a table: `make(spec)`."""
    kernel: Part[Callable[[AnyGame], Kernel]] | None = None
    """The same for the compiled reading of them: `make(game)`."""
    evaluation: Part[object] | None = None
    """A module that teaches the kernel how good positions look."""
    observation: Part[Callable[[AnyGame], ObservationSpace]] | None = None
    """What a seat sees, as arrays: `space(game)`. Needs a kernel."""
    levels: Part[LevelsByPlayers] | None = None
    """How strong the eight levels are."""
    course: Part[Course] | None = None
    """Exercises in which the game is learnt."""
    puzzles: Part[PuzzleBook] | None = None
    """Puzzles for one person."""
    themes: Part[Themes] | None = None
    """What its find-the-win puzzles are about."""
    wins: TextFile | None = None
    """Those puzzles, as JSON."""
    great_games: TextFile | None = None
    """Records of games to watch."""
    solver_index: Part[SolverIndex] | None = None
    """The numbers of its positions, for the solver."""
    rotation_index: Part[RotationIndex] | None = None
    """The same for full boards on which rows turn."""


_PARTS: Final = {
    "kernel": "make",
    "evaluation": "",
    "observation": "space",
    "levels": "LEVELS",
    "course": "COURSE",
    "puzzles": "",
    "themes": "",
    "solver_index": "",
    "rotation_index": "",
}
"""The modules of a room, and what each is asked for; empty: the module itself."""
_FILES: Final = {"wins": "wins.json", "great_games": "great_games.txt"}


def declare_room(package: str, info: GameInfo, *parts: str) -> Room:
    """A room whose parts stand where they usually do: its rules, and these. Raises BrokenRoom for a
    part of an unknown name."""
    declared: dict[str, Any] = {}
    for name in parts:
        if name in _FILES:
            declared[name] = TextFile(package, _FILES[name])
        elif name in _PARTS:
            declared[name] = Part(f"{package}.{name}", _PARTS[name])
        else:
            right = ", ".join([*_PARTS, *_FILES])
            raise BrokenRoom(f"no room has a part {name!r}; the parts: {right}")
    return Room(info, Part(f"{package}.rules", "make"), **declared)
