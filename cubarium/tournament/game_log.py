"""The file of a match: a line that says which match it is, then a line for each finished game. It
is on the disk before anything else is done with a game, so a match goes on where it was cut off."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from cubarium.core.errors import CubariumError
from cubarium.tournament.contender import Contender, ForeignEngine, OwnEngine
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.scores import PlayedGame
from cubarium.tournament.tournament import GameKey

if TYPE_CHECKING:
    from pydantic import TypeAdapter

FORMAT: Final = "cubarium-match"


@dataclass(frozen=True)
class LoggedGame:
    """A line about a game: its round, its line-up in it, and the game."""

    round: int
    line_up: int
    game: PlayedGame


@cache
def _schema() -> "TypeAdapter[LoggedGame]":
    from pydantic import TypeAdapter

    return TypeAdapter(LoggedGame)


def header(schedule: Schedule, openings: str) -> dict[str, object]:
    """What makes a match the same one; `openings` says how it is opened. How long it is may
    change."""
    game = schedule.game
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.spec.info.rules_version,
        "players": game.players,
        "options": game.spec.option_texts(),
        "contenders": [_described(one) for one in schedule.contenders],
        "gauntlet": schedule.is_gauntlet,
        "openings": openings,
        "seed": schedule.seed,
        "repetitions": schedule.limits.repetitions,
        "ply_limit": schedule.limits.plies,
    }


def _described(contender: Contender) -> str:
    """Who it is, with everything that it is told."""
    make = contender.make
    who = repr(make) if isinstance(make, OwnEngine | ForeignEngine) else contender.name
    return f"{contender.name}: {who}, {contender.limit}"


class GameLog:
    """An open file; `known` are the games that were in it."""

    def __init__(self, file: IO[bytes], known: dict[GameKey, PlayedGame]) -> None:
        self._file = file
        self.known = known

    def add(self, key: GameKey, game: PlayedGame) -> None:
        """A game is over."""
        line = _schema().dump_json(LoggedGame(*key, game))
        _write(self._file, line)


@contextmanager
def game_log(path: Path, expected: Mapping[str, object]) -> Iterator[GameLog]:
    """The log of this match: a new file, or one that was begun. Nobody else writes to it meanwhile.
    Raises CubariumError if it is something else."""
    with path.open("a+b") as file:
        _lock(file, path)
        file.seek(0)
        data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            _check(path, lines[0], expected)
        elif data.strip() and not data.startswith(b'{"format"'):
            raise CubariumError(f"{path} is not the log of a match")
        known = dict(_read(path, at, line) for at, line in enumerate(lines[1:], 2))
        file.truncate(len(whole))  # a line that was cut off was never finished
        if not lines:
            _write(file, json.dumps(expected).encode())
        yield GameLog(file, known)


def _write(file: IO[bytes], line: bytes) -> None:
    file.write(line + b"\n")
    file.flush()
    os.fsync(file.fileno())


def _check(path: Path, line: bytes, expected: Mapping[str, object]) -> None:
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise CubariumError(f"{path} is not the log of a match")
    for name, value in json.loads(json.dumps(expected)).items():
        if found.get(name) != value:
            told = f"{name} is {found.get(name)!r} there, not {value!r}"
            raise CubariumError(f"{path} is the log of another match: {told}")


def _read(path: Path, number: int, line: bytes) -> tuple[GameKey, PlayedGame]:
    from pydantic import ValidationError

    try:
        found = _schema().validate_json(line)
    except ValidationError:
        raise CubariumError(f"{path}, line {number}: expected a finished game") from None
    return (found.round, found.line_up), found.game


def _lock(file: IO[bytes], path: Path) -> None:
    try:
        import fcntl
    except ModuleNotFoundError:  # on Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CubariumError(f"{path} is in use: another match writes to it") from None
