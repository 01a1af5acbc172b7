"""Connections of a real server before they are requests: heads without end, heads that never end,
too many from one address. Everything stays on this machine."""

import resource
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from cubarium.core.errors import CubariumError
from cubarium.server.http import connections
from cubarium.server.http.connections import (
    HEAD_BYTES,
    HEAD_LINES,
    KERNEL_BYTES,
    Connections,
    Networks,
)
from cubarium.server.process.limit_log import LimitLog
from cubarium.server.process.metrics import Metrics
from cubarium.server.process.rate_limits import network_of
from cubarium.server.tables.outbox import MOST_BYTES
from tests.server.clients import new_table
from tests.server.polling import wait_for
from tests.server.processes import Served
from tests.server.readers import say

LIMITED = ("--rate", "1000", "--proxy", "")
"""Nobody speaks for others, so that this machine is an address like any other."""


def _opened(served: Served) -> socket.socket:
    made = socket.create_connection(("127.0.0.1", served.port))
    made.settimeout(20)
    return made


def _answer(one: socket.socket) -> bytes:
    """All that comes until the other side hangs up."""
    found = b""
    while piece := _received(one):
        found += piece
    return found


def _received(one: socket.socket) -> bytes:
    try:
        return one.recv(65536)
    except ConnectionError:
        return b""


def _metric(served: Served, name: str) -> float:
    text = httpx.get(f"{served.url}/metrics").text
    found = [line for line in text.splitlines() if line.startswith(name)]
    return float(found[0].split()[-1]) if found else 0.0


def _memory(served: Served) -> int:
    """Megabytes."""
    text = Path(f"/proc/{served.pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) // 1024


def test_a_head_has_bounds(tmp_path: Path) -> None:
    """Many small headers, one long header and a long address, sent for as long as anybody reads:
    no more than a little of it is ever kept."""
    line = b"X-A: b\r\n"
    heads = {
        "many": (b"GET / HTTP/1.1\r\n", line * 1000),
        "long": (b"GET / HTTP/1.1\r\nX-A: ", b"b" * 8000),
        "address": (b"GET /", b"a" * 8000),
    }
    with Served(tmp_path, *LIMITED, covered=True) as served:
        before = _memory(served)
        for begin, piece in heads.values():
            with _opened(served) as one:
                one.sendall(begin)
                sent = 0
                try:
                    while sent < 40_000_000:
                        one.sendall(piece)
                        sent += len(piece)
                except OSError:
                    pass
                assert sent < 8_000_000, "the server has hung up"
        with _opened(served) as one:
            one.sendall(b"GET / HTTP/1.1\r\n" + line * (HEAD_LINES + 1) + b"\r\n")
            assert _answer(one).startswith(b"HTTP/1.1 431 ")
        with _opened(served) as one:
            one.sendall(b"GET / HTTP/1.1\r\nX-A: " + b"b" * HEAD_BYTES + b"\r\n\r\n")
            told = _answer(one)
            assert told.startswith(b"HTTP/1.1 431 ")
            assert b'"code":"too_large"' in told
        with _opened(served) as one:
            one.sendall(b"GET /healthz HTTP/1.1\r\n\r\n" * 5000)
            assert _answer(one).count(b"HTTP/1.1 200 OK") <= connections.MOST_PIPELINED + 1
        with _opened(served) as one:
            one.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n")
            assert _answer(one).startswith(b"HTTP/1.1 400 ")
        assert _memory(served) - before < 60
        assert httpx.get(f"{served.url}/healthz").json()["ok"]
        assert _metric(served, 'cubarium_limits_total{limit="request_head"}') >= 3
        told_lines = [line for line in served.errors if "a limit was hit" in line]
        assert len([line for line in told_lines if "request_head" in line]) == 1, "once a minute"
        assert "127.0.0.1" in told_lines[0]
        assert served.stop() == 0


def test_heads_that_never_end_are_hung_up_on(tmp_path: Path) -> None:
    slow = (
        "from cubarium.server.http import connections as c; c.HEAD_SECONDS = c.BODY_SECONDS = 0.7"
    )
    (tmp_path / "hasty.py").write_text(
        f"{slow}\nfrom cubarium.cli.main import main\nif __name__ == '__main__':\n    main()\n"
    )
    begun = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    texts = (
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n",
        b"\r\n",
        begun + b"Content-Length: 9\r\n\r\n{",
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{tmp_path}:.")
        with (
            Served(tmp_path / "data", *LIMITED, module="hasty", covered=True) as served,
            ExitStack() as stack,
        ):
            silent = [stack.enter_context(_opened(served)) for _ in texts]
            for one, text in zip(silent, texts, strict=True):
                one.sendall(text)
            told = [_answer(one) for one in silent]
            assert [answer[:13] for answer in told] == [b"HTTP/1.1 408 "] * 3 + [b""]
            with _opened(served) as one:  # a byte now and then is no reason to wait for ever
                since = time.monotonic()
                one.sendall(b"GET / HTTP/1.1\r\n")
                try:
                    while time.monotonic() - since < 10:
                        one.sendall(b"X")
                        time.sleep(0.1)
                except OSError:
                    pass
                assert time.monotonic() - since < 10
            assert _metric(served, 'cubarium_limits_total{limit="request_time"}') >= 5
            assert httpx.get(f"{served.url}/healthz").json()["ok"]
            assert served.stop() == 0


def test_one_address_does_not_shut_out_the_others(tmp_path: Path) -> None:
    with (
        Served(tmp_path, *LIMITED, "--connections", "20") as served,
        ExitStack() as stack,
    ):
        full = [stack.enter_context(_opened(served)) for _ in range(20)]
        wait_for(lambda: _refused(served))
        other = socket.create_connection(
            ("127.0.0.1", served.port), source_address=("127.0.0.2", 0)
        )
        with other:
            other.settimeout(20)
            other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert _answer(other).startswith(b"HTTP/1.1 200 OK")
        full.pop().close()
        wait_for(lambda: not _refused(served))
        full.pop().close()
        wait_for(lambda: _metric(served, "cubarium_connections") <= 20)
        assert _metric(served, 'cubarium_limits_total{limit="connections_of_address"}') >= 1


def _refused(served: Served) -> bool:
    with _opened(served) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        told = _answer(one)
    assert told.startswith((b"HTTP/1.1 429 ", b"HTTP/1.1 200 ")), told
    return b"too_many_connections" in told


HELLO = (
    b"GET /ws?protocol=2 HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


def test_sockets_are_counted_until_they_are_gone(tmp_path: Path) -> None:
    with Served(tmp_path, *LIMITED, "--connections", "4", covered=True) as served:
        for _ in range(3):
            with ExitStack() as stack:
                for _ in range(4):
                    one = stack.enter_context(_opened(served))
                    one.sendall(HELLO + b"\r\n")
                    assert b" 101 " in _received(one)
                assert _refused(served)
            wait_for(lambda: not _refused(served))
        assert served.stop() == 0


def test_the_kernel_keeps_little_for_a_client_that_reads_nothing(tmp_path: Path) -> None:
    """What waits there is neither shared nor ever out of date."""

    def kept() -> int:
        """Bytes that the kernel holds for it, as Linux tells it."""
        here, there = (f":{port:04X}" for port in (served.port, unread.getsockname()[1]))
        lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
        (found,) = [one for one in lines if one[1].endswith(here) and one[2].endswith(there)]
        return int(found[4].partition(":")[0], 16)

    with Served(tmp_path) as served, socket.socket() as unread:
        with httpx.Client(base_url=served.url) as http:
            table, _ = new_table(http, game="cubeo", seats=["me", "device"])
            size = len(http.get(f"/api/tables/{table}?scenes=true").content)
        unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        unread.connect(("127.0.0.1", served.port))
        unread.sendall(HELLO + b"\r\n")
        assert b" 101 " in _received(unread)
        say(unread, type="join", table=table)
        for number in range(MOST_BYTES // size):  # each answer tells how the table stands
            refused = {"type": "resign", "id": f"{number}"}
            say(unread, type="command", table=table, command=refused)
        wait_for(lambda: _metric(served, "cubarium_outbox_bytes ") > 0)
        assert 0 < kept() < 2 * KERNEL_BYTES


def test_behind_a_proxy_people_are_counted(tmp_path: Path) -> None:
    """The proxy may have any number of connections; whoever is behind it may not."""

    def opened(whom: bytes) -> tuple[socket.socket, bytes]:
        one = _opened(served)
        one.sendall(HELLO + b"X-Forwarded-For: " + whom + b"\r\n\r\n")
        return one, _received(one)

    with (
        Served(tmp_path, "--rate", "1000", "--connections", "3") as served,
        ExitStack() as stack,
    ):
        for _ in range(3):
            one, told = opened(b"203.0.113.5")
            stack.enter_context(one)
            assert b" 101 " in told
        one, told = opened(b"203.0.113.5")
        with one:
            assert told.startswith(b"HTTP/1.1 429 ")
            assert b"too_many_connections" in told + _answer(one)
        one, told = opened(b"203.0.113.6")
        with one:
            assert b" 101 " in told


def test_the_limit_of_files_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"now": (1024, 4096)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.update(now=new))
    assert connections.raise_file_limit() == 4096
    assert limits["now"] == (4096, 4096)
    limits["now"] = (1024, resource.RLIM_INFINITY)
    assert connections.raise_file_limit() == connections.MOST_FILES
    limits["now"] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert connections.raise_file_limit() == connections.MOST_FILES
    assert limits["now"] == (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


def test_counting() -> None:
    limits = LimitLog(Metrics())
    counted = Connections(limits, 2, 100, Networks("10.0.0.0/8", "--proxy"))
    assert [counted.enter("2001:db8::1") is None, counted.enter("2001:db8::ffff:1") is None] == [
        True,
        True,
    ]
    refused = counted.enter("2001:db8::3")
    assert refused is not None
    assert refused.status == 429
    assert counted.enter("2001:db8:0:1::") is None, "another network"
    for _ in range(5):
        assert counted.enter("10.1.2.3") is None, "a proxy speaks for many"
    counted.leave("2001:db8::1")
    assert counted.enter("2001:db8::3") is None
    full = Connections(limits, 0, 3)
    assert [full.enter("::1") is None for _ in range(4)] == [True, True, True, False]


def test_networks() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("") == ""
    assert "1.2.3.4" in Networks("*", "--proxy")
    assert "unix" in Networks("*", "--proxy")
    assert "1.2.3.4" not in Networks("", "--proxy")
    assert "unix" not in Networks("1.2.3.4", "--proxy")
    with pytest.raises(CubariumError, match="--proxy"):
        Networks("nowhere", "--proxy")


def test_a_proxy_that_is_no_address(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cubarium", "serve", "--data", str(tmp_path), "--port", "0"]
    told = subprocess.run(
        [*command, "--proxy", "nowhere"], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 2
    assert "--proxy" in told.stderr
    assert "Traceback" not in told.stderr
