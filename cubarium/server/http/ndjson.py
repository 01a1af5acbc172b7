"""Answers that come bit by bit: one JSON object a line, as soon as it is known."""

import logging
from collections.abc import AsyncIterable, AsyncIterator, Callable
from typing import Literal, TypeVar

from fastapi.responses import JSONResponse, StreamingResponse
from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Lost
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


def write_line(line: object) -> bytes:
    """Write one line."""
    return to_json(line) + b"\n"


class NdjsonResponse(StreamingResponse):
    """Lines, as they come. `leave` is called when they are read, or their reader has gone away."""

    media_type = MEDIA_TYPE

    def __init__(
        self, lines: AsyncIterator[bytes], leave: Callable[[], None] | None = None
    ) -> None:
        super().__init__(lines)
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self._leave is not None:
                self._leave()


async def tell_answers(
    answers: AsyncIterable[T], line: Callable[[T], object]
) -> AsyncIterator[object]:
    """A line for each answer, and the last one."""
    try:
        async for answer in answers:
            yield line(answer)
    except CubariumError as error:
        if isinstance(error, Lost):
            log.exception("%s", error.details)
        yield Failed(error=api_error(error).body)
    else:
        yield Done()
