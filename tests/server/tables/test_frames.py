"""What comes over the WebSocket and should not: a clear refusal, and nobody else suffers."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from cubarium.server.tables import sockets
from tests.server.inside import Guest, Inside, Wire, serving, settled
from tests.server.processes import Served

FRAME = 64 * 1024


async def watched(inside: Inside) -> tuple[str, Guest, Wire]:
    """A table for two people on one device, and a socket that watches it."""
    guest = inside.guest()
    table = await guest.table("quixo", "me", "device")
    wire = await guest.wire()
    await wire.join(table, view=0)
    return table, guest, wire


async def test_frames_that_can_not_be_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, _, wire = await watched(inside)
        frames: list[str | bytes] = [
            "",
            " ",
            "\x00",
            "null",
            "[]",
            "{}",
            "{",
            '"join"',
            "1e999",
            "nan",
            "[" * 10_000,
            '{"type": {"type": "join"}}',
            '{"type": "dance"}',
            '{"type": "join"}',
            '{"type": "join", "table": "../../etc/passwd"}',
            '{"type": "join", "table": "x\\n"}',
            '{"type": "join", "table": "\\ud800"}',
            '{"type": "join", "table": "x", "last": -1}',
            '{"type": "join", "table": "x", "view": 8}',
            '{"type": "join", "table": "x", "view": "0x0"}',
            '{"type": "join", "table": "x", "extra": 1}',
            f'{{"type": "join", "table": "x", "last": {"9" * 5000}}}',
            '{"type": "command", "table": "x"}',
            '{"type": "command", "table": "x", "command": {"type": "fly", "id": "1"}}',
            '{"type": "command", "table": "x", "command": {"type": "resign"}}',
            '{"type": "command", "table": "x", "command": {"type": "resign", "id": ""}}',
            '{"type": "command", "table": "x", "command": {"type": "resign", "id": "I"}}'.replace(
                "I", "i" * 65
            ),
            '{"type": "command", "table": "x", "command": {"type": "resign", "id": "\\ud800"}}',
            '{"type": "pong", "number": "one"}',
            '{"type": "ack"}',
            b"",
            b"\xff\xfe",
            b'{"type": "pong", "number": 1}',
        ]
        for frame in frames:
            wire.put(frame)
            refused = await wire.kind("error")
            code = "not_text" if isinstance(frame, bytes) else "invalid_message"
            assert refused["error"]["code"] == code, frame
            assert refused["error"]["message"]
            assert refused["update"] is None
        assert (await wire.command(table, "resign", seat=0))["type"] == "ack"


async def test_frames_out_of_order(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "device")
        wire = await guest.wire()
        assert (await wire.command(table, "resign"))["error"]["code"] == "not_joined"
        assert (await wire.command("nowhere", "resign"))["error"]["code"] == "not_joined"
        assert (await wire.join("nowhere"))["error"]["code"] == "no_such_table"
        assert (await wire.join(table, view=3))["error"]["code"] == "not_your_seat"
        assert (await wire.command(table, "resign"))["error"]["code"] == "not_joined"
        wire.send(type="leave", table=table)
        wire.send(type="leave", table="nowhere")
        for number in (0, -1, 7, 10**40):
            wire.send(type="pong", number=number)
        await wire.join(table, view=0)
        refused = await wire.command(table, "move", board_revision=5, move="a1a5")
        assert refused["error"]["code"] == "stale"
        assert refused["update"]["board_revision"] == 0
        assert refused["update"]["you"]["view"] == 0
        assert (await wire.join(table, view=7))["type"] == "error"
        assert (await wire.command(table, "resign", seat=1))["type"] == "ack", "it still watches"
        wire.send(type="leave", table=table)
        assert (await wire.command(table, "rematch"))["error"]["code"] == "not_joined"


async def test_floods_are_read_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "RATE", (100.0, 20.0))
    async with serving(tmp_path) as inside:
        table, guest, wire = await watched(inside)
        other = await guest.wire()
        await other.join(table, view=1)
        since = time.monotonic()
        for _ in range(60):
            wire.put("{}")
        assert (await other.command(table, "say", seat=1, text="quick"))["type"] == "ack"
        assert time.monotonic() - since < 0.3, "others are heard at once"
        for _ in range(60):
            await wire.kind("error")
        assert time.monotonic() - since > 0.3, "60 frames at 100 a second, 20 at once"
        assert wire.code is None


async def test_thousands_of_joins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "RATE", (1e6, 1e6))
    monkeypatch.setattr(sockets, "MOST_TABLES", 3)
    async with serving(tmp_path) as inside:
        table, guest, wire = await watched(inside)
        other = await guest.wire()
        await other.join(table, view=1)
        for number in range(1000):
            wire.send(type="join", table=table, view=number % 2, scenes=False)
            if number % 100 == 0:
                await settled()
                while wire._inbox.qsize():
                    await asyncio.sleep(0)
        await wire.join(table, view=0)
        assert len(inside.known(table).presence.subscribers) == 2, "a socket watches a table once"
        assert (await other.command(table, "say", seat=1, text="here"))["type"] == "ack"
        more = [await guest.table("quixo", "me", "device") for _ in range(3)]
        answers = [await wire.join(one) for one in more]
        assert [answer["type"] for answer in answers] == ["joined", "joined", "error"]
        assert answers[-1]["error"]["code"] == "too_many_tables"
        assert (await wire.join(table))["type"] == "joined", "one that is watched is no more"


async def test_a_socket_that_closes_in_the_middle_of_a_command(tmp_path: Path) -> None:
    """The command is whole or was never made; the others hear of it."""
    async with serving(tmp_path) as inside:
        table, guest, wire = await watched(inside)
        legal = (await guest.look(table))["legal"]
        done = asyncio.Event()
        real = inside.runtime.storage.write

        async def slowly(change: Any, table: str = "", entries: Any = ()) -> Any:
            done.set()
            await asyncio.sleep(0.1)
            return await real(change, table, entries)

        inside.runtime.storage.write = slowly  # type: ignore[method-assign]
        gone = await guest.wire()
        await gone.join(table, view=1)
        command = {"type": "move", "id": "last", "board_revision": 0, "move": legal[0], "seat": 0}
        gone.send(type="command", table=table, command=command)
        await asyncio.wait_for(done.wait(), 5)
        gone.leave()
        await gone.closed()
        told = await wire.kind("update")
        assert told["board_revision"] == 1
        inside.runtime.storage.write = real  # type: ignore[method-assign]
        await settled()
        assert len(inside.known(table).presence.subscribers) == 1
        again = await guest.wire()
        await again.join(table, view=1)
        again.send(type="command", table=table, command=command)
        assert (await again.kind("ack"))["revision"] == told["revision"]


async def test_the_last_words_of_somebody_who_leaves_are_heard(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, guest, wire = await watched(inside)
        wire.gone = True
        wire.send(type="join", table=table, view=0)
        await settled()
        for seat in (0, 1):
            command = {"type": "say", "id": f"{seat}", "seat": seat, "text": "bye"}
            wire.send(type="command", table=table, command=command)
        wire.leave()
        await wire.closed()
        assert len((await guest.look(table))["chat"]) == 2


# a real server


@asynccontextmanager
async def _at(served: Served, table: str, cookies: str) -> AsyncIterator[ClientConnection]:
    headers = {"cookie": cookies}
    async with connect(served.socket_url, additional_headers=headers, max_size=None) as wire:
        await wire.send(json.dumps({"type": "join", "table": table, "view": 0}))
        assert json.loads(await wire.recv())["since"] is None
        yield wire


async def _command(wire: ClientConnection, table: str, **command: Any) -> dict[str, Any]:
    await wire.send(json.dumps({"type": "command", "table": table, "command": command}))
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), 10))
        if message.get("id") == command["id"]:
            return message


def _half_open(served: Served, text: bytes) -> socket.socket:
    """Somebody who begins to speak and falls silent."""
    made = socket.create_connection(("127.0.0.1", served.port))
    made.sendall(text)
    return made


HELLO = (
    b"GET /ws?protocol=2 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def test_rough_clients_of_a_real_server(tmp_path: Path) -> None:
    async def main(served: Served) -> None:
        async with httpx.AsyncClient(base_url=served.url) as http:
            seats = {"game": "quixo", "seats": ["me", "device"]}
            made = (await http.post("/api/tables", json=seats)).json()
            cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            table = made["update"]["table"]
            silent = [_half_open(served, text) for text in (b"", b"GET /ws HTTP/1.1\r\n", HELLO)]
            silent.append(_half_open(served, HELLO + b"\x81\xfe\x10\x00abcd"))
            broken = _half_open(served, HELLO + b"\xff\xff\xff\xff\xff")
            unread = _half_open(served, HELLO)
            _flood(unread, table)
            async with _at(served, table, cookies) as wire:
                await _too_much(served, table, cookies)
                for frame in (b"\x00\xff", "x" * (FRAME - 100)):
                    await wire.send(frame)
                    assert json.loads(await wire.recv())["type"] in ("error", "presence")
                since = time.monotonic()
                legal = made["update"]["state"]["legal"]
                move = {"type": "move", "id": "1", "board_revision": 0, "move": legal[0]}
                assert (await _command(wire, table, **move))["type"] == "ack"
                assert time.monotonic() - since < 5
            assert (await http.get("/healthz")).json()["ok"]
            for one in (*silent, broken, unread):
                one.close()
            assert (await http.get(f"/api/tables/{table}")).json()["state"]["board_revision"] == 1

    with Served(tmp_path) as served:
        asyncio.run(main(served))
        served.stop()
    told = "".join(served.errors)
    assert "Traceback" not in told
    assert '"level": "error"' not in told, told


def _flood(unread: socket.socket, table: str) -> None:
    """Ask for a table again and again, and read nothing of it."""
    ask = json.dumps({"type": "join", "table": table}).encode()
    mask = b"\x00\x00\x00\x00"
    frame = bytes([0x81, 0x80 | len(ask)]) + mask + ask
    unread.settimeout(0.2)
    with suppress(TimeoutError):  # it is read slowly, if at all
        unread.sendall(frame * 400)


async def _too_much(served: Served, table: str, cookies: str) -> None:
    """One byte more than a frame may have closes the connection, with the reason."""
    async with _at(served, table, cookies) as wire:
        await wire.send("x" * (FRAME + 1))
        await asyncio.wait_for(wire.wait_closed(), 10)
        assert wire.close_code == 1009
