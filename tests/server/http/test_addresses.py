"""Where people nearby can open the page, and who is told."""

import socket
from pathlib import Path
from typing import Any

import pytest

from cubarium.server.process import addresses
from tests.server.inside import serving

NEARBY = "http://192.168.1.20:8787"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("localhost:8787", True),
        ("127.0.0.1:8787", True),
        ("[::1]:8787", True),
        ("192.168.1.20:8787", False),
        ("games.example", False),
        ("127.0.0.1.games.example", False),
    ],
)
async def test_only_on_its_own_machine(tmp_path: Path, host: str, own: bool) -> None:  # noqa: FBT001
    async with serving(tmp_path, addresses=(NEARBY,), hosts=("*",)) as inside:
        answer = await inside.guest(host=host).get("/api/addresses")
        assert answer.json()["addresses"] == ([NEARBY] if own else [])


async def test_not_from_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever they call it."""
    async with serving(tmp_path, addresses=(NEARBY,)) as inside:
        guest = inside.guest(host="127.0.0.1")
        transport: Any = guest.http._transport
        monkeypatch.setattr(transport, "client", ("192.168.1.30", 1))
        told = (await guest.get("/api/addresses")).json()
        assert told == {"addresses": [], "command": "cubarium serve --lan"}


def test_what_can_be_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "local_hosts", lambda: ["192.168.1.20", "10.0.0.2"])
    assert addresses.shareable("127.0.0.1", 1) == ()
    assert addresses.shareable("localhost", 1) == ()
    assert addresses.shareable("::1", 1) == ()
    both = ("http://192.168.1.20:1", "http://10.0.0.2:1")
    assert addresses.shareable("0.0.0.0", 1) == both
    assert addresses.shareable("::", 1) == both
    assert addresses.shareable("192.168.1.20", 1) == both[:1]
    assert addresses.shareable("fe80::1", 1) == ("http://[fe80::1]:1",)
    assert [addresses.own_host(host) for host in ("0.0.0.0", "::", "10.0.0.2")] == [
        "127.0.0.1",
        "::1",
        "10.0.0.2",
    ]


def test_a_machine_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object) -> None:
        raise OSError("Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    assert addresses.local_hosts() == []


def test_a_machine_that_knows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    known = [(0, 0, 0, "", (host, 0)) for host in ("127.0.1.1", "192.168.1.20", "192.168.1.20")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: known)
    assert addresses.local_hosts()[-1] == "192.168.1.20"
    assert "127.0.1.1" not in addresses.local_hosts()
