"""Questions about values for engines in another process: see engines/jobs.py. Only a review sees
all of a game, as its record does."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cubarium import catalog
from cubarium.analysis import review
from cubarium.analysis.draw_offers import agrees
from cubarium.analysis.schemas import judged_as_json, review_as_json, thought_as_json
from cubarium.core.engine import Limit, Story
from cubarium.core.errors import CubariumError
from cubarium.core.info import GameSpec
from cubarium.core.record import GameRecord
from cubarium.engines import registry
from cubarium.engines.engine_cache import EngineCache


@dataclass(frozen=True)
class DrawOfferJob:
    """Does an engine agree to a draw? One bool. See draw_offers.story_for_offer. Who plays at
    random has no opinion, and plays on."""

    spec: GameSpec
    story: Story
    engine: str

    def run(self, cache: EngineCache) -> Iterator[bool]:
        if self.engine == registry.RANDOM:
            yield False
        else:
            yield agrees(catalog.game(self.spec), self.story, cache.analyst(self.spec))


@dataclass(frozen=True)
class AnalysisJob:
    """What are the best moves? Tuples of thoughts as plain data, the last one counts."""

    spec: GameSpec
    story: Story
    limit: Limit
    lines: int = 1

    def run(self, cache: EngineCache) -> Iterator[tuple[dict[str, Any], ...]]:
        game, analyst = catalog.game(self.spec), cache.analyst(self.spec)
        for thoughts in analyst.analyse(game, self.story, cache.limit(self.limit), self.lines):
            yield tuple(thought_as_json(game, thought) for thought in thoughts)


@dataclass(frozen=True)
class ReviewJob:
    """How good was each move? The annotated moves one by one, then the whole review with its
    summaries, all as plain data. `limit` is for each position."""

    record: GameRecord
    limit: Limit
    numbers: tuple[int, ...] | None = None
    """The moves to annotate, counted from 1; None: all."""

    @property
    def spec(self) -> GameSpec:
        record = self.record
        return catalog.info(record.game).spec(record.players, record.options)

    def run(self, cache: EngineCache) -> Iterator[dict[str, Any]]:
        analyst = cache.analyst(self.spec)
        looked = review.Review(self.record, analyst, cache.limit(self.limit))
        there = range(1, len(looked.moves) + 1)
        numbers = there if self.numbers is None else self.numbers
        for number in numbers:
            if number not in there:
                raise CubariumError(f"this game has no move {number}; moves: {len(there)}")
        annotated = []
        for one in looked.annotated(numbers):
            annotated.append(one)
            yield judged_as_json(looked.game, one)
        yield review_as_json(looked.game, annotated, review.summaries(annotated), complete=True)
