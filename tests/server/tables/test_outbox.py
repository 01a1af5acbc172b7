"""What waits for a client has a bound in bytes; a slow one gets a snapshot, and goes on."""

import asyncio
import tracemalloc
from pathlib import Path
from sys import getsizeof

import pytest

from cubarium.server.tables import outbox, sockets
from cubarium.server.tables.outbox import Outbox, OutboxFull
from cubarium.tables import broadcast
from tests.server.inside import Guest, Inside, Message, Wire, serving, settled


def snapshot(table: str) -> str | None:
    return None if table == "gone" else f"all of {table}"


async def taken(waiting: Outbox) -> list[str]:
    """Everything that waits."""
    found = []
    while not waiting.is_empty:
        found.append(await asyncio.wait_for(waiting.take(snapshot), 1))
    return found


async def test_what_is_out_of_date_is_dropped() -> None:
    waiting = Outbox()
    waiting.put("a")
    for number in range(50):
        waiting.put(f"presence {number}", topic="presence")
    waiting.put("b")
    assert waiting.size == sum(map(getsizeof, ("a", "presence 49", "b")))
    assert await taken(waiting) == ["a", "presence 49", "b"]
    assert waiting.size == 0
    late = asyncio.ensure_future(waiting.take(snapshot))
    await settled()
    assert not late.done()
    waiting.put("presence", " 50", topic="presence")
    assert await late == "presence 50", "parts are put together"


async def test_a_snapshot_takes_the_place_of_what_waits_for_a_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 10 * getsizeof("ping 0"))
    waiting = Outbox()
    waiting.put("ack 1")
    fell = [waiting.put(f"x up {at}", topic="x" if at == 1 else "", table="x") for at in range(4)]
    fell += [waiting.put(f"y up {at}", table="y") for at in range(9)]
    assert sum(fell) == 1, "it falls behind once"
    before = waiting.size
    for at in range(100):
        waiting.put(f"x up {at}", table="x")
        waiting.put(f"ping {at % 10}", topic="ping")
    assert waiting.size == before + getsizeof("ping 9"), (
        "nothing waits for what snapshots will tell"
    )
    waiting.put("ack 2")
    waiting.put("z up 1", table="z")
    told = await taken(waiting)
    assert told == ["ack 1", "ping 9", "ack 2", "z up 1", "all of x", "all of y"]
    waiting.put("x up 101", table="x")
    assert await taken(waiting) == ["x up 101"], "from then on it is told all again"


async def test_what_no_snapshot_would_tell_is_never_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 3 * getsizeof("ack 0"))
    waiting = Outbox()
    waiting.put("up 1", table="x")
    for at in range(3):
        waiting.put(f"ack {at}")
    with pytest.raises(OutboxFull):
        waiting.put("ack 3")
    assert await taken(waiting) == ["ack 0", "ack 1", "ack 2", "all of x"]


async def test_a_table_that_is_watched_no_longer_has_no_snapshot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 1)
    waiting = Outbox()
    for table in ("gone", "x"):
        assert waiting.put("up", table=table)
    assert await taken(waiting) == ["all of x"]


# through sockets


async def playing(inside: Inside, game: str = "quixo") -> tuple[str, Guest, Wire]:
    """A table for two people on one device, and a socket that plays there."""
    guest = inside.guest()
    table = await guest.table(game, "me", "device", spectator_chat=True)
    wire = await guest.wire()
    await wire.join(table, scenes=False)
    return table, guest, wire


def metrics(inside: Inside) -> str:
    return inside.app.services.metrics.text().decode()


async def move(wire: Wire, table: str, now: Message) -> Message:
    """One move, for the seat whose turn it is; how the table stands then."""
    wanted = {"seat": now["turn"]["seat"], "board_revision": now["board_revision"]}
    assert (await wire.command(table, "move", move=now["legal"][0], **wanted))["type"] == "ack"
    return await wire.kind("update")


async def test_a_slow_reader_gets_one_snapshot_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 8 * 1024)
    async with serving(tmp_path) as inside:
        table, guest, wire = await playing(inside)
        slow = await guest.wire()
        await slow.join(table)
        now = await guest.look(table)
        slow.stuck.clear()
        own = {"type": "say", "id": "own", "text": "?", "seat": 0}
        slow.send(type="command", table=table, command=own)
        for at in range(8):
            now = await move(wire, table, now)
            if at == 0:
                (waiting,) = [one.waiting for one in inside.app.services.sockets if one.waiting]
                assert 0 < waiting < 8 * 1024
                assert f"cubarium_outbox_bytes {waiting:.1f}" in metrics(inside)
        assert (await wire.command(table, "say", text="Hello?", seat=1))["type"] == "ack"
        assert "cubarium_fallen_behind_total 1.0" in metrics(inside)
        read = len(slow.raw)
        slow.stuck.set()
        told = await slow.kind("joined")
        assert len(slow.raw) < read + 6, "one snapshot, instead of all updates"
        assert [one["id"] for one in slow.messages("ack")] == ["own"]
        assert (told["revision"], told["since"]) == (now["revision"], None)
        assert [line["text"] for line in told["chat"]] == ["?", "Hello?"]
        assert len(told["actions"]) == 8
        await move(wire, table, now)
        after = await slow.kind("update")
        assert (after["since"], len(after["events"])) == (told["revision"], 1)


async def test_a_reader_that_takes_nothing_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("PING", 0.05), ("SILENCE", 0.4), ("PARTING", 0.1)):
        monkeypatch.setattr(sockets, name, seconds)

    async def speak(wire: Wire) -> None:
        while True:
            wire.send(type="pong", number=0)
            await asyncio.sleep(0.05)

    async with serving(tmp_path) as inside:
        table, guest, wire = await playing(inside)
        unread = await inside.guest().wire()
        await unread.join(table)
        speaking = [asyncio.create_task(speak(one)) for one in (wire, unread)]
        unread.stuck.clear()
        await unread.closed()
        assert wire.code is None
        for task in speaking:
            task.cancel()
        assert (await guest.look(table))["spectators"] == 0
        assert len(inside.known(table).presence.subscribers) == 1
        await asyncio.wait_for(unread.aborted.wait(), 5)
        assert 'cubarium_limits_total{limit="slow_reader"} 1.0' in metrics(inside)


async def test_unread_answers_have_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that only asks, and whose answers no snapshot could replace."""
    monkeypatch.setattr(outbox, "MOST_BYTES", 4 * 1024)
    monkeypatch.setattr(sockets, "PARTING", 0.1)
    async with serving(tmp_path) as inside:
        unread = await inside.guest().wire()
        unread.stuck.clear()
        for _ in range(40):
            unread.put("{")
        await unread.closed()
        assert len(inside.app.services.sockets) == 0


async def test_a_table_that_is_deleted_while_a_client_is_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 8 * 1024)
    async with serving(tmp_path) as inside:
        table, guest, wire = await playing(inside)
        slow = await guest.wire()
        await slow.join(table)
        slow.stuck.clear()
        now = await guest.look(table)
        for _ in range(6):
            now = await move(wire, table, now)
        assert (await guest.http.delete(f"/api/tables/{table}")).status_code < 300
        read = len(slow.raw)
        slow.stuck.set()
        await slow.kind("removed")
        await settled()
        assert all('"since":null' not in one for one in slow.raw[read:])


async def test_many_readers_who_read_nothing_share_what_waits(tmp_path: Path) -> None:
    """Each of them would hold half a megabyte more than the first one."""
    readers = 40
    async with serving(tmp_path) as inside:
        table, _, _ = await playing(inside, "cubeo")
        for _ in range(readers):
            wire = await inside.guest().wire()
            await wire.join(table)
            wire.stuck.clear()
        here = inside.known(table)
        await settled()
        tracemalloc.start()
        try:
            for _ in range(120):
                broadcast.send_update(here, 0, inside.runtime.clock.now(), [])
            held, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert held < readers * 16 * 1024
        assert max(one.waiting for one in inside.app.services.sockets) <= outbox.MOST_BYTES
