"""Two example bots at one table of a server."""

import asyncio
from typing import Any

from examples.bot import Bot


async def contest(server: str, game: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """They play a whole game: how it stands at the end, as each of them was told."""
    first, second = Bot(server), Bot(server)
    await first.make(game)
    second.table = first.table
    await second.sit()
    async with asyncio.timeout(60):
        return await asyncio.gather(first.play(), second.play())
