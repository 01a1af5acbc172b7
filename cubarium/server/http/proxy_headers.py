"""Who asks through a proxy: what a trusted one says in its headers, as far as it can be true."""

from collections.abc import Container
from ipaddress import IPv6Address, ip_address
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

ADDRESS: Final = "x-forwarded-for"
SCHEME: Final = "x-forwarded-proto"
SECURE: Final = {"http": False, "ws": False, "https": True, "wss": True}
UNKNOWN: Final = "cubarium.unknown"
"""Under this name a scope says that a proxy speaks for an address that it does not tell."""


class ForwardedMiddleware:
    """Believes the headers of trusted proxies. What is no address, or one that can't be elsewhere,
    counts as the proxy's own; but it has none of the rights of this machine."""

    def __init__(self, app: ASGIApp, trusted: Container[str]) -> None:
        self._app = app
        self._trusted = trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        proxy = (scope.get("client") or ("", 0))[0]
        if scope["type"] in ("http", "websocket") and proxy in self._trusted:
            headers = Headers(scope=scope)
            secure = SECURE.get(headers.get(SCHEME, "").strip().lower())
            if secure is not None:
                kind = "http" if scope["type"] == "http" else "ws"
                scope["scheme"] = f"{kind}s" if secure else kind
            if ADDRESS in headers:
                found = self._asker(", ".join(headers.getlist(ADDRESS)))
                scope["client"] = (found or proxy, 0)
                scope[UNKNOWN] = found is None
        await self._app(scope, receive, send)

    def _asker(self, listed: str) -> str | None:
        """The last address that is no trusted proxy, since each proxy appends whom it speaks for;
        the first one where all are trusted. None: there is no such address."""
        found = None
        for text in reversed(listed.split(",")):
            found = _address(text.strip())
            if found is None or found not in self._trusted:
                break
        return found


def _address(text: str) -> str | None:
    """An address of another machine, with or without a port; None: it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return None if found.is_loopback or found.is_unspecified else str(found)


def address_for_rights(connection: HTTPConnection) -> str:
    """The address that asks, where rights depend on it; empty: it is not known."""
    if connection.client is None or connection.scope.get(UNKNOWN):
        return ""
    return connection.client.host
