"""Pictures and films of games, made in another process: they take seconds."""

from collections.abc import Iterator
from dataclasses import dataclass

from cubarium.core.record import GameRecord
from cubarium.engines.engine_cache import EngineCache
from cubarium.match.match import Match
from cubarium.records import replayed
from cubarium.server.pictures.film import Form, film, still


@dataclass(frozen=True)
class FilmJob:
    """All boards of a finished match, as a file."""

    match: Match
    form: Form
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[bytes]:
        del cache
        yield film(self.match, self.form)


@dataclass(frozen=True)
class RecordFilmJob:
    """All boards of a recorded game, as a file."""

    record: GameRecord
    form: Form
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[bytes]:
        del cache
        yield film(replayed(self.record), self.form)


@dataclass(frozen=True)
class RecordStillJob:
    """The board of a recorded game after so many acts (None: all), as a PNG."""

    record: GameRecord
    at: int | None
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[bytes]:
        del cache
        yield still(replayed(self.record), self.at)
