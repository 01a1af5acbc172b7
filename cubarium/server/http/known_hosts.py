"""The names that a server may be called by. A page of another site may let its own name point here
(DNS rebinding): its requests would pass for those of our page, but they carry that name."""

from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

from cubarium.server.process.addresses import is_loopback, local_names

ANY: Final = "*"
LOOPBACK: Final = ".localhost"
"""Browsers take every name that ends so for this machine."""


class KnownHosts:
    """The names that were listed, and this machine's loopback addresses. If none was listed: the
    names of this machine, where the server listens, and every address that is a number, since only
    a name can be pointed elsewhere."""

    def __init__(self, listed: Iterable[str] = (), listens_at: str = "") -> None:
        names = frozenset(name.lower() for name in listed)
        self._is_any = ANY in names
        self._takes_addresses = not names
        self._names = names or {*local_names(), listens_at.lower()} - {""}

    def __contains__(self, header: object) -> bool:
        """Is it a `Host` header that names this server?"""
        if self._is_any:
            return True
        host = str(header).rpartition("@")[2].lower()
        if not host.endswith("]"):
            name, colon, port = host.rpartition(":")
            host = name if colon and port.isdigit() else host
        if host in self._names or is_loopback(host):
            return True
        return self._takes_addresses and (host.endswith(LOOPBACK) or _is_address(host))


def _is_address(host: str) -> bool:
    try:
        ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
