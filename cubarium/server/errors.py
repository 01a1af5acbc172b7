"""How every door of the server says no: a status, a code, a sentence. Nothing is changed by it."""

from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from cubarium.core.errors import (
    CubariumError,
    IllegalMove,
    InvalidPosition,
    InvalidRecord,
    MatchRefused,
)
from cubarium.engines.pool import Busy, Lost

INVALID: Final = "invalid_input"
"""The code of what has none of its own."""
LONGEST: Final = 200
"""Signs of `where` that are repeated to who sent them."""


class Fault(BaseModel):
    """What was wrong."""

    code: str = Field(description="A word for programs, e.g. `illegal_move`.")
    message: str = Field(description="A sentence for people, in English.")
    where: str = Field("", description="What it is about: a field, a place on the board.")


class Faulty(BaseModel):
    """The body of every answer that is not 2xx."""

    error: Fault
    snapshot: dict[str, Any] | None = Field(
        None, description="How the table stands, for those whose wish there was refused."
    )


class Refused(Exception):
    """A wish that is not granted."""

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
        self.fault = Fault(code=code, message=message, where=where)
        self.retry_after = retry_after
        self.snapshot: dict[str, Any] | None = None


def refused(error: CubariumError) -> Refused:
    """A refusal of the house, as the web says it."""
    if isinstance(error, IllegalMove):
        return Refused(409, str(error.reason), str(error), where=error.where)
    if isinstance(error, MatchRefused):
        return Refused(409, str(error.reason), str(error))
    if isinstance(error, InvalidRecord):
        where = f"{error.line}:{error.column}"
        return Refused(422, "invalid_record", str(error), where=where)
    if isinstance(error, Busy):
        return Refused(503, "busy", str(error), retry_after=error.retry_after)
    if isinstance(error, Lost):
        return Refused(503, "no_engine", str(error), retry_after=5)
    where = str(error.column) if isinstance(error, InvalidPosition) else ""
    return Refused(422, _code(error), str(error), where=where)


def _code(error: CubariumError) -> str:
    """InvalidOption -> invalid_option."""
    if type(error) is CubariumError:
        return INVALID
    name = type(error).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def answer(error: Refused) -> JSONResponse:
    """The refusal as a response."""
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(error.retry_after)))
    more = {} if error.snapshot is None else {"snapshot": error.snapshot}
    body = {"error": error.fault.model_dump(), **more}
    return JSONResponse(body, error.status, headers)


FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": Faulty, "description": text}
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

    async def on_refused(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, Refused)
        return answer(error)

    async def on_house(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, CubariumError)
        return answer(refused(error))

    async def on_invalid(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])[:LONGEST]
        return answer(Refused(422, INVALID, f"{where}: {first['msg']}", where=where))

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, HTTPException)
        codes = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
        code = codes.get(error.status_code, "invalid_request")
        response = answer(Refused(error.status_code, code, str(error.detail)))
        response.headers.update(error.headers or {})
        return response

    app.add_exception_handler(Refused, on_refused)
    app.add_exception_handler(CubariumError, on_house)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
