"""What every request must pass, and what every answer carries: origin, size, pace, headers."""

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubarium.server.errors import ApiError, answer
from cubarium.server.metrics import Metrics
from cubarium.server.rate_limits import Buckets

LARGEST: Final = 1_200_000
"""Bytes of a request's body."""
LONGEST_LENGTH: Final = 20
TOO_LARGE: Final = f"No more than {LARGEST} bytes, please."
SAFE: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

log = structlog.get_logger("cubarium.security")


class SecurityMiddleware:
    """Checks every request before the app sees it."""

    def __init__(
        self, app: ASGIApp, *, metrics: Metrics, origins: Iterable[str], pace: Buckets, https: bool
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._origins = frozenset(origins)
        self._pace = pace
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            if self._is_foreign(Headers(scope=scope)) or self._pace.take(_host(scope)):
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
                return
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def dressed(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._metrics.requests.labels(str(message["status"])).inc()
                self._dress(MutableHeaders(scope=message), scope["path"])
            await send(message)

        size = 0

        async def measured() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST:
                raise HTTPException(413, TOO_LARGE)  # the app lets only these through
            return message

        try:
            self._check(scope)
            await self._app(scope, measured, dressed)
        except Exception as error:
            if started:
                raise
            if not isinstance(error, ApiError):
                log.exception("a request failed", path=scope["path"])
                error = ApiError(500, "internal", "Something went wrong here. Nothing is lost.")
            await answer(error)(scope, receive, dressed)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        wait = self._pace.take(_host(scope))
        if wait:
            raise ApiError(429, "too_often", "Too many requests: wait a moment.", retry_after=wait)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise ApiError(400, "invalid_request", "The length of the body is no number.")
        if len(length) > LONGEST_LENGTH or int(length) > LARGEST:
            raise ApiError(413, "too_large", TOO_LARGE)
        if scope["method"] in SAFE:
            return
        if self._is_foreign(headers):
            raise ApiError(403, "foreign_origin", "Requests from other sites are not answered.")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = length != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            raise ApiError(415, "not_json", "Expected a body of the type application/json.")

    def _is_foreign(self, headers: Headers) -> bool:
        """Does a page of another site ask? Programs that are no browsers send no origin."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            return True
        return origin not in self._origins and netloc != headers.get("host")

    def _dress(self, headers: MutableHeaders, path: str) -> None:
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if self._https:
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if path.startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")


def _host(scope: Scope) -> str:
    """The address that asks."""
    host: str = (scope.get("client") or ("", 0))[0]
    return host
