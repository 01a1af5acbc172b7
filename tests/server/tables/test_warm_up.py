"""Engines are made ready one table after another, and what is needed first comes first."""

import asyncio
from pathlib import Path
from typing import Any

from cubarium import catalog
from cubarium.engines.pool import Urgency
from cubarium.server.tables.warm_up import WarmUp
from tests.server.inside import serving


class Slow:
    """A worker that makes a table ready when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []
        self.go = asyncio.Event()

    async def last(self, job: Any, *, urgency: Urgency) -> None:
        assert urgency is Urgency.WARM_UP
        self.asked.append((job.spec.info.name, job.spec.players))
        await self.go.wait()


def tables() -> set[tuple[str, int]]:
    return {(name, count) for name in catalog.names() for count in catalog.info(name).players}


async def test_few_players_first() -> None:
    slow = Slow()
    slow.go.set()
    await WarmUp(slow).run()  # type: ignore[arg-type]
    assert {*slow.asked} == tables()
    assert [players for _, players in slow.asked] == sorted(players for _, players in tables())


async def test_a_table_that_is_opened_comes_before_all_others(tmp_path: Path) -> None:
    slow = Slow()
    async with serving(tmp_path) as inside:
        warm_up = WarmUp(slow)  # type: ignore[arg-type]
        inside.replace(warm_up=warm_up)
        running = asyncio.ensure_future(warm_up.run())
        await asyncio.sleep(0)
        assert len(slow.asked) == 1
        guest = inside.guest()
        await guest.table("cubulus", "me", "device", "device", players=3)
        await guest.table("cubeo", "me", "device", "random", "random", players=4)
        slow.go.set()
        await running
    assert slow.asked[1] == ("cubeo", 4)
    assert slow.asked[2] != ("cubulus", 3), "no engine plays there"
    assert {*slow.asked} == tables()
