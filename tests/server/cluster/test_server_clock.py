"""The server's own time: nobody is charged for what the server could not do."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from cubarium.database import heartbeat as signs
from cubarium.database.database import prepared
from cubarium.database.heartbeat import Downtime
from cubarium.match.clocks import DAY
from cubarium.server.cluster import heartbeat, server_clock
from cubarium.server.cluster.server_clock import ServerClock
from tests.server.inside import Guest, Inside, serving
from tests.server.polling import asked, kinds

NEAR = 600
"""Milliseconds: so far from the truth may a clock be here."""
LONG = {"kind": "live", "base": 60}


async def begun(guest: Guest, clock: dict[str, Any] = LONG) -> str:
    """A table where the clock of seat 0 runs."""
    table = await guest.table("quixo", "me", "device", clock=clock)
    for _ in range(2):
        await move_on(guest, table)
    return table


async def move_on(guest: Guest, table: str) -> None:
    seen = await guest.look(table)
    move = {"move": seen["legal"][0], "board_revision": seen["board_revision"]}
    await guest.done(table, "move", seat=seen["turn"]["seat"], **move)


async def left(inside: Inside, table: str) -> int:
    """Milliseconds left to the seat whose clock runs, as a spectator sees it."""
    clock = (await inside.guest().look(table))["clock"]
    shown: int = clock["left"][clock["running"]]
    return shown


class Disk:
    """Between a server and its disk."""

    def __init__(self, inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
        self._writer = inside.runtime.storage.writer
        self._write = self._writer.write
        self._monkeypatch = monkeypatch

    def fill(self) -> None:
        async def full(*_: Any) -> Any:
            raise OperationalError("COMMIT", {}, OSError("database or disk is full"))

        self._monkeypatch.setattr(self._writer, "write", full)

    def make_room(self) -> None:
        self._monkeypatch.setattr(self._writer, "write", self._write)


async def beat(inside: Inside) -> None:
    clock, storage, bus = inside.runtime.clock, inside.runtime.storage, inside.runtime.bus
    await heartbeat.beat(clock, storage.writer, bus, inside.tables.look_at_clocks)


@pytest.fixture
def no_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heart beats when the test says so."""

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(heartbeat, "run", never)


@pytest.mark.usefixtures("no_beats")
async def test_a_move_does_not_hide_that_the_disk_was_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody at table B can lose on time because somebody at table A was quick afterwards."""
    async with serving(tmp_path) as inside:
        guest, disk = inside.guest(), Disk(inside, monkeypatch)
        one, other = await begun(guest), await begun(guest, {"kind": "live", "base": 1})
        disk.fill()
        await beat(inside)
        assert (await guest.get("/healthz")).status_code == 503
        await asyncio.sleep(1.3)
        assert await left(inside, other) > 1000 - NEAR
        disk.make_room()
        await move_on(guest, one)
        assert await left(inside, other) > 1000 - NEAR
        await beat(inside)
        assert (await guest.get("/healthz")).status_code == 200
        assert await left(inside, other) > 1000 - NEAR
        assert "timed_out" not in kinds(tmp_path, other)
        ((began, ended),) = asked(tmp_path, "SELECT began, ended FROM downtimes")
        assert 1300 <= ended - began < 1300 + 2 * NEAR
        for _ in range(5):
            await asyncio.sleep(0.4)
            await beat(inside)
        assert "timed_out" in kinds(tmp_path, other), "the clock runs on"


async def test_a_disk_that_stalls_is_charged_to_nobody(tmp_path: Path) -> None:
    """A move is under way while another program holds the database: its answer is waited for by
    both sides, and by everybody at other tables."""
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        one, other = await begun(guest), await begun(guest)
        with closing(sqlite3.connect(tmp_path / "cubarium.db", isolation_level=None)) as lock:
            lock.execute("BEGIN IMMEDIATE")
            moving = asyncio.ensure_future(move_on(guest, one))
            await asyncio.sleep(2)
            assert not moving.done()
            lock.execute("ROLLBACK")
        await moving
        assert await left(inside, one) > 60_000 - NEAR, "the opponent could not know of it"
        assert await left(inside, other) > 60_000 - NEAR
        await asyncio.sleep(0.9)
        assert await left(inside, one) < 60_000 - 500
        spans = asked(tmp_path, "SELECT began, ended FROM downtimes")
        assert sum(ended - began for began, ended in spans) >= 1900, "it is remembered"


async def test_a_server_that_stood_still_charges_nobody(tmp_path: Path) -> None:
    """Its timers are overdue when it goes on: nobody has lost by that."""
    async with serving(tmp_path) as inside:
        table = await begun(inside.guest(), {"kind": "live", "base": 1})
        time.sleep(2.2)
        await asyncio.sleep(0.3)
        assert "timed_out" not in kinds(tmp_path, table)
        assert await left(inside, table) > 1000 - 300 - NEAR
        await asyncio.sleep(1.5)
        assert "timed_out" in kinds(tmp_path, table), "the clock runs on"


async def test_after_a_restart_a_clock_waits_for_its_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        cookies = guest.http.cookies
        one, other = await begun(guest), await begun(guest)
    async with serving(tmp_path) as inside:
        await asyncio.sleep(1.2)
        guest = inside.guest()
        guest.http.cookies = cookies
        wire = await guest.wire()
        await wire.join(one)
        assert await left(inside, one) > 60_000 - NEAR
        await asyncio.sleep(1)
        assert 59_000 - NEAR < await left(inside, one) < 59_000 + NEAR
        assert await left(inside, other) > 60_000 - NEAR, "nobody is back"
    async with serving(tmp_path) as inside:  # who was back before is back later
        assert 59_000 - NEAR < await left(inside, one) < 59_000 + NEAR
        guest = inside.guest()
        guest.http.cookies = cookies
        await move_on(guest, other)
        spent = asked(tmp_path, "SELECT max(spent) FROM events WHERE table_id = ?", other)
        assert spent[0][0] < NEAR, "two restarts, and nothing charged for them"


async def test_nobody_is_waited_for_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_clock, "GRACE", 300)
    async with serving(tmp_path) as inside:
        table = await begun(inside.guest(), {"kind": "live", "base": 1})
    async with serving(tmp_path) as inside:
        assert await left(inside, table) > 1000 - NEAR
        await asyncio.sleep(0.8)
        assert await left(inside, table) < 1000 - 100
        began = time.monotonic()
        while "timed_out" not in kinds(tmp_path, table):
            await asyncio.sleep(0.05)
            assert time.monotonic() - began < 10


async def test_a_machine_whose_clock_was_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day ahead once, and right again: no clock stands still until that day is over."""
    monkeypatch.setattr(server_clock, "GRACE", 0)
    right = signs.wall_time
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await begun(guest)
    with monkeypatch.context() as patched:
        patched.setattr(signs, "wall_time", lambda: right() + DAY)
        async with serving(tmp_path) as inside:
            assert await left(inside, table) > 60_000 - NEAR
    async with serving(tmp_path) as inside:
        before = await left(inside, table)
        assert before > 60_000 - 2 * NEAR
        await asyncio.sleep(1)
        assert before - 1000 - NEAR < await left(inside, table) < before - 1000 + NEAR
    with monkeypatch.context() as patched:
        patched.setattr(signs, "wall_time", lambda: right() - 20 * 365 * DAY)
        async with serving(tmp_path) as inside:
            assert before - 1000 - 2 * NEAR < await left(inside, table) < before
            assert inside.runtime.clock.now() > right()


async def test_a_log_of_other_rules_is_told_and_not_folded(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await begun(guest)
    asked(tmp_path, "UPDATE tables SET rules = 7, engine_moves = 1 WHERE id = ?", table)
    async with serving(tmp_path) as inside:
        for path in ("", "/events", "/record"):
            answer = await inside.guest().get(f"/api/tables/{table}{path}")
            assert answer.status_code == 409
            error = answer.json()["error"]
            assert error["code"] == "other_rules"
            assert "version 7" in error["message"]
        assert (await inside.guest().get("/healthz")).status_code == 200
        assert table not in inside.tables.loaded


def test_a_bad_hour_is_one_downtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000
    monkeypatch.setattr(server_clock, "_monotonic", lambda: now)
    engine = prepared(tmp_path)
    clock = ServerClock()
    began = clock.now()
    with engine.begin() as connection:
        for late in (True, True, True, False, True):
            now += server_clock.LATE + 1 if late else 500
            clock.note_heartbeat(clock.beat(connection))
            clock.beat(connection)
        ended = [server_clock.LATE * 3 + 3, server_clock.LATE * 4 + 4 + 500]
        spans = [one.span for one in signs.downtimes(connection)]
        assert spans == [
            (began, began + ended[0]),
            (began + ended[0] + 500, began + ended[1]),
        ]
    engine.dispose()


def test_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late heartbeats are downtimes, and are told once."""
    now = 1_000
    monkeypatch.setattr(server_clock, "_monotonic", lambda: now)
    clock = ServerClock()

    def is_down() -> bool:
        return clock.is_down

    now += server_clock.LATE
    assert not is_down()
    assert not clock.note_heartbeat(clock.failures)
    now += server_clock.LATE + 1
    assert is_down()
    assert clock.is_healthy
    assert clock.note_heartbeat(clock.failures)
    assert not is_down()
    assert not clock.note_heartbeat(clock.failures)
    assert clock.note_failure()
    assert not clock.note_failure(), "it was failing already"
    assert is_down()
    assert clock.note_heartbeat(clock.failures)


def test_a_failure_during_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heartbeat that began before it makes it good no more."""
    now = 1_000
    monkeypatch.setattr(server_clock, "_monotonic", lambda: now)
    clock = ServerClock()
    began = clock.failures
    clock.note_failure()
    now += 100
    assert clock.note_heartbeat(began) is None
    assert clock.is_down
    assert clock.note_heartbeat(clock.failures) is not None
    assert not clock.is_down


def test_downtimes_are_known_by_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is told late hides none that has ended later. Who is away may come in all of them:
    time in which nobody could move is no time away."""
    now = 1_000_000
    monkeypatch.setattr(server_clock, "_monotonic", lambda: now)
    clock = ServerClock()
    clock._offset, clock._last, clock.process = 0, now, "one"
    late, own = Downtime(now - 120_000, now - 90_000), Downtime(now - 40_000, now - 1_000)
    table = SimpleNamespace(
        session=SimpleNamespace(clocks=SimpleNamespace(running=0, since=now - 60_000)),
        presence=SimpleNamespace(away={1: now - 100_000}),
        returns={},
    )
    assert clock.away(table) == {1: now - 100_000}  # type: ignore[arg-type]
    assert clock.note_downtimes([own])
    assert clock.note_downtimes([late, own])
    part = Downtime(own.began, own.ended - 1_000)
    assert not clock.note_downtimes([late, part, own]), "all of that is known"
    assert clock.uncharged(table) == [own.span]  # type: ignore[arg-type]
    assert clock.away(table) == {1: now - 100_000 + 39_000 + 10_000}  # type: ignore[arg-type]
    settled = [clock.is_settled]
    now += server_clock.SETTLING
    assert [*settled, clock.is_settled] == [False, True]
    table.presence.away = {}
    assert clock.away(table) == {}  # type: ignore[arg-type]
