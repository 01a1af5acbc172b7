"""A server process: a socket, an event loop, the app."""

import gc
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from sqlalchemy import Engine

from cubarium.core.errors import CubariumError
from cubarium.server.app import make_app
from cubarium.server.http.connections import (
    SPARE,
    BoundedConfig,
    BoundedHttp,
    BoundedWebSocket,
    Connections,
    Networks,
    raise_file_limit,
)
from cubarium.server.http.proxy_headers import ForwardedMiddleware
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.server.static import Sheet, install_page

LARGEST_FRAME: Final = 64 * 1024
SWITCH: Final = 0.0002
"""Seconds that a thread may keep the interpreter while another one waits for it. Whenever the
writer comes back from the disk it waits this long for a busy event loop; 5 ms, the usual time, are
felt."""
GRACE: Final = 5
"""Seconds that requests have to end when the server is stopped."""


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket where people can come. Raises CubariumError."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        opened = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise CubariumError(f"can't serve at {host}, port {port}: {error.strerror}") from error
    with opened:
        yield opened


def serve(
    configuration: ServerConfiguration,
    engine: Engine,
    opened: socket.socket,
    proxy: str,
    sheets: dict[str, Sheet],
) -> None:
    """Serve tables and the page until somebody stops it."""
    app = make_app(configuration, engine)
    install_page(app, sheets)
    sys.setswitchinterval(SWITCH)
    proxies = Networks(proxy, "--proxy")
    config = BoundedConfig(
        ForwardedMiddleware(app, proxies),
        http=BoundedHttp,
        ws=BoundedWebSocket,
        ws_ping_interval=None,  # live/sockets.py has pings of its own, which measure lag too
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
        proxy_headers=False,  # proxy_headers.py believes less
        server_header=False,
        log_config=None,
    )
    config.connections = Connections(
        app.services.limit_log,
        configuration.connections if configuration.rate else 0,
        most=raise_file_limit() - SPARE,
        trusted=proxies,
    )
    app.services.shared_limits.counts["connections"] = config.connections.counts
    app.services.metrics.connections.set_function(lambda: config.connections.total)
    server = uvicorn.Server(config)
    gc.collect()
    gc.freeze()  # what is loaded by now stays: full collections need not look at it again
    for asked in (signal.SIGINT, signal.SIGTERM):
        # uvicorn raises it once more when all is done: to be asked to stop is no failure
        signal.signal(asked, server.handle_exit)
    server.run(sockets=[opened])
