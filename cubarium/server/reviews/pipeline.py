"""The way of every review: it is made once, told to all who ask meanwhile, and kept."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TypeAlias

from cubarium.analysis.review import AnnotatedMove, Summaries
from cubarium.server.http.answer_stream import AnswerStream
from cubarium.server.http.errors import internal_error
from cubarium.server.http.ndjson import Done, Failed, NdjsonResponse, tell_answers, write_line
from cubarium.server.process.background import Background
from cubarium.server.reviews.keep import ReviewKeep
from cubarium.server.reviews.running_review import RunningReview
from cubarium.server.reviews.schemas import ReviewBegun, annotated_line

ReviewAnswers: TypeAlias = AnswerStream[AnnotatedMove[str] | Summaries]


class Reviews:
    """The reviews of one kind on a server, by their keys. `needs_readers`: a review is given up
    when its last reader leaves; else it is made to its end."""

    def __init__(
        self, background: Background, keep: ReviewKeep, *, needs_readers: bool = False
    ) -> None:
        self._background, self._keep = background, keep
        self._needs_readers = needs_readers
        self._running: dict[str, RunningReview] = {}

    async def answer(
        self, key: str, begun: ReviewBegun, start: Callable[[], Awaitable[ReviewAnswers]]
    ) -> NdjsonResponse:
        """A review that is under way or kept, or one that begins now. Raises what `start` does."""
        kept = None if key in self._running else await self._keep.find(key)
        if kept is not None:
            return NdjsonResponse(_retell(begun, kept))
        running = self._running.get(key)
        if running is None:
            running = self._begin(key, begun, await start())
        running.readers += 1
        return NdjsonResponse(running.follow(begun), partial(self._leave, key, running))

    def _begin(self, key: str, begun: ReviewBegun, answers: ReviewAnswers) -> RunningReview:
        if key in self._running:  # another reader was quicker
            answers.stop()
            return self._running[key]
        running = self._running[key] = RunningReview(answers.stop)
        self._background.spawn(self._make(key, running, begun, answers))
        return running

    async def _make(
        self, key: str, running: RunningReview, begun: ReviewBegun, answers: ReviewAnswers
    ) -> None:
        try:
            if await _tell_all(running, answers):
                await self._keep.keep(key, running.newest(begun))
        finally:
            self._forget(key, running)

    def _leave(self, key: str, running: RunningReview) -> None:
        """One reader less."""
        running.readers -= 1
        if self._needs_readers and not running.readers and not running.is_over:
            self._forget(key, running)
            running.stop()

    def _forget(self, key: str, running: RunningReview) -> None:
        if self._running.get(key) is running:
            del self._running[key]


async def _tell_all(running: RunningReview, answers: ReviewAnswers) -> bool:
    """Tell the readers of a review all that is found. Is it whole?"""
    is_whole = False
    try:
        async for line in tell_answers(answers, annotated_line):
            running.tell(line)
            is_whole = isinstance(line, Done)
    except Exception:
        running.tell(Failed(error=internal_error().body))
        raise
    finally:
        running.end()
        answers.stop()
    return is_whole


async def _retell(begun: ReviewBegun, kept: bytes) -> AsyncIterator[bytes]:
    """The lines of a review that is kept; each reader has a first line of their own."""
    _, _, rest = kept.partition(b"\n")
    yield write_line(begun) + rest
