"""How every door of the server says no: a status, a code, a sentence. Nothing is changed by it."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from cubarium.core.errors import CubariumError, IllegalMove, InvalidRecord, MatchRefused


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
    return Refused(422, _code(error), str(error))


def _code(error: CubariumError) -> str:
    """InvalidOption -> invalid_option."""
    name = type(error).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")


def answer(error: Refused) -> JSONResponse:
    """The refusal as a response."""
    headers = {}
    if error.retry_after is not None:
        headers["Retry-After"] = str(max(1, round(error.retry_after)))
    body = Faulty(error=error.fault, snapshot=error.snapshot).model_dump()
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
        where = ".".join(str(part) for part in first["loc"])
        return answer(Refused(422, "invalid_input", f"{where}: {first['msg']}", where=where))

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
