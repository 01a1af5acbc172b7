"""By which names a server may be called: a page of another site may point its own name here."""

import socket
from pathlib import Path

import httpx
import pytest

from cubarium.server.http.known_hosts import KnownHosts
from cubarium.server.process import addresses
from tests.server.inside import serving
from tests.server.processes import Served

HELLO = (
    "GET /ws?protocol=2 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
REBOUND = ("evil.test", "evil.test:8787", "127.0.0.1.evil.test", "0x7f.1", "192.0.2.1.", "")


async def test_those_that_are_listed_and_no_others(tmp_path: Path) -> None:
    async with serving(tmp_path, hosts=("games.example.org", "table.test")) as inside:
        guest = inside.guest()
        for host in ("games.example.org", "GAMES.example.org:8443", "127.0.0.1:8787", "[::1]:80"):
            assert (await guest.get("/api/games", headers={"host": host})).status_code == 200
            assert (await guest.wire(host=host)).code is None
        for host in ("games.example.org.evil.test", "10.0.0.1", socket.gethostname(), *REBOUND):
            answer = await guest.get("/api/games", headers={"host": host})
            assert (answer.status_code, answer.json()["error"]["code"]) == (421, "unknown_host")
            assert "--allow-host" in answer.json()["error"]["message"]
            assert (await guest.wire(host=host)).code == 1008


@pytest.mark.parametrize("options", [(), ("--lan",), ("--host", "0.0.0.0")])
def test_a_page_that_rebinds_a_name_gets_nothing(options: tuple[str, ...], tmp_path: Path) -> None:
    """Nothing is said about hosts, and all the same nothing is answered and no socket opens."""
    with Served(tmp_path, *options) as served:
        for host in REBOUND:
            own = {"Host": host, "Origin": f"http://{host}"}
            answer = httpx.post(f"{served.url}/api/tables", headers=own, json={"game": "quixo"})
            assert answer.status_code == 421
            assert _opened(served, host) == 421
        for host in (f"localhost:{served.port}", socket.gethostname(), *addresses.local_hosts()):
            assert httpx.get(f"{served.url}/api/games", headers={"Host": host}).is_success
            assert _opened(served, host) == 101


def _opened(served: Served, host: str) -> int:
    """The status that a page of this host is told where it opens a socket."""
    head = HELLO.format(host=host)
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as one:
        one.sendall(head.encode())
        return int(one.recv(4096).split()[1])


def test_this_machine_has_names_and_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Library-3.school.example")
    own = KnownHosts(listens_at="Games.internal")
    for host in ("library-3", "LIBRARY-3.local:8787", "library-3.school.example", "games.internal"):
        assert host in own
    for host in ("192.168.1.20:8787", "[2001:db8::7]:8787", "[::1]", "localhost", "a.localhost:1"):
        assert host in own
    for host in ("library-4", "school.example", "library-3.evil.test", "localhost.evil.test"):
        assert host not in own
    for host in REBOUND:
        assert host not in own
        assert host in KnownHosts(["*"])
