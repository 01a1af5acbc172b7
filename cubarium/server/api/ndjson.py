"""Answers that come bit by bit: one JSON object a line, as soon as it is known."""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Literal

from fastapi.responses import JSONResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Busy, Lost
from cubarium.server.api.schemas import ResponseModel
from cubarium.server.errors import ERROR_RESPONSES, ApiError, ErrorBody, api_error

MEDIA_TYPE = "application/x-ndjson"
log = logging.getLogger(__name__)


class JsonLines(JSONResponse):
    """For `response_class=`: the description of a route then names the model of its lines."""

    media_type = MEDIA_TYPE


FAULTS_AS_JSON: dict[int | str, dict[str, Any]] = {
    status: {
        "description": said["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}},
    }
    for status, said in ERROR_RESPONSES.items()
}
"""For `responses=` beside lines: a refusal is one JSON object all the same."""


class Done(ResponseModel):
    """The last line: everything is said."""

    kind: Literal["done"] = "done"


class Failed(ResponseModel):
    """The last line: something went wrong on the way."""

    kind: Literal["failed"] = "failed"
    error: ErrorBody


class Told:
    """What an engine says, heard by a task of its own until it is stopped."""

    def __init__(self, answers: AsyncGenerator[Any, None]) -> None:
        self._heard: asyncio.Queue[Any] = asyncio.Queue()
        self._task = asyncio.create_task(self._hear(answers))
        self._task.add_done_callback(self._ended)

    async def _hear(self, answers: AsyncGenerator[Any, None]) -> None:
        async with aclosing(answers):
            async for answer in answers:
                self._heard.put_nowait(answer)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled():
            task.exception()  # now it is known, though nobody may listen any more
        self._heard.put_nowait(None)

    async def admitted(self) -> None:
        """Wait until the wanted is taken, which it is at once. Raises ApiError if it is not."""
        await asyncio.sleep(0)
        if self._task.done() and isinstance(busy := self._task.exception(), Busy):
            raise ApiError(503, "busy", str(busy), retry_after=busy.retry_after)

    async def __aiter__(self) -> AsyncIterator[Any]:
        """The answers. Raises what the workers raise."""
        while (answer := await self._heard.get()) is not None:
            yield answer
        self._task.result()

    def stop(self) -> None:
        """Nobody listens any more."""
        self._task.cancel()


class Lines(StreamingResponse):
    """First a line that is known at once, then what is told, a line each, then the last one.
    Whoever goes away stops it."""

    media_type = MEDIA_TYPE

    def __init__(
        self, first: ResponseModel, told: Told, line: Callable[[Any], ResponseModel]
    ) -> None:
        super().__init__(_written(first, told, line))
        self._told = told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._told.stop()


async def _written(
    first: ResponseModel, told: Told, line: Callable[[Any], ResponseModel]
) -> AsyncIterator[str]:
    async for form in _forms(first, told, line):
        yield form.model_dump_json() + "\n"


async def _forms(
    first: ResponseModel, told: Told, line: Callable[[Any], ResponseModel]
) -> AsyncIterator[ResponseModel]:
    yield first
    try:
        async for answer in told:
            yield line(answer)
    except CubariumError as error:
        if isinstance(error, Lost):
            log.exception("%s", error.details)
        yield Failed(error=api_error(error).body)
    else:
        yield Done()
