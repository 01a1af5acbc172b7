"""Two processes on one database: here, two apps on one event loop."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from cubarium.database import bans, repository
from cubarium.database import heartbeat as signs
from cubarium.database.admin_commands import DONE, AdminCommand, PendingCommand
from cubarium.database.bans import Ban
from cubarium.database.heartbeat import Downtime
from cubarium.database.site_place import Place, PostgresDatabase
from cubarium.server.cluster.server_clock import CATCH_UP
from cubarium.server.people.caps import Caps
from cubarium.server.tables.sockets import KICKED
from tests.postgres import Cluster
from tests.server.inside import Guest, Inside, Message, serving
from tests.server.polling import asked, kinds

ANN = {"Authorization": "Bearer the secret of Ann, quite long"}
BEA = {"Authorization": "Bearer the secret of Bea, quite long"}


class Pair:
    """Two apps, and Ann and Bea at a table: Ann through the first one, Bea through the second."""

    def __init__(self, place: Place, one: Inside, two: Inside) -> None:
        self.place, self.one, self.two = place, one, two
        self.ann, self.bea = one.guest(**ANN), two.guest(**BEA)

    async def table(self, **more: Any) -> str:
        table = await self.ann.table("quixo", "me", "friend", name="Ann", **more)
        await self.bea.done(table, "sit", name="Bea")
        return table


@pytest.fixture
async def pair(cluster: Cluster) -> AsyncIterator[Pair]:
    place = cluster.site()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(serving(place, workers=1))
        yield Pair(place, one, await stack.enter_async_context(serving(place, workers=1)))


async def until(right: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not right():
            await asyncio.sleep(0.01)


async def joined(guest: Guest, table: str) -> Any:
    wire = await guest.wire()
    shown = guest.http.headers.get("Authorization", "").removeprefix("Bearer ")
    await wire.join(table, scenes=False, **({"token": shown} if shown else {}))
    return wire


HOUR = 60 * 60 * 1000
NEAR = 200
"""Milliseconds by which two processes of a busy machine may differ for a moment."""


async def move(wire: Any, table: str, seen: Message, at: int = 0, **more: Any) -> Message:
    """The answer to a move."""
    legal = {"board_revision": seen["board_revision"], "move": seen["legal"][at]}
    answer: Message = await wire.command(table, "move", **legal, **more)
    return answer


async def test_what_one_process_takes_the_other_tells(pair: Pair) -> None:
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    for mover, other, guest in ((ann, bea, pair.ann), (bea, ann, pair.bea)):
        seen = await guest.look(table, scenes=False)
        answer = await move(mover, table, seen)
        assert answer["type"] == "ack", answer
        told = await other.next(lambda one: one["type"] == "update" and bool(one["events"]))
        assert told["events"][-1]["kind"] == "moved"
        assert told["events"][-1]["action"] == seen["legal"][0]


async def test_two_who_move_at_once_for_one_seat(pair: Pair) -> None:
    """The database decides; who was too late is told how it stands, and one command is one move."""
    table = await pair.table()
    here, there = pair.one.guest(**ANN), pair.two.guest(**ANN)
    wires = [await joined(here, table), await joined(there, table)]
    seen = await pair.ann.look(table, scenes=False)
    answers = await asyncio.gather(
        *(move(wire, table, seen, at, id=f"try {at}") for at, wire in enumerate(wires))
    )
    assert sorted(one["type"] for one in answers) == ["ack", "error"]
    (refused,) = (one for one in answers if one["type"] == "error")
    assert refused["error"]["code"] in ("stale", "not_your_turn")
    seen = await pair.bea.look(table, scenes=False)
    both = [pair.one.guest(**BEA), pair.two.guest(**BEA)]
    wires = [await joined(one, table) for one in both]
    same = await asyncio.gather(*(move(wire, table, seen, id="twice") for wire in wires))
    assert [one["type"] for one in same] == ["ack", "ack"]
    assert same[0]["revision"] == same[1]["revision"]
    assert (await pair.ann.look(table))["revision"] == same[0]["revision"]


async def test_who_is_there_is_known_everywhere(pair: Pair) -> None:
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    await ann.next(lambda one: one["type"] == "presence" and one["here"] == [0, 1])
    first, second = (inside.known(table) for inside in (pair.one, pair.two))
    await until(
        lambda: second.presence.here() == [0, 1]
    )  # Bea was told so when she came, or soon after
    assert first.is_attended(pair.one.runtime.clock.now())
    watching = await joined(pair.two.guest(), table)
    await ann.next(lambda one: one["type"] == "presence" and one["spectators"] == 1)
    watching.leave()
    bea.leave()
    await ann.next(lambda one: one["type"] == "presence" and one["here"] == [0])
    assert list(first.presence.away) == list(second.presence.away) == [1]


async def test_what_could_not_be_read_is_read_later(
    pair: Pair, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is cut off, and can't read when it hears again, is not left behind."""
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    storage = pair.two.runtime.storage
    read, tries = storage.read, 0

    async def broken(_: object) -> object:
        nonlocal tries
        tries += 1
        raise storage._unavailable("a read failed", OperationalError("", {}, OSError("lost")))

    with monkeypatch.context() as patched:
        patched.setattr(storage, "read", broken)
        assert isinstance(pair.place, PostgresDatabase)
        name = pair.place.url.database
        assert name is not None
        listeners = "FROM pg_stat_activity WHERE query LIKE 'LISTEN cubarium%'"
        cluster.execute(name, f"SELECT pg_terminate_backend(pid) {listeners}")
        seen = await pair.ann.look(table, scenes=False)
        assert (await move(ann, table, seen))["type"] == "ack"
        await until(lambda: tries > 3)
    assert storage.read == read
    told = await bea.next(lambda one: one["type"] == "update" and bool(one["events"]))
    assert told["events"][-1]["action"] == seen["legal"][0]


async def test_what_nobody_tells_is_found(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notifications may be lost without a word."""
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    here, there = pair.one.app.services, pair.two.app.services
    monkeypatch.setattr(here.runtime.storage.writer, "_announce", lambda *_: None)
    seen = await pair.ann.look(table, scenes=False)
    assert (await move(ann, table, seen))["type"] == "ack"
    now = here.runtime.clock.now()
    missed = Downtime(now - 9_000, now - 6_000)
    ban = Ban("203.0.113.0/24", "", now, None)
    await here.runtime.storage.write(lambda connection: bans.add(connection, ban))
    await here.runtime.storage.write(lambda connection: signs.beat(connection, now, [missed]))
    told = await bea.next(lambda one: one["type"] == "update" and bool(one["events"]))
    assert told["events"][-1]["action"] == seen["legal"][0]
    await until(lambda: there.bans.has_address("203.0.113.7"))
    await until(lambda: missed in there.runtime.clock._downtimes)


async def test_a_table_that_changes_while_it_is_loaded(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await pair.table()
    ann = await joined(pair.ann, table)
    there = pair.two
    there.tables.forget(there.tables.loaded[table])
    loads = repository.load
    seen = await pair.ann.look(table, scenes=False)
    loop, reads = asyncio.get_running_loop(), 0

    def load(connection: Connection, name: str, *more: Any) -> Any:
        nonlocal reads
        stored = loads(connection, name, *more)
        if (
            connection.engine is not there.runtime.storage.engine
        ):  # the first process may still read too
            return stored
        reads += 1
        if reads == 1:  # the move comes when this was read, and is heard of before it is taken in
            moving = asyncio.run_coroutine_threadsafe(move(ann, table, seen), loop)
            assert moving.result(20)["type"] == "ack"
            while table not in there.tables._overtaken:
                time.sleep(0.001)
        return stored

    monkeypatch.setattr(repository, "load", load)
    bea = await pair.bea.wire()
    update = await bea.join(table, scenes=False, token="the secret of Bea, quite long")
    assert update["revision"] == (await pair.ann.look(table))["revision"]


async def test_what_is_said_and_taken_away(pair: Pair) -> None:
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    await ann.command(table, "say", text="Hello")
    line = (await bea.kind("chat"))["line"]
    assert line["text"] == "Hello"
    await bea.command(table, "say", text="And you")
    assert await ann.next(lambda one: one["type"] == "chat" and one["line"]["seat"] == 1)
    services = pair.two.app.services
    moderation = services.moderation
    hush = PendingCommand(1, AdminCommand.HUSH, table, str(line["number"]))
    assert await moderation.carry_out(hush) == DONE
    gone = await ann.next(lambda one: one["type"] == "chat" and not one["line"]["text"])
    assert gone["line"]["number"] == line["number"]


async def test_a_seat_that_is_taken_or_left_elsewhere(pair: Pair) -> None:
    table = await pair.ann.table("cage", "me", "friend", "friend", name="Ann", players=3)
    early = await joined(pair.one.guest(**BEA), table)
    await pair.bea.done(table, "sit", name="Bea")
    told = await early.next(lambda one: one["type"] == "update" and one["you"]["holds"] == [1])
    assert told["seats"][1]["name"] == "Bea"
    await pair.bea.done(table, "stand")
    await early.next(lambda one: one["type"] == "update" and one["you"]["holds"] == [])


async def test_a_table_that_is_deleted_elsewhere(pair: Pair) -> None:
    table = await pair.ann.table("quixo", "me", "device", name="Ann")
    watching = await joined(pair.two.guest(), table)
    assert (await pair.ann.http.delete(f"/api/tables/{table}")).status_code == 204
    await watching.kind("removed")
    assert (await pair.bea.get(f"/api/tables/{table}")).status_code == 404


async def test_admin_commands_reach_every_process(pair: Pair) -> None:
    wires = [await pair.ann.wire(), await pair.bea.wire()]
    services = pair.one.app.services
    moderation = services.moderation
    kick = PendingCommand(1, AdminCommand.KICK, "", "127.0.0.1")
    assert await moderation.carry_out(kick) == DONE
    assert [await wire.closed() for wire in wires] == [KICKED, KICKED]


async def test_one_process_looks_after_a_table(pair: Pair) -> None:
    """Engines move once, though both processes have the table in memory; if the one that looked
    after it lets go, the other one does."""
    table = await pair.ann.table("quixo", "me", "random", name="Ann")
    ann = await joined(pair.ann, table)
    there = await joined(pair.two.guest(**ANN), table)
    for _ in range(3):
        seen = await pair.ann.look(table, scenes=False)
        assert (await move(ann, table, seen))["type"] == "ack"
        for wire in (ann, there):  # either process may be the first to know
            await wire.next(
                lambda one: one["type"] == "update" and one["events"] and one["turn"]["seat"] == 0
            )
    owners = asked(pair.place, "SELECT process FROM leases WHERE name = ?", table)
    assert len(owners) == 1
    first, second = (inside.tables for inside in (pair.one, pair.two))
    holder, other = sorted((first, second), key=lambda one: table not in one.leases._own)
    assert holder.leases.claim(table)
    assert not other.leases.claim(table)
    holder.leases.release(table)
    await until(lambda: other.leases.claim(table))


async def metric(inside: Inside, name: str, **labels: str) -> float:
    """What a process exports; 0: nothing of that name yet."""
    assert (await inside.guest().get("/metrics")).status_code == 200
    return inside.app.services.metrics.registry.get_sample_value(name, labels) or 0.0


async def test_what_is_counted_of_other_processes(
    pair: Pair, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await pair.table()
    ann, bea = await joined(pair.ann, table), await joined(pair.bea, table)
    seen = await pair.ann.look(table, scenes=False)
    assert (await move(ann, table, seen))["type"] == "ack"
    await bea.next(lambda one: one["type"] == "update" and bool(one["events"]))
    assert await metric(pair.two, "cubarium_messages_heard_total", kind="appended") >= 1
    assert await metric(pair.two, "cubarium_behind_seconds_count") >= 1
    assert await metric(pair.two, "cubarium_behind_seconds_sum") < 60
    processes = pair.two.app.services.metrics.processes
    await until(lambda: processes._value.get() == 2)

    assert isinstance(pair.place, PostgresDatabase)
    name = pair.place.url.database
    assert name is not None
    cluster.execute(name, "SELECT pg_notify('cubarium', 'in other words')")
    heard = pair.two.app.services.metrics.messages_heard.labels("unknown")
    await until(lambda: heard._value.get() == 1)
    before = await metric(pair.one, "cubarium_conflicts_total")

    async def deaf(*_: object) -> bool:
        return False

    for way in ("refresh", "_take_entries"):
        monkeypatch.setattr(pair.one.tables.loaded[table], way, deaf)
    seen = await pair.bea.look(table, scenes=False)
    assert (await move(bea, table, seen))["type"] == "ack"
    assert (await ann.command(table, "resign"))["type"] == "ack"
    assert await metric(pair.one, "cubarium_conflicts_total") == before + 1
    await bea.next(lambda one: one["type"] == "update" and one["status"] == "over")


async def test_a_process_that_is_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        await until(lambda: inside.app.services.metrics.processes._value.get() == 1)
        assert await metric(inside, "cubarium_processes") == 1


@pytest.mark.parametrize("wrong", [-2 * HOUR, pytest.param(2 * HOUR, marks=pytest.mark.soak)])
async def test_machines_whose_clocks_differ(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, wrong: int
) -> None:
    """A process takes over the time of the others: nobody is charged for the clock of a machine,
    and nobody who lives is taken for dead."""
    place = cluster.site()
    async with serving(place) as one:
        ann = one.guest(**ANN)
        table = await ann.table("quixo", "me", "device", clock={"kind": "live", "base": 60})
        wire = await joined(ann, table)
        for seat in range(2):
            assert (await move(wire, table, await ann.look(table, scenes=False), seat=seat))[
                "type"
            ] == "ack"
        owners = asked(place, "SELECT name, process FROM leases ORDER BY name")
        right = signs.wall_time
        with monkeypatch.context() as patched:
            patched.setattr(signs, "wall_time", lambda: right() + wrong)
            other = serving(place)
            two = await other.__aenter__()
        try:
            here, there = one.runtime.clock, two.runtime.clock
            assert abs(here.now() - there.now()) < NEAR
            assert there.restarted is None, "somebody served all the time"
            seen = (await two.guest().look(table))["clock"]
            assert min(seen["left"]) > 60_000 - 10 * NEAR
            there._offset -= 3 * CATCH_UP
            await until(lambda: there.now() > here.now() - CATCH_UP)
            there._offset -= HOUR  # its machine slept
            await until(lambda: there.now() > here.now() - NEAR)
            await asyncio.sleep(1.2)
            assert here.now() - there.now() > -NEAR, "nobody ever overtakes"
            assert asked(place, "SELECT name, process FROM leases ORDER BY name") == owners
            assert "timed_out" not in kinds(place, table)
        finally:
            await other.__aexit__(None, None, None)


async def test_limits_hold_over_all_processes(cluster: Cluster) -> None:
    place = cluster.site()
    async with serving(place, rate=1.0) as one, serving(place, rate=1.0) as two:
        ann, bea = one.guest(), two.guest()
        while (await ann.get("/api/games")).status_code == 200:
            pass
        await asyncio.sleep(1.5)
        answers = [(await bea.get("/api/games")).status_code for _ in range(4)]
        assert 429 in answers


async def test_what_is_had_at_a_time_is_counted_in_all_processes(cluster: Cluster) -> None:
    """Sockets, and tables where engines play."""
    place = cluster.site()
    async with AsyncExitStack() as stack:
        limits = {"rate": 30.0, "connections": 3, "caps": Caps(engine_tables=2)}
        one = await stack.enter_async_context(serving(place, **limits))
        two = await stack.enter_async_context(serving(place, **limits))
        ann, again = one.guest(**ANN), two.guest(**ANN)
        wires = [await ann.wire(), await ann.wire()]
        for _ in range(2):
            await ann.table("quixo", "me", "random")
        sockets, engines = (
            two.app.services.shared_limits.counts[name] for name in ("sockets", "engine_tables")
        )
        await until(lambda: sockets.total("127.0.0.1") == 2 == engines.total("127.0.0.1"))
        full = await again.post("/api/tables", {"game": "quixo", "seats": ["me", "random"]})
        assert (full.status_code, full.json()["error"]["code"]) == (429, "too_many_engines")
        wires.append(await again.wire())
        assert (await again.wire()).code is not None, "refused"
        wires[0].leave()
        await until(lambda: sockets.total("127.0.0.1") == 2)
        assert (await again.wire()).code is None
