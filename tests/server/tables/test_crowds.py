"""Crowds and rude clients of a real server, on this machine alone: others do not notice them. It
is bounded in count and time."""

import asyncio
import json
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cubarium.core.turn import Seat
from tests.server.clients import move_on, new_table, shown
from tests.server.processes import PATIENCE, Served

RUDE, KIND = {"X-Forwarded-For": "203.0.113.1"}, {"X-Forwarded-For": "203.0.113.2"}
CROWD = 400
TABLES = 60


async def _come(stack: AsyncExitStack, served: Served, address: dict[str, str]) -> ClientConnection:
    opened = connect(
        served.socket_url,
        additional_headers=address,
        open_timeout=PATIENCE,
        max_size=None,
        max_queue=None,
    )
    return await stack.enter_async_context(opened)


async def _watch(wire: ClientConnection, table: str) -> tuple[int, int]:
    """Join and read, as fast as possible; how many messages about presence, and the last count."""
    join = {"type": "join", "table": table, "scenes": False}
    await wire.send(json.dumps(join))
    count = last = 0
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(await wire.recv())
            if message["type"] == "presence":
                count, last = count + 1, message["spectators"]
            elif message["type"] == "ping":
                await wire.send(json.dumps({"type": "pong", "number": message["number"]}))
    assert wire.close_code in (1000, 1005, 1006, 1012), "nobody is thrown out"
    return count, last


def _acks(http: httpx.Client, table: str, tokens: dict[Seat, str], moves: int) -> list[float]:
    """How long each move takes."""
    found = []
    for _ in range(moves):
        since = time.monotonic()
        if move_on(http, table, tokens).status_code != 200:
            break
        found.append(time.monotonic() - since)
    return found


@pytest.mark.soak
def test_a_crowd_and_somebody_who_joins_again_and_again(tmp_path: Path) -> None:
    async def main(served: Served, http: httpx.Client) -> None:
        table, _ = new_table(http, game="quixo", seats=["me", "device"])
        other, tokens = new_table(http, game="quixo", seats=["me", "device"])
        async with AsyncExitStack() as stack:
            wires = [
                await _come(stack, served, {"X-Forwarded-For": f"198.51.100.{number % 200}"})
                for number in range(CROWD)
            ]
            watching = [asyncio.create_task(_watch(wire, table)) for wire in wires]
            rude = [await _come(stack, served, RUDE) for _ in range(5)]
            join = json.dumps({"type": "join", "table": table})
            again = [asyncio.create_task(_rejoin(wire, join)) for wire in rude]
            await asyncio.to_thread(_acks, http, other, tokens, 10)
            until = time.monotonic() + 30
            seen: dict[str, Any] = {}
            while time.monotonic() < until and seen.get("spectators") != CROWD + 5:
                await asyncio.sleep(0.5)
                seen = await asyncio.to_thread(shown, http, table)
            assert seen["spectators"] == CROWD + 5
            for task in again:
                task.cancel()
            for wire in wires:
                await wire.close()
            counts = await asyncio.gather(*watching)
        told = sum(count for count, _ in counts)
        assert told < CROWD * 60, "one by one it would be 80 000"

    with (
        Served(tmp_path, "--rate", "1000") as served,
        httpx.Client(base_url=served.url, headers=KIND, timeout=PATIENCE) as http,
    ):
        asyncio.run(main(served, http))


async def _rejoin(wire: ClientConnection, join: str) -> None:
    with suppress(ConnectionClosed):
        while True:
            await wire.send(join)
            with suppress(TimeoutError):
                while True:
                    await asyncio.wait_for(wire.recv(), 0.02)


@pytest.mark.soak
def test_tables_of_engines_starve_nobody(tmp_path: Path) -> None:
    """One address has as many tables of engines as it can get; somebody else plays one."""
    with (
        Served(tmp_path, "--rate", "1000", "--workers", "2") as served,
        httpx.Client(base_url=served.url, headers=RUDE, timeout=PATIENCE) as rude,
        httpx.Client(base_url=served.url, headers=KIND, timeout=PATIENCE) as kind,
    ):
        for _ in range(TABLES):
            rude.cookies.clear()
            rude.post("/api/tables", json={"game": "quixo", "seats": ["level3", "level3"]})
        table, tokens = new_table(kind, game="quixo", seats=["me", "level1"])
        for turn in range(3):
            assert move_on(kind, table, tokens).status_code == 200
            until = time.monotonic() + 20
            while shown(kind, table, tokens[0])["board_revision"] < 2 * (turn + 1):
                assert time.monotonic() < until, "the engine has its turn"
                time.sleep(0.05)
