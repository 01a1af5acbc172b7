"""Answers that come bit by bit: one JSON object a line, as soon as it is known."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Generic, Literal, TypeVar

from fastapi.responses import JSONResponse, StreamingResponse
from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Busy, Lost
from cubarium.schema.model import ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES, Responses, api_error
from cubarium.tables.errors import ErrorBody

MEDIA_TYPE = "application/x-ndjson"
T = TypeVar("T")
log = logging.getLogger(__name__)


class NdjsonSchema(JSONResponse):
    """For `response_class=`: the description of a route then names the model of its lines."""

    media_type = MEDIA_TYPE


ERRORS_AS_JSON: Responses = {
    status: {
        "description": response["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}},
    }
    for status, response in ERROR_RESPONSES.items()
}
"""For `responses=` beside lines: an error is one JSON object all the same."""


class Done(ResponseModel):
    """The last line: everything is said."""

    kind: Literal["done"] = "done"


class Failed(ResponseModel):
    """The last line: something went wrong on the way."""

    kind: Literal["failed"] = "failed"
    error: ErrorBody


class AnswerStream(Generic[T]):
    """The answers to a job, read by a task of its own until it is stopped. `silence`: seconds after
    which the last one is told again; None: it never is."""

    def __init__(self, answers: AsyncGenerator[T, None], silence: float | None = None) -> None:
        self._silence = silence
        self._answers: asyncio.Queue[T | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._read(answers))
        self._task.add_done_callback(self._ended)

    async def _read(self, answers: AsyncGenerator[T, None]) -> None:
        async with aclosing(answers):
            async for answer in answers:
                self._answers.put_nowait(answer)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.exception()  # now it is known, though nobody may listen any more
        self._answers.put_nowait(None)

    async def admitted(self) -> None:
        """Wait until the job is accepted, which it is at once. Raises ApiError if it is not."""
        await asyncio.sleep(0)
        if self._task.done() and isinstance(busy := self._task.exception(), Busy):
            raise api_error(busy)

    async def __aiter__(self) -> AsyncIterator[T]:
        """The answers. Raises what the workers raise."""
        last: T | None = None
        while True:
            try:
                waits = self._silence if last is not None else None
                answer = await asyncio.wait_for(self._answers.get(), waits)
            except TimeoutError:
                answer = last
            if answer is None:
                break
            last = answer
            yield answer
        self._task.result()

    def stop(self) -> None:
        """Nobody listens any more."""
        self._task.cancel()


class NdjsonResponse(StreamingResponse):
    """First a line that is known at once, then a line for each answer, then the last one. Whoever
    goes away stops it; `keep` gets all lines after the first one when everything is said."""

    media_type = MEDIA_TYPE

    def __init__(
        self,
        first: ResponseModel,
        answers: AnswerStream[T],
        line: Callable[[T], object],
        keep: Callable[[list[bytes]], None] | None = None,
    ) -> None:
        super().__init__(_written(first, answers, line, keep))
        self._stop = answers.stop

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._stop()


async def kept_lines(first: ResponseModel, lines: bytes) -> AsyncIterator[bytes]:
    """A first line, and all others as they were kept."""
    yield to_json(first) + b"\n" + lines


async def _written(
    first: ResponseModel,
    answers: AnswerStream[T],
    line: Callable[[T], object],
    keep: Callable[[list[bytes]], None] | None,
) -> AsyncIterator[bytes]:
    spoken: list[bytes] = []
    async for one in _lines(first, answers, line):
        written = to_json(one) + b"\n"
        if keep and one is not first:
            spoken.append(written)
            if isinstance(one, Done):
                keep(spoken)
        yield written


async def _lines(
    first: ResponseModel, answers: AnswerStream[T], line: Callable[[T], object]
) -> AsyncIterator[object]:
    yield first
    try:
        async for answer in answers:
            yield line(answer)
    except CubariumError as error:
        if isinstance(error, Lost):
            log.exception("%s", error.details)
        yield Failed(error=api_error(error).body)
    else:
        yield Done()
