"""Questions about values for engines in another process: see engines/jobs.py. Only a review sees
all of a game, as its record does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cubarium import catalog
from cubarium.analysis import review
from cubarium.analysis.draw_offers import agrees
from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.info import GameSpec
from cubarium.core.record import GameRecord
from cubarium.engines import registry
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.jobs import MoveJob, SeatJob


@dataclass(frozen=True)
class DrawOfferJob(SeatJob[bool]):
    """Does an engine agree to a draw? One bool. See draw_offers.story_for_offer. Who plays at
    random has no opinion, a foreign program can't be asked: they play on."""

    kind = "draw_offer"
    answer = bool

    def run(self, cache: EngineCache) -> Iterator[bool]:
        if not registry.is_search(self.engine):
            yield False
        else:
            yield agrees(catalog.game(self.spec), self.story, cache.analyst(self.spec))


SEAT_JOBS: Final = {job.kind: job for job in (MoveJob, DrawOfferJob)}
"""What an engine seat may be asked, by the names of JSON."""


@dataclass(frozen=True)
class AnalysisJob:
    """What are the best moves? Tuples of thoughts, with the texts of moves; the last one counts."""

    spec: GameSpec
    story: Story
    limit: Limit
    lines: int = 1

    def run(self, cache: EngineCache) -> Iterator[tuple[Thought[str], ...]]:
        game, analyst = catalog.game(self.spec), cache.analyst(self.spec)
        for thoughts in analyst.analyse(game, self.story, cache.limit(self.limit), self.lines):
            yield tuple(thought.written(game) for thought in thoughts)


@dataclass(frozen=True)
class ReviewJob:
    """How good was each move? The annotated moves one by one, with their texts, then the summaries
    of all seats. `limit` is for each position. A job in parts: after a quick look at all moves,
    which is a part of its own, everything is told again, known better."""

    record: GameRecord
    limit: Limit
    numbers: tuple[int, ...] | None = None
    """The moves to annotate, counted from 1; None: all."""
    quick: Limit | None = None
    """For each position at the first look; None: there is only one."""
    seconds: float | None = None
    """For both looks together: what the first one took besides thinking is reckoned with, and the
    second one is the shorter for it. None: as long as it takes."""
    told: tuple[review.AnnotatedMove[str], ...] = ()
    """What earlier parts of this look have told, without values: it counts in the summaries."""
    spent: float = 0.0
    """Seconds that they took."""

    @property
    def spec(self) -> GameSpec:
        record = self.record
        return catalog.info(record.game).spec(record.players, record.options)

    def run(self, cache: EngineCache) -> Iterator[review.AnnotatedMove[str] | review.Summaries]:
        limit = cache.limit(self.limit if self.quick is None else self.quick)
        reviewed = review.Review(self.record, cache.analyst(self.spec), limit)
        there = range(1, len(reviewed.moves) + 1)
        numbers = there if self.numbers is None else self.numbers
        for number in numbers:
            if number not in there:
                raise CubariumError(f"this game has no move {number}; moves: {len(there)}")
        annotated = list(self.told)
        for one in reviewed.annotated(numbers, len(self.told)):
            written = one.written(reviewed.game)
            annotated.append(written)
            yield written
        yield review.summaries(annotated)

    def rest(
        self, answers: Sequence[review.AnnotatedMove[str] | review.Summaries], seconds: float
    ) -> "ReviewJob | None":
        """The rest of this look, or the second one."""
        spent = self.spent + seconds
        is_over = any(not isinstance(one, review.AnnotatedMove) for one in answers)
        # whose worker has died was told once more
        moves = {one.number: one for one in answers if isinstance(one, review.AnnotatedMove)}
        if not is_over:
            plain = (replace(one, before=None, after=None, best=None) for one in moves.values())
            return replace(self, told=(*self.told, *plain), spent=spent)
        if self.quick is None:
            return None
        limit = self._closer(spent, len(self.told) + len(moves))
        return replace(self, limit=limit, quick=None, told=(), spent=0.0)

    def _closer(self, took: float, moves: int) -> Limit:
        """The limit of the second look, after the first one."""
        if self.seconds is None or not moves or self.quick is None:
            return self.limit
        quick, longest = self.quick.seconds or 0.0, self.limit.seconds or self.seconds
        left = (self.seconds - took) / moves - (took / moves - quick)
        return replace(self.limit, seconds=max(quick, min(longest, left)))
