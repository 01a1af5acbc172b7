"""Connections before they are requests: counted by address, with bounds on a request's head."""

import asyncio
import resource
from collections.abc import Container
from ipaddress import ip_address, ip_network
from socket import SO_SNDBUF, SOL_SOCKET
from typing import Final

import httptools
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from cubarium.core.errors import CubariumError
from cubarium.server.cluster.shared_counts import SharedCounts
from cubarium.server.http.errors import answer
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.rate_limits import SITE_TIMES, network_of, site_of
from cubarium.tables.errors import ApiError

HEAD_BYTES: Final = 32 * 1024
"""Of a request line with its headers."""
HEAD_LINES: Final = 100
HEAD_SECONDS: Final = 15.0
"""Until a head is complete, counted from its first byte, or from the beginning of a connection."""
BODY_SECONDS: Final = 60.0
MOST_PIPELINED: Final = 16
"""Requests of one connection that wait for the answer to another."""
MOST_UNREAD: Final = 256 * 1024
"""Bytes of pongs that may wait for a client that sends pings and reads nothing."""
WRITE_BYTES: Final = 16 * 1024
"""Beyond this much that the kernel does not take, messages wait in a socket's outbox, where they
are shared and go out of date."""
KERNEL_BYTES: Final = 64 * 1024
"""Of a socket's send buffer (Linux doubles it for its own needs), which would grow to megabytes."""
SPARE: Final = 128
"""Files that are no connections: the database, workers, logs."""
MOST_FILES: Final = 65_536
ABORT: Final = "abort"
"""Under this name a socket's scope has what cuts its connection."""


def raise_file_limit() -> int:
    """Let this process open as many files as it may; how many. Where the usual 1024 hold, the
    thousandth player would be shut out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return soft if soft != resource.RLIM_INFINITY else MOST_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


class Networks:
    """Addresses that may do something, such as speak for others: `*` are all, `` is none."""

    def __init__(self, listed: str, option: str) -> None:
        """Addresses and networks, separated by commas, as an option says. Raises CubariumError."""
        self._is_everybody = listed.strip() == "*"
        names = [] if self._is_everybody else filter(None, map(str.strip, listed.split(",")))
        try:
            self._networks = [ip_network(name, strict=False) for name in names]
        except ValueError as error:
            raise CubariumError(f"{option}: {error}") from error

    def __contains__(self, host: object) -> bool:
        try:
            found = ip_address(str(host))
        except ValueError:
            return self._is_everybody
        return self._is_everybody or any(found in network for network in self._networks)


class Connections:
    """The open connections of a server, and how many of them one address may have (0: any number)
    in all processes of its site. `trusted` are proxies: they speak for many and are not counted."""

    def __init__(
        self, limits: LimitLog, per_address: int, most: int, trusted: Container[str] = ()
    ) -> None:
        self.limits = limits
        self._per_address = min(per_address, max(1, most // 2))
        self._most = most
        self._trusted = trusted
        self.counts = SharedCounts()
        self.total = 0

    def enter(self, host: str) -> ApiError | None:
        """One more; or why not. Whoever has entered leaves."""
        address = network_of(host)
        if self.total >= self._most:
            self.limits.hit("connections", address)
            return ApiError(503, "busy", "The server is full: try again later.", retry_after=5)
        if self._per_address and host not in self._trusted:
            names = self._allowed(address)
            if any(self.counts.total(name) >= most for name, most in names.items()):
                self.limits.hit("connections_of_address", address)
                message = "Your address has too many open connections: close some of them."
                return ApiError(429, "too_many_connections", message, retry_after=5)
            for name in names:
                self.counts.add(name)
        self.total += 1
        return None

    def leave(self, host: str) -> None:
        """One less."""
        self.total -= 1
        if self._per_address and host not in self._trusted:
            for name in self._allowed(network_of(host)):
                self.counts.remove(name)

    def _allowed(self, address: str) -> dict[str, int]:
        """How many connections a network may have, and its site."""
        site = site_of(address)
        if site is None:
            return {address: self._per_address}
        return {
            address: self._per_address,
            site: min(self._per_address * SITE_TIMES, max(1, self._most // 2)),
        }


class BoundedConfig(uvicorn.Config):
    """What the protocols below are configured with."""

    connections: Connections


class BoundedHttp(HttpToolsProtocol):
    """HTTP whose heads have bounds: in bytes, in lines and in time, before anybody reads them."""

    config: BoundedConfig
    _deadline: asyncio.TimerHandle | None = None
    _is_counted = _is_refused = False
    _in_head = True
    _size = 0

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        error = self.config.connections.enter(self._host)
        if error is not None:
            self._refuse(error)
            return
        self._is_counted = True
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._is_counted:
            self._is_counted = False
            self.config.connections.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        if self._in_head:
            self._size += len(data)
            if self._deadline is None:
                self._wait(HEAD_SECONDS)
        super().data_received(data)
        if self._in_head and self._size > HEAD_BYTES:
            self._too_large()

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) < HEAD_LINES:
            super().on_header(name, value)
        else:
            self._too_large()

    def on_headers_complete(self) -> None:
        self._in_head, self._size = False, 0
        head = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if head > HEAD_BYTES or len(self.pipeline) >= MOST_PIPELINED:
            self._too_large()
        if self._is_refused:
            raise httptools.HttpParserError("refused")  # the parser stops here
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._stop_waiting()
        self._in_head = True
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        del msg
        if not self._is_refused:
            self.config.connections.limits.hit("invalid_request", network_of(self._host))
            self._refuse(ApiError(400, "invalid_request", "This is no HTTP request."))

    def handle_websocket_upgrade(self) -> None:
        self._stop_waiting()
        self._is_counted = False  # the protocol that takes over leaves for both
        self.app_state = {**self.app_state, ABORT: self.transport.abort}
        super().handle_websocket_upgrade()
        # the two hold each other: a collector would have to find them
        self.parser = None  # type: ignore[assignment]

    # bounds

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self.config.connections.limits.hit("request_time", network_of(self._host))
        self._refuse(ApiError(408, "too_late", "The request took too long to arrive."))

    def _too_large(self) -> None:
        if not self._is_refused:
            self.config.connections.limits.hit("request_head", network_of(self._host))
            self._refuse(ApiError(431, "too_large", "The head of the request is too large."))

    def _refuse(self, error: ApiError) -> None:
        """Say why, and hang up. Nothing more is read."""
        self._is_refused = True
        self._stop_waiting()
        if self.transport.is_closing():
            return
        if not self._is_answering():
            self.transport.write(_raw(error))
        self.transport.close()

    def _is_answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A socket that is counted until it is gone, and whose buffers have bounds."""

    config: BoundedConfig

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(WRITE_BYTES)
        self.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL_BYTES)

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.connections.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
        else:
            super().handle_ping()


def _raw(error: ApiError) -> bytes:
    """An error as the bytes of a response after which the connection ends."""
    response = answer(error)
    head = [f"HTTP/1.1 {error.status} {error.body.code}".encode(), b"connection: close"]
    head += [name + b": " + value for name, value in response.raw_headers]
    return b"\r\n".join((*head, b"", bytes(response.body)))
