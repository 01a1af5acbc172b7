"""A film of a game, made in another process: it takes seconds."""

from collections.abc import Iterator
from dataclasses import dataclass

from cubarium.engines.engine_cache import EngineCache
from cubarium.match.match import Match
from cubarium.server.pictures.film import Form, film


@dataclass(frozen=True)
class FilmJob:
    """All boards of a finished match, as a file."""

    match: Match
    form: Form
    spec: None = None

    def run(self, cache: EngineCache) -> Iterator[bytes]:
        del cache
        yield film(self.match, self.form)
