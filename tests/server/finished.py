"""Tables whose games are over, and workers for what is made of them."""

from typing import Any

from tests.server.app import FakeWorkers
from tests.server.inside import Guest, Inside


async def finished(guest: Guest, moves: int = 2) -> str:
    table = await guest.table("quixo", "me", "device", name="Ann")
    for _ in range(moves):
        now = await guest.look(table)
        seat = now["turn"]["seat"]
        await guest.done(
            table, "move", board_revision=now["board_revision"], move=now["legal"][0], seat=seat
        )
    await guest.done(table, "resign", seat=0)
    return table


def employ(inside: Inside, workers: FakeWorkers) -> FakeWorkers:
    fake: Any = workers
    inside.app.services.workers = fake
    return workers
