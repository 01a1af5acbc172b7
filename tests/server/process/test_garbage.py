"""Garbage is collected, whether it is young or old, and all is looked at seldom."""

import asyncio
import gc
import sys
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NoReturn

import pytest

from cubarium.server.process import garbage
from cubarium.server.process.garbage import Garbage


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.held = self


@pytest.fixture(autouse=True)
def frozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(garbage, "PERIOD", 0.001)
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@asynccontextmanager
async def collecting() -> AsyncIterator[None]:
    task = asyncio.create_task(garbage.run())
    await asyncio.sleep(0)
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_young_garbage_goes_soon() -> None:
    async with collecting():
        ring = Ring()
        seen = weakref.ref(ring)
        del ring
        await asyncio.sleep(0.02)
        assert seen() is None


async def test_old_garbage_goes_when_much_has_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "LOOKS", 2)
    ring = Ring()
    seen = weakref.ref(ring)
    async with collecting():
        await asyncio.sleep(0.02)  # it has become old
        del ring
        await asyncio.sleep(0.02)
        assert seen() is not None, "what is old is not looked at"
        monkeypatch.setattr(garbage, "GROWN", 0)
        await asyncio.sleep(0.2)
        assert seen() is None


async def test_no_look_is_as_long_as_there_are_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by what is called here, nor by what Python does after bursts."""
    looked: list[int] = []

    def looking(phase: str, told: dict[str, Any]) -> None:
        if phase == "start":
            looked.append(told["generation"])

    def walk(*_: Any) -> NoReturn:
        raise AssertionError("this walks through all objects")

    for name in ("get_freeze_count", "get_objects", "get_referrers"):
        monkeypatch.setattr(gc, name, walk)
    monkeypatch.setattr(garbage, "LOOKS", 1)
    kept: list[list[int]] = []
    gc.callbacks.append(looking)
    try:
        async with collecting():
            for _ in range(30):
                kept += [[number] for number in range(3000)]
                await asyncio.sleep(0.002)
    finally:
        gc.callbacks.remove(looking)
    assert {0, 1} <= set(looked)
    assert 2 not in looked


async def test_python_collects_as_before_when_the_server_has_ended() -> None:
    before = gc.get_threshold()
    async with collecting():
        assert gc.get_threshold() != before
    assert gc.get_threshold() == before


def test_what_growth_is_counted_from(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = 100
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: blocks)
    looks: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda *_: looks.append(blocks))
    collector = Garbage()
    for blocks in (100, 400, 401, 1000, 1604, 1605):  # noqa: B007
        collector.collect_old()
    assert looks == [401, 1605]
