"""Errors of every endpoint, as HTTP says them."""

from typing import Final, TypeAlias

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Busy, Lost
from cubarium.tables import errors
from cubarium.tables.errors import INVALID, ApiError, ErrorResponse

MAX_WHERE: Final = 200
"""Characters of `where` that are repeated to the sender."""


def api_error(error: CubariumError) -> ApiError:
    """An error of the package, as HTTP says it."""
    if isinstance(error, Busy):
        status = 429 if error.is_own else 503
        return ApiError(status, "busy", str(error), retry_after=error.retry_after)
    if isinstance(error, Lost):
        return ApiError(503, "no_engine", str(error), retry_after=5)
    return errors.api_error(error)


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
        where = ".".join(str(part) for part in first["loc"])[:MAX_WHERE]
        return answer(ApiError(422, INVALID, f"{where}: {first['msg']}", where=where))

    async def on_http(request: Request, error: Exception) -> JSONResponse:
        del request
        assert isinstance(error, HTTPException)
        return http_response(error)

    app.add_exception_handler(ApiError, on_api_error)
    app.add_exception_handler(CubariumError, on_cubarium_error)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)
