"""Jobs with bad manners, in a file that workers can import by itself."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from cubarium.core.info import GameSpec
from cubarium.engines.engine_cache import EngineCache


@dataclass(frozen=True)
class Chatty:
    """Prints, and answers with its own words."""

    word: str
    spec: GameSpec

    def run(self, cache: EngineCache) -> Iterator[str]:
        del cache
        print(self.word, flush=True)
        os.write(1, b"not for the server\n")
        yield self.word


@dataclass(frozen=True)
class Deaf:
    """Does not notice that it shall stop."""

    spec: GameSpec

    def run(self, cache: EngineCache) -> Iterator[str]:
        del cache
        yield "begun"
        time.sleep(600)
