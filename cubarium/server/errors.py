"""Errors of every endpoint: a status, a code, a sentence. Nothing has changed."""

from typing import Final, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from cubarium.core.errors import (
    CubariumError,
    IllegalMove,
    ImpossiblePosition,
    InvalidPosition,
    InvalidRecord,
    MatchRefused,
)
from cubarium.core.game import AnyGame
from cubarium.engines.pool import Busy, Lost
from cubarium.match.command_context import CommandRefused
from cubarium.match.command_rules import SessionRefusal
from cubarium.store.table_log import BrokenLog

BROKEN_LOG: Final = "broken_log"
"""The code of a table whose log tells no game."""
INVALID: Final = "invalid_input"
"""The code of what has none of its own."""
LONGEST: Final = 200
"""Characters of `where` that are repeated to whoever sent them."""
STATUS: Final[dict[str, int]] = {
    **dict.fromkeys(
        (SessionRefusal.NOT_SEATED, SessionRefusal.NOT_YOUR_SEAT, SessionRefusal.NO_COOKIE), 403
    ),
    **dict.fromkeys(
        (SessionRefusal.WHICH_SEAT, SessionRefusal.NO_SUCH_SEAT, SessionRefusal.NO_SUCH_ENGINE), 422
    ),
    SessionRefusal.TOO_OFTEN: 429,
}
"""Of refused commands that are not a 409."""


class ErrorBody(BaseModel):
    """What was wrong."""

    code: str = Field(description="A word for programs, e.g. `illegal_move`.")
    message: str = Field(description="A sentence for people, in English.")
    where: str = Field(default="", description="What it is about: a field, a place on the board.")
    game: str = Field(default="", description="The game whose rules refuse it; the code is theirs.")
    place: str = Field(default="", description="Then the place that the sentence names.")


class ErrorResponse(BaseModel):
    """The body of every answer that is not 2xx."""

    error: ErrorBody
    update: dict[str, object] | None = Field(
        None, description="How the table stands, for those whose command there was refused."
    )


class ApiError(Exception):
    """Something that is not done."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        where: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = ErrorBody(code=code, message=message, where=where)
        self.retry_after = retry_after
        self.update: dict[str, object] | None = None


def api_error(error: CubariumError) -> ApiError:
    """An error of the package, as HTTP says it."""
    if isinstance(error, IllegalMove):
        return ApiError(409, str(error.reason), str(error), where=error.where)
    if isinstance(error, CommandRefused):
        code = str(error.reason)
        return ApiError(
            STATUS.get(code, 409),
            code,
            str(error),
            where=error.where,
            retry_after=error.retry_after,
        )
    if isinstance(error, MatchRefused):
        return ApiError(409, str(error.reason), str(error))
    if isinstance(error, InvalidRecord):
        where = f"{error.line}:{error.column}"
        return ApiError(422, "invalid_record", str(error), where=where)
    if isinstance(error, Busy):
        status = 429 if error.is_own else 503
        return ApiError(status, "busy", str(error), retry_after=error.retry_after)
    if isinstance(error, Lost):
        return ApiError(503, "no_engine", str(error), retry_after=5)
    if isinstance(error, BrokenLog):
        message = f"The game at this table can't be read: {error} Nothing of it is touched."
        return ApiError(409, BROKEN_LOG, message)
    if isinstance(error, ImpossiblePosition):
        answer = ApiError(422, str(error.reason), str(error), where=error.where)
        answer.body.game, answer.body.place = error.game, error.where
        return answer
    where = str(error.column) if isinstance(error, InvalidPosition) else ""
    return ApiError(422, _code(error), str(error), where=where)


def internal_error() -> ApiError:
    """An error of ours, of which no more is told."""
    return ApiError(500, "internal", "Something went wrong here. Nothing is lost.")


def illegal_move(game: AnyGame, error: IllegalMove) -> ApiError:
    """A move that the rules forbid, with the game's own sentence."""
    info = game.spec.info
    answer = ApiError(409, str(error.reason), info.say(error), where=error.where)
    answer.body.game, answer.body.place = info.name, error.where
    return answer


def _code(error: CubariumError) -> str:
    """InvalidOption -> invalid_option."""
    if type(error) is CubariumError:
        return INVALID
    name = type(error).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def answer(error: ApiError) -> JSONResponse:
    """The error as a response."""
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(error.retry_after)))
    more = {} if error.update is None else {"update": error.update}
    body = {"error": error.body.model_dump(), **more}
    return JSONResponse(body, error.status, headers)


Responses: TypeAlias = dict[int | str, dict[str, object]]


def http_response(error: HTTPException) -> JSONResponse:
    """What the framework refuses, as a response."""
    codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    code = codes.get(error.status_code, "invalid_request")
    response = answer(ApiError(error.status_code, code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response


ERROR_RESPONSES: Responses = {
    status: {"model": ErrorResponse, "description": text}
    for status, text in {
        400: "The request can't be read.",
        403: "Not for you.",
        404: "There is no such thing.",
        409: "Not now: the game, the table or the rules are against it.",
        413: "Too large.",
        415: "Expected JSON.",
        422: "Something in it is wrong.",
        429: "Too often: wait for Retry-After seconds.",
        500: "Something went wrong here.",
        503: "Not at the moment: try again after Retry-After seconds.",
    }.items()
}
"""For `responses=` of every route: what may be answered besides success."""


def install(app: FastAPI) -> None:
    """Let an app answer every error in this form."""

    async def on_api_error(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, ApiError)
        return answer(error)

    async def on_cubarium_error(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, CubariumError)
        return answer(api_error(error))

    async def on_invalid(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])[:LONGEST]
        return answer(ApiError(422, INVALID, f"{where}: {first['msg']}", where=where))

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, HTTPException)
        return http_response(error)

    app.add_exception_handler(ApiError, on_api_error)
    app.add_exception_handler(CubariumError, on_cubarium_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
