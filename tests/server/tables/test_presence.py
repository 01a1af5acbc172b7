"""Who is there: told soon, told seldom, and never twice; who is not there any more is let go."""

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from cubarium.server.tables import presence_tracker, sockets
from tests.server.inside import Wire, serving, settled
from tests.server.polling import wait_for
from tests.server.processes import Served

HELLO = (
    b"GET /ws?protocol=2 HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


async def test_a_crowd_is_told_of_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """n people who come at once are no n * n messages."""
    monkeypatch.setattr(presence_tracker, "PERIOD_SECONDS", 0.5)
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        player = await guest.wire()
        await player.join(table)
        await asyncio.sleep(0.6)
        crowd = [await inside.guest().wire() for _ in range(40)]
        for one in crowd:
            one.send(type="join", table=table, scenes=False)
        await player.next(lambda told: told.get("spectators") == 40)
        told = sum(len(one.messages("presence")) for one in (player, *crowd))
        assert told < 41 * 5, "one by one it would be 820"
        assert len(player.messages("presence")) < 5
        for one in crowd:
            one.leave()
        await player.next(lambda told: told.get("spectators") == 0)
        assert len(player.messages("presence")) < 10


async def test_a_join_that_changes_nothing_tells_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_tracker, "PERIOD_SECONDS", 0.0)
    monkeypatch.setattr(sockets, "RATE", (1e6, 1e6))
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        player, watcher = await guest.wire(), await inside.guest().wire()
        await player.join(table)
        await watcher.join(table)
        await player.kind("presence")
        for number in range(20):
            await watcher.join(table, scenes=bool(number % 2))
            await settled()
        assert len(player.messages("presence")) == 1
        assert len(watcher.messages("presence")) == 0, "a join is answered with all there is"


async def test_joins_are_dearer_than_other_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "RATE", (1.0, 10.0))
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        wire = await guest.wire()
        for _ in range(3):
            wire.send(type="join", table=table)
        for _ in range(2):
            await wire.kind("update", "joined")
        await settled()
        assert len(wire.messages("update", "joined")) == 2, "four each, of ten"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PING", 0.05)
    monkeypatch.setattr(sockets, "SILENCE", 0.4)
    monkeypatch.setattr(sockets, "PARTING", 0.05)


@pytest.mark.usefixtures("hasty")
async def test_who_answers_no_ping_is_let_go(tmp_path: Path) -> None:
    async def answer(wire: Wire) -> None:
        while True:
            ping = await wire.kind("ping")
            wire.send(type="pong", number=ping["number"])

    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        here, gone = await guest.wire(), await inside.guest().wire()
        answering = asyncio.create_task(answer(here))
        await gone.join(table)
        assert await gone.closed() == sockets.NO_PONG
        assert inside.known(table).presence.spectators() == 0
        await asyncio.wait_for(gone.aborted.wait(), 5)
        await asyncio.sleep(0.5)
        assert here.code is None
        assert len(inside.app.services.sockets) == 1
        text = inside.app.services.metrics.text().decode()
        assert 'cubarium_limits_total{limit="no_pong"} 1.0' in text
        answering.cancel()


async def test_each_socket_is_pinged_in_its_own_phase(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        for _ in range(30):
            await guest.wire()
        loop = asyncio.get_running_loop()
        timers = [one._timer for one in inside.app.services.sockets]
        left = sorted(timer.when() - loop.time() for timer in timers if timer is not None)
        assert len(left) == 30
        assert left[-1] <= sockets.PING
        assert left[-1] - left[0] > sockets.PING / 4, "not all of them at the same time"


def test_files_of_those_who_were_let_go_are_closed(tmp_path: Path) -> None:
    """A client that says nothing, reads nothing and never hangs up costs nothing in the end."""
    (tmp_path / "hasty.py").write_text(
        "from cubarium.server.tables import sockets as s\n"
        "s.PING, s.SILENCE, s.PARTING = 0.1, 0.5, 0.1\n"
        "from cubarium.cli.main import main\nif __name__ == '__main__':\n    main()\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{tmp_path}:.")
        with Served(tmp_path / "data", module="hasty") as served, ExitStack() as stack:

            def open_files() -> int:
                return len(list(Path(f"/proc/{served.pid}/fd").iterdir()))

            httpx.get(f"{served.url}/healthz")
            before = open_files()
            for _ in range(10):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", served.port)))
                one.sendall(HELLO)
                assert b" 101 " in one.recv(4096)
            assert open_files() >= before + 9
            wait_for(lambda: open_files() <= before + 1)
            assert "cubarium_sockets 0.0" in httpx.get(f"{served.url}/metrics").text
