"""Memory that is free goes back to the system."""

import asyncio

import pytest

from cubarium.server.process import free_memory


async def test_free_memory_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever there is glibc."""
    asked: list[int] = []
    monkeypatch.setattr(free_memory, "PERIOD", 0.001)
    real = free_memory.trimmer()

    def trim(pad: int) -> int:
        asked.append(pad)
        return 1 if real is None else real(pad)

    monkeypatch.setattr(free_memory, "trimmer", lambda: trim)
    task = asyncio.create_task(free_memory.run())
    await asyncio.sleep(0.1)
    task.cancel()
    assert asked
    monkeypatch.setattr(free_memory, "trimmer", lambda: None)
    await asyncio.wait_for(free_memory.run(), 1)
