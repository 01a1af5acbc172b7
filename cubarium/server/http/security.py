"""What every request must pass, and what every answer carries: origin, size, pace, headers."""

from collections.abc import Container, Iterable
from typing import Final
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cubarium.server.http.connections import Connections
from cubarium.server.http.errors import answer
from cubarium.server.people.bans import Bans, banned
from cubarium.server.people.guests import Guests
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.rate_limits import Buckets, network_of
from cubarium.tables.errors import ApiError

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
        self,
        app: ASGIApp,
        *,
        metrics: Metrics,
        limits: LimitLog,
        bans: Bans,
        guests: Guests,
        origins: Iterable[str],
        hosts: Container[str],
        pace: Buckets,
        handshakes: Buckets,
        sockets: Connections,
        https: bool,
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._limits = limits
        self._bans = bans
        self._guests = guests
        self._origins = frozenset(origins)
        self._hosts = hosts
        self._pace = pace
        self._handshakes = handshakes
        self._sockets = sockets
        self._https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = _host(scope)
        error = self._handshake_error(scope) or self._sockets.enter(host)
        if error is not None:
            await _deny(error, scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets.leave(host)

    def _handshake_error(self, scope: Scope) -> ApiError | None:
        """Why a socket is not opened."""
        address = network_of(_host(scope))
        headers = Headers(scope=scope)
        if self._is_banned(scope):
            self._limits.hit("banned", address)
            return banned()
        if headers.get("host", "") not in self._hosts:
            self._limits.hit("unknown_host", address)
            return unknown_host()
        if self._is_foreign(headers):
            self._limits.hit("foreign_origin", address)
            return foreign_origin()
        wait = self._handshakes.take(address)
        if wait:
            self._limits.hit("handshakes", address)
            message = "Too many sockets were opened: wait a moment."
            return ApiError(429, "too_often", message, retry_after=wait)
        return None

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
        address = network_of(_host(scope))
        wait = self._pace.take(address)
        if wait:
            self._limits.hit("requests", address)
            raise ApiError(429, "too_often", "Too many requests: wait a moment.", retry_after=wait)
        if self._is_banned(scope):
            self._limits.hit("banned", address)
            raise banned()
        if headers.get("host", "") not in self._hosts:
            self._limits.hit("unknown_host", address)
            raise unknown_host()
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise ApiError(400, "invalid_request", "The length of the body is no number.")
        if len(length) > LONGEST_LENGTH or int(length) > LARGEST:
            raise ApiError(413, "too_large", TOO_LARGE)
        if scope["method"] in SAFE:
            return
        if self._is_foreign(headers):
            self._limits.hit("foreign_origin", address)
            raise foreign_origin()
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        has_body = length != "0" or "transfer-encoding" in headers
        if has_body and kind != "application/json":
            raise ApiError(415, "not_json", "Expected a body of the type application/json.")

    def _is_banned(self, scope: Scope) -> bool:
        """Is the address kept out, or the guest? `/healthz` is for whoever watches the server."""
        if scope["path"] == "/healthz":
            return False
        if self._bans.has_address(_host(scope)):
            return True
        if not self._bans.has_guests:
            return False
        return self._bans.has_one_of(self._guests.identity(HTTPConnection(scope)).digests)

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


def unknown_host() -> ApiError:
    message = "This server has another name. Who hosts it can allow this one with --allow-host."
    return ApiError(421, "unknown_host", message)


def foreign_origin() -> ApiError:
    return ApiError(403, "foreign_origin", "Requests from other sites are not answered.")


async def _deny(error: ApiError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a handshake with an error: a status and a body where the server can send them."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(error)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": error.body.message})


def _host(scope: Scope) -> str:
    """The address that asks."""
    host: str = (scope.get("client") or ("", 0))[0]
    return host
