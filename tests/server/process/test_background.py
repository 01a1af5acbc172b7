"""Work in the background ends with the server, whatever it does with its cancellation."""

import asyncio

import pytest

from cubarium.server.process import background
from cubarium.server.process.background import Background


async def test_what_has_missed_its_cancellation_hears_of_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.05)
    missed = 0

    async def deaf() -> None:
        nonlocal missed
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                missed += 1
                if missed == 2:
                    raise

    work = Background()
    task = work.spawn(deaf())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await work.close()
    assert task.cancelled()


async def test_what_tidies_up_is_left_to_it() -> None:
    steps = []

    async def tidy() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.1)
            steps.append("tidied up")

    async def finish() -> None:
        await asyncio.sleep(0.2)
        steps.append("finished")

    work = Background()
    work.spawn(tidy())
    asking = asyncio.ensure_future(work.keep(finish()))
    await asyncio.sleep(0)
    await work.close()
    await asking
    assert steps == ["tidied up", "finished"]
