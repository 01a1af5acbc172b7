"""Records read and written elsewhere: to play them through takes long where there are many, and a
server has others to answer. Questions for workers: see engines/jobs.py."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cubarium import records
from cubarium.core.errors import InvalidRecord
from cubarium.core.record import GameRecord
from cubarium.match.events import Moved
from cubarium.records import json_format
from cubarium.records.export import RecordForm, written
from cubarium.records.json_format import WrongPart


@dataclass(frozen=True)
class PlayedRecord:
    """A record, the position that it came to, how many moves it has, and who made them."""

    record: GameRecord
    position: str
    moves: int
    seat_names: tuple[str, ...]


@dataclass(frozen=True)
class RecordFault:
    """What is wrong with a text, and where: an InvalidRecord as plain data."""

    message: str
    line: int
    column: int

    def error(self) -> InvalidRecord:
        return InvalidRecord(self.message, self.line, self.column)


@dataclass(frozen=True)
class PartFault:
    """What is wrong with a part of a record, and where: a WrongPart as plain data."""

    message: str
    path: tuple[str | int, ...]

    def error(self) -> WrongPart:
        return WrongPart(self.path, self.message)


def read_and_play(text: str, most: int) -> list[PlayedRecord]:
    """All games of a text, each played through. Raises InvalidRecord."""
    found = []
    for record in records.read(text, most):
        match = records.replayed(record)
        moves = sum(isinstance(step.event, Moved) for step in match.steps)
        position = match.game.text(match.state)
        found.append(PlayedRecord(record, position, moves, match.game.seat_names))
    return found


def check_and_write(games: Sequence[GameRecord], form: RecordForm) -> str:
    """Games as a text, if they follow the rules. Raises WrongPart or CubariumError."""
    found = [json_format.checked(record, ("records", at)) for at, record in enumerate(games)]
    return written(found, form)


@dataclass(frozen=True)
class ReadRecordsJob:
    """What games are in a text? A list of them, or what is wrong with it."""

    text: str
    most: int
    spec: ClassVar[None] = None

    def run(self, cache: object) -> Iterator[list[PlayedRecord] | RecordFault]:
        del cache
        try:
            yield read_and_play(self.text, self.most)
        except InvalidRecord as error:
            yield RecordFault(error.message, error.line, error.column)


@dataclass(frozen=True)
class WriteRecordsJob:
    """Games in another form: a text, or what is wrong with them."""

    games: Sequence[GameRecord]
    form: RecordForm
    spec: ClassVar[None] = None

    def run(self, cache: object) -> Iterator[str | PartFault]:
        del cache
        try:
            yield check_and_write(self.games, self.form)
        except WrongPart as error:
            yield PartFault(str(error), error.path)
