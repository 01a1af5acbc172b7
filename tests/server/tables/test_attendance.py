"""Engines play for people who are there, and for nobody else."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cubarium.database import repository
from cubarium.match.clocks import DAY
from cubarium.server.people.caps import Caps
from cubarium.server.tables import upkeep
from cubarium.tables import table as tables
from tests.server.inside import Inside, serving, settled
from tests.server.polling import asked, kinds


async def _until(right: Any, patience: float = 20.0) -> None:
    async with asyncio.timeout(patience):
        while not right():
            await asyncio.sleep(0.01)


@pytest.fixture
def gone_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not connected is away."""
    monkeypatch.setattr(tables, "ABSENCE", 0)
    monkeypatch.setattr(upkeep, "ABSENCE", 0)


@pytest.mark.usefixtures("gone_at_once")
async def test_engines_wait_for_people(tmp_path: Path) -> None:
    async with serving(tmp_path, workers=1) as inside:
        guest = inside.guest()
        alone = await guest.table("quixo", "random", "random")
        left = await guest.table("quixo", "random", "me")
        slow = await guest.table("quixo", "random", "me", clock={"kind": "days", "days": 3})
        await _until(lambda: "moved" in kinds(tmp_path, slow))
        await asyncio.sleep(0.3)
        assert "moved" not in kinds(tmp_path, alone)
        assert "moved" not in kinds(tmp_path, left)
        stranger = await inside.guest().wire()
        await stranger.join(left)
        await settled()
        assert not inside.tables.loaded[left].is_thinking, "who only watches is not waited for"
        wire = await guest.wire()
        await wire.join(left)
        await _until(lambda: "moved" in kinds(tmp_path, left))
        await stranger.join(alone)
        await _until(lambda: kinds(tmp_path, alone).count("moved") > 3)
        stranger.leave()
        await stranger.closed()
        await asyncio.sleep(0.3)
        played = kinds(tmp_path, alone).count("moved")
        await asyncio.sleep(0.3)
        assert kinds(tmp_path, alone).count("moved") == played


@pytest.mark.usefixtures("gone_at_once")
async def test_tables_of_engines_do_not_come_back_with_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        alone = await guest.table("quixo", "random", "random")
        slow = await guest.table("quixo", "random", "me", clock={"kind": "days", "days": 3})
    async with serving(tmp_path) as inside:
        await _until(lambda: slow in inside.tables.loaded)
        assert alone not in inside.tables.loaded

        def due(later: int) -> list[str]:
            with inside.runtime.storage.engine.connect() as connection:
                return repository.due(connection, inside.runtime.clock.now() + later, 60_000)

        assert sorted(due(0)) == sorted([alone, slow])
        assert due(61_000) == [slow]
        assert due(DAY + 1000) == []


async def _asks(inside: Inside, *seats: str) -> tuple[int, str]:
    answer = await inside.guest().post("/api/tables", {"game": "quixo", "seats": [*seats]})
    return answer.status_code, answer.json().get("error", {}).get("code", "")


async def test_one_guest_and_one_address_have_so_many_engines(tmp_path: Path) -> None:
    full = (429, "too_many_engines")
    caps = Caps(engine_tables=2, engine_tables_of_address=3)
    async with serving(tmp_path, rate=1000.0, caps=caps) as inside:
        guest = inside.guest()
        mine = [await guest.table("quixo", "me", "level1") for _ in range(2)]
        body = {"game": "quixo", "seats": ["me", "level1"]}
        answer = await guest.post("/api/tables", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == full
        assert int(answer.headers["retry-after"]) > 0
        table = await guest.table("quixo", "me", "friend")
        assert await guest.refused(table, "fill", seat=1, engine="level1") == full
        assert await _asks(inside, "me", "random") == (201, "")
        assert await _asks(inside, "me", "random") == full, "guests are free, addresses are not"
        assert await _asks(inside, "me", "friend") == (201, "")
        await guest.done(mine[0], "resign")
        assert (await guest.post("/api/tables", body)).status_code == 201
        assert asked(tmp_path, "SELECT count(*) FROM tables") == [(6,)]
