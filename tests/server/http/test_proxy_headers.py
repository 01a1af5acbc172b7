"""Whom a proxy speaks for: a header opens nothing that is for this machine alone."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from cubarium.server.http.connections import Networks
from cubarium.server.http.proxy_headers import ForwardedMiddleware
from tests.server.processes import Served

NONSENSE = (
    "::1",
    "127.0.0.1",
    "127.8.9.1:80",
    "[::1]:80",
    "::ffff:127.0.0.1",
    "0.0.0.0",
    "localhost",
    "unix:",
    "",
    "nonsense",
    "203.0.113.5, nonsense",
    "203.0.113.5, ::1",
    "x" * 300,
)


def _forwarded(value: str) -> dict[str, str]:
    return {"X-Forwarded-For": value}


def test_a_header_makes_nobody_this_machine(tmp_path: Path) -> None:
    with Served(tmp_path, "--lan") as served, httpx.Client(base_url=served.url) as http:
        assert http.get("/metrics").status_code == 200
        own = http.get("/api/addresses").json()["addresses"]
        for value in NONSENSE:
            assert http.get("/metrics", headers=_forwarded(value)).status_code == 404, value
            told = http.get("/api/addresses", headers=_forwarded(value)).json()
            assert told["addresses"] == [], value
        assert http.get("/api/addresses").json()["addresses"] == own


def test_all_nonsense_is_one_address(tmp_path: Path) -> None:
    with Served(tmp_path, "--rate", "2") as served, httpx.Client(base_url=served.url) as http:
        found = {http.get("/api/games", headers=_forwarded(f"n{n}")).status_code for n in range(60)}
        assert found == {200, 429}
        honest = http.get("/api/games", headers=_forwarded("203.0.113.5"))
        assert honest.status_code == 200


@pytest.mark.parametrize(
    ("proxies", "peer", "header", "asks"),
    [
        ("10.0.0.1", "10.0.0.1", "203.0.113.5", "203.0.113.5"),
        ("10.0.0.1", "10.0.0.1", "198.51.100.1, 203.0.113.5:4711", "203.0.113.5"),
        ("10.0.0.0/8", "10.0.0.1", "198.51.100.1, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        ("10.0.0.0/8", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.0/8", "10.0.0.1", "203.0.113.5, nonsense, 10.0.0.2", "10.0.0.1"),
        ("*", "10.0.0.1", "203.0.113.5, 10.0.0.2", "203.0.113.5"),
        ("10.0.0.1", "10.0.0.1", "[2001:db8::7]:443", "2001:db8::7"),
        ("10.0.0.1", "10.0.0.1", "2001:db8::7%eth0", "2001:db8::7"),
        ("10.0.0.1", "10.0.0.1", "::ffff:192.0.2.7", "192.0.2.7"),
        ("10.0.0.1", "192.0.2.9", "203.0.113.5", "192.0.2.9"),
        ("", "127.0.0.1", "203.0.113.5", "127.0.0.1"),
        *(("127.0.0.1", "127.0.0.1", value, "127.0.0.1") for value in NONSENSE),
    ],
)
def test_who_asks(proxies: str, peer: str, header: str, asks: str) -> None:
    assert _passed_on(proxies, peer, header)["client"][0] == asks


def test_how_it_is_asked() -> None:
    for kind, said, scheme in (
        ("http", "https", "https"),
        ("websocket", "https", "wss"),
        ("websocket", "http", "ws"),
        ("http", "gopher", "http"),
    ):
        assert _passed_on("*", "10.0.0.1", "", kind, said)["scheme"] == scheme
    assert _passed_on("", "10.0.0.1", "", "http", "https")["scheme"] == "http"


def _passed_on(
    proxies: str, peer: str, header: str, kind: str = "http", scheme: str = "http"
) -> dict[str, Any]:
    """What the app is told."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, *_: Any) -> None:
        seen.update(scope)

    async def none(*_: Any) -> Any:
        raise AssertionError

    said = {"x-forwarded-for": header, "x-forwarded-proto": scheme}
    headers = [(name.encode(), value.encode()) for name, value in said.items()]
    scope = {"type": kind, "client": (peer, 4711), "headers": headers, "scheme": "http"}
    asyncio.run(ForwardedMiddleware(app, Networks(proxies, "--proxy"))(scope, none, none))
    return seen
