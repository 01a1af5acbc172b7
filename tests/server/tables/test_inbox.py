"""The inbox of a table: nothing that arrives keeps it from what comes next."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cubarium.core.errors import MatchRefused
from cubarium.match.server_commands import Close
from cubarium.match.session import Session
from cubarium.server.cluster.storage import Conflict
from cubarium.server.tables import table_actor
from cubarium.tables.errors import ApiError
from cubarium.tables.inbox import Delete
from tests.server.inside import Inside, serving


async def started(inside: Inside) -> tuple[str, table_actor.TableActor]:
    table = await inside.guest().table("quixo", "me", "device")
    return table, inside.tables.loaded[table]


async def test_a_command_that_breaks_the_server_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as inside:
        _, actor = await started(inside)
        with monkeypatch.context() as patched:
            patched.setattr(Session, "apply", lambda *_: 1 // 0)
            broken = [asyncio.ensure_future(actor.ask(Close())) for _ in range(3)]
            broken[1].cancel()  # its client has gone
            found = await asyncio.gather(*broken, return_exceptions=True)
        assert [type(one) for one in found] == [
            ZeroDivisionError,
            asyncio.CancelledError,
            ZeroDivisionError,
        ]
        assert await actor.ask(Close())
        assert actor.is_idle


async def test_what_waits_for_a_deleted_table_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as inside:
        _, actor = await started(inside)
        write = inside.runtime.storage.write

        async def slowly(*what: Any) -> Any:
            await asyncio.sleep(0.05)
            return await write(*what)

        monkeypatch.setattr(inside.runtime.storage, "write", slowly)
        asked = [asyncio.ensure_future(actor.ask(Delete()))]
        asked += [asyncio.ensure_future(actor.ask(Close())) for _ in range(100)]
        deleted, *late = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
        assert deleted is True
        assert {one.status for one in late if isinstance(one, ApiError)} == {404}
        assert not any(isinstance(one, MatchRefused) for one in late)
        assert len(late) == 100


async def test_a_table_that_was_overtaken_asks_until_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process was first, and just then nothing can be read: no client need come back."""
    monkeypatch.setattr(table_actor, "SETTLE_SECONDS", 0.01)
    async with serving(tmp_path) as inside:
        _, actor = await started(inside)
        reads = 0
        storage = inside.runtime.storage
        read = storage.read

        async def overtaken(*_: Any) -> Any:
            raise Conflict

        async def unreadable(*what: Any) -> Any:
            nonlocal reads
            reads += 1
            if reads < 4:
                raise ApiError(503, "storage", "Not now.")
            return await read(*what)

        with monkeypatch.context() as patched:
            patched.setattr(storage, "write", overtaken)
            patched.setattr(storage, "read", unreadable)
            with pytest.raises(ApiError, match="Not now"):
                await actor.ask(Close())
            async with asyncio.timeout(5):
                while actor._record.is_doubtful:
                    await asyncio.sleep(0.01)
        assert reads >= 4
        assert await actor.ask(Close())
